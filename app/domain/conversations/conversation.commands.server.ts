import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '~db/connection';
import type { ConversationSide } from '~db/enums';
import { conversations } from '~db/schema';
import { type CommandContext, defineCommand } from '../shared/command.server';
import { newSecret, sha256 } from '../shared/crypto.server';
import { commitIfPossible } from '../shared/group-commit.server';
import { statementsOf } from '../shared/memoize.server';
import { err, fixErrors, ok, type Result } from '../shared/result';
import { severalLines } from '../shared/text';
import {
  type ContactKind,
  type Conversation,
  type ConversationName,
  contactKinds,
  conversationNotFound,
  longestReply,
  replyRequired,
  replyTooLong,
} from './conversation';
import { findConversation, type Seller, whyNothingMore } from './conversation.queries.server';

type NewMessage = { conversationId: string; side: ConversationSide; text: string; now: string };

const messageStatements = statementsOf((sqlite) => {
  /**
   * A reply marks the messages of the other side as read. A seller's reply also clears the spam flag, because it shows
   * that the seller takes the buyer for a person.
   */
  const availability = (side: ConversationSide, other: ConversationSide, rest = '') =>
    sqlite.prepare<[NewMessage]>(
      `UPDATE conversations SET ${other}_unread = ${other}_unread + 1, ${side}_unread = 0, last_written_at = @now${rest}
        WHERE id = @conversationId`,
    );
  return {
    add: sqlite.prepare<[NewMessage]>(
      `INSERT INTO conversation_messages (conversation_id, side, text, created_at)
       VALUES (@conversationId, @side, @text, @now)`,
    ),
    buyer: availability('buyer', 'seller'),
    seller: availability('seller', 'buyer', ', is_suspect = 0'),
  };
});

/** Adds a message of one side, unread by the other, within the transaction of the calling command. */
function addMessage(db: Database, message: NewMessage): void {
  messageStatements(db).add.run(message);
  messageStatements(db)[message.side].run(message);
}

const readStatements = statementsOf((sqlite) => {
  const read = (side: ConversationSide) =>
    sqlite.prepare<[string]>(`UPDATE conversations SET ${side}_unread = 0 WHERE id = ? AND ${side}_unread > 0`);
  return { buyer: read('buyer'), seller: read('seller') };
});

/**
 * Marks a conversation as read by one side. Where the database cannot be written, the conversation is still shown, and
 * stays unread.
 */
export function markRead({ id, side }: Conversation, { db }: Pick<CommandContext, 'db'>): void {
  commitIfPossible(db, () => readStatements(db)[side].run(id));
}

type FirstMessage = {
  name: string;
  email: string;
  phone: string | null;
  subject: string;
  message: string;
  isSuspect: boolean;
};

export type OpenedConversation = {
  id: string;
  /**
   * Identifies the conversation for its buyer: by its id for a user, by the secret of a private link for a visitor,
   * which is returned only this once.
   */
  name: ConversationName;
};

const known = statementsOf((sqlite) =>
  sqlite
    .prepare<[{ listing: string | null; vehicle: string | null; buyer: string }], string>(
      `SELECT id FROM conversations WHERE (listing_id = @listing OR vehicle_id = @vehicle) AND buyer_user_id = @buyer
        ORDER BY created_at DESC LIMIT 1`,
    )
    .pluck(),
);

/**
 * Sends a buyer's message to a seller, within the transaction of the sending command. A user who writes about the same
 * listing or vehicle again continues the existing conversation.
 *
 * @returns a conflict where that conversation is closed or full, as a new one would bypass its end
 */
export function openConversation(
  { db, actor, now }: CommandContext,
  seller: Seller,
  { name, email, phone, subject, message, isSuspect }: FirstMessage,
): Result<OpenedConversation> {
  const timestamp = now.toISOString();
  const userId = actor.user?.id ?? null;
  const { listingId, vehicleId } = seller;
  const knownId = userId && known(db).get({ listing: listingId, vehicle: vehicleId, buyer: userId });
  const before = knownId ? findConversation(db, { id: knownId }, actor) : null;
  const error = before && whyNothingMore(db, before);
  if (error) return err(error);
  const id = before?.id ?? randomUUID();
  const key = userId ? null : newSecret();
  if (!before) {
    db.insert(conversations)
      .values({
        id,
        listingId,
        vehicleId,
        listingName: seller.listingName,
        subject,
        sellerUserId: seller.userId,
        sellerKeyId: seller.keyId,
        buyerUserId: userId,
        buyerKeyHash: key && sha256(key),
        buyerName: name,
        buyerEmail: email,
        buyerPhone: phone,
        isSuspect,
        createdAt: timestamp,
        lastWrittenAt: timestamp,
      })
      .run();
  }
  addMessage(db, { conversationId: id, side: 'buyer', text: message, now: timestamp });
  return ok({ id, name: key === null ? { id } : { key } });
}

/** Identifies a conversation in forms. */
export const conversationName = z.union([z.object({ id: z.string() }), z.object({ key: z.string() })]);

type ServerResponse = { conversation: ConversationName; text: string };

const reply = z.object({
  conversation: conversationName,
  text: z
    .string({ error: replyRequired })
    .transform(severalLines)
    .refine((text) => text !== '', { error: replyRequired })
    .refine((text) => [...text].length <= longestReply, { error: replyTooLong }),
});

/**
 * Adds a message to a conversation, from the actor's side.
 *
 * @returns not-found for an actor who is neither the buyer nor the seller; a conflict where the conversation is closed
 *   or full
 */
export const writeMessage = defineCommand<ServerResponse, { id: string }>({
  name: 'write-message',
  schema: () => reply,
  invalidMessage: () => fixErrors,
  limit: 'write',
  run({ conversation: name, text }, { db, actor, now }) {
    const conversation = findConversation(db, name, actor);
    if (!conversation) return err(conversationNotFound);
    const error = whyNothingMore(db, conversation);
    if (error) return err(error);
    const { id, side } = conversation;
    addMessage(db, { conversationId: id, side, text, now: now.toISOString() });
    return ok({ id });
  },
});

type Sharing = { conversation: ConversationName; contact: ContactKind; isShared: boolean };

const sharing = z.object({ conversation: conversationName, contact: z.enum(contactKinds), isShared: z.boolean() });

const sharingStatements = statementsOf((sqlite) => {
  const share = (side: ConversationSide, contact: ContactKind) =>
    sqlite.prepare<[number, string]>(`UPDATE conversations SET ${side}_shares_${contact} = ? WHERE id = ?`);
  const of = (side: ConversationSide) => ({ phone: share(side, 'phone'), email: share(side, 'email') });
  return { buyer: of('buyer'), seller: of('seller') };
});

/**
 * Shares the actor's phone or email with the other side of a conversation, or stops sharing it; idempotent. Once
 * shared, contact details may have been noted down, which cannot be undone; the page says so.
 *
 * @returns not-found for an actor who is neither the buyer nor the seller; a conflict where there is nothing to share,
 *   or where no one can see it any more
 */
export const shareContact = defineCommand<Sharing, { id: string }>({
  name: 'share-contact',
  schema: () => sharing,
  invalidMessage: () => fixErrors,
  limit: 'write',
  run({ conversation: name, contact, isShared }, { db, actor }) {
    const conversation = findConversation(db, name, actor);
    if (!conversation) return err(conversationNotFound);
    const { id, side, own, closed } = conversation;
    if (isShared && closed) return err({ kind: 'conflict', message: closed });
    if (isShared && own[contact].value === null) {
      return err({ kind: 'conflict', message: `You have no ${contact} here that could be shared.` });
    }
    sharingStatements(db)[side][contact].run(isShared ? 1 : 0, id);
    return ok({ id });
  },
});

const leavingStatements = statementsOf((sqlite) => ({
  /** Deletes conversations without a remaining participant. */
  drop: sqlite.prepare<[{ user: string }]>(
    `DELETE FROM conversations WHERE id IN (
       SELECT id FROM conversations WHERE buyer_user_id = @user AND seller_key_id IS NULL
                                      AND (seller_user_id IS NULL OR seller_user_id = @user)
       UNION SELECT id FROM conversations WHERE seller_user_id = @user AND buyer_user_id IS NULL
                                            AND buyer_key_hash IS NULL)`,
  ),
  asBuyer: sqlite.prepare<[string]>(
    `UPDATE conversations SET buyer_user_id = NULL, buyer_name = NULL, buyer_email = NULL, buyer_phone = NULL,
            buyer_shares_phone = 0, buyer_shares_email = 0 WHERE buyer_user_id = ?`,
  ),
  asSeller: sqlite.prepare<[string]>(
    `UPDATE conversations SET seller_user_id = NULL, seller_shares_phone = 0, seller_shares_email = 0
      WHERE seller_user_id = ?`,
  ),
}));

/**
 * Anonymizes a deleted user's conversations: messages to others stay with their recipients, under 'Deleted account',
 * while the user's name, phone and email are removed. Within the transaction that deletes the account.
 */
export function leaveConversations(db: Database, userId: string): void {
  const { drop, asBuyer, asSeller } = leavingStatements(db);
  drop.run({ user: userId });
  asBuyer.run(userId);
  asSeller.run(userId);
}
