import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import type { ConversationSide } from '~db/enums';
import { contactMessages, conversationMessages, conversations } from '~db/schema';
import { queueMail, sendsMail } from '../outbox/outbox.server';
import { type CommandContext, defineCommand } from '../shared/command.server';
import { derivedSecret, newSecret, sha256 } from '../shared/crypto.server';
import { commitIfPossible } from '../shared/group-commit.server';
import { preparedOf } from '../shared/memoize.server';
import { type AppError, err, fixErrors, ok, type Result } from '../shared/result';
import {
  type ContactKind,
  type Conversation,
  type ConversationName,
  contactKinds,
  conversationNotFound,
  sentToMany,
  takesNoMore,
  writtenBefore,
} from './conversation';
import { isBlockedBy } from './blocked-senders.server';
import { findConversation, type Seller, whyFull, whyNothingMore } from './conversation.queries.server';
import { isSentToMany, repeats } from './repetitions.server';
import { conversationName, replyText } from './conversation.schema.server';

type NewMessage = {
  conversationId: string;
  side: ConversationSide;
  text: string;
  /** The operator who writes for the desk. */
  operatorId?: string;
  now: string;
};

const isId = eq(conversations.id, sql.placeholder('conversationId'));

const messageQueries = preparedOf((db) => {
  const lastWrittenAt = sql`${sql.placeholder('now')}`;
  return {
    add: db
      .insert(conversationMessages)
      .values({
        conversationId: sql.placeholder('conversationId'),
        side: sql.placeholder('side'),
        text: sql.placeholder('text'),
        operatorId: sql.placeholder('operatorId'),
        createdAt: sql.placeholder('now'),
      })
      .prepare(),
    // A reply marks the messages of the other side as read.
    buyer: db
      .update(conversations)
      .set({ sellerUnread: sql`seller_unread + 1`, buyerUnread: 0, lastWrittenAt })
      .where(isId)
      .prepare(),
    // A seller's reply also clears the spam flag, because it shows that the seller takes the buyer for a person.
    seller: db
      .update(conversations)
      .set({ buyerUnread: sql`buyer_unread + 1`, sellerUnread: 0, lastWrittenAt, isSuspect: false })
      .where(isId)
      .prepare(),
  };
});

const recipients = preparedOf((db) =>
  db
    .select({
      sellerUserId: conversations.sellerUserId,
      buyerUserId: conversations.buyerUserId,
      // What is written to the business has the address in the message itself.
      buyerEmail: sql<string | null>`coalesce(${conversations.buyerEmail}, ${contactMessages.email})`,
      isSuspect: conversations.isSuspect,
      deskRequestId: conversations.deskRequestId,
    })
    .from(conversations)
    .leftJoin(contactMessages, eq(contactMessages.id, conversations.deskRequestId))
    .where(isId)
    .prepare(),
);

/** Mails the other side of a conversation that something was written, where it has given an address. */
function tellOtherSide(db: Database, { conversationId, side, now }: NewMessage): void {
  if (!sendsMail(db)) return;
  const found = recipients(db).get({ conversationId });
  // A seller is not fetched for what looks automated.
  if (!found || (side === 'buyer' && found.isSuspect)) return;
  const userId = side === 'buyer' ? found.sellerUserId : found.buyerUserId;
  const address = side === 'buyer' ? null : found.buyerEmail;
  const to = userId === null ? address !== null && { address } : { userId };
  const kind = found.deskRequestId === null ? 'message' : 'answer';
  if (to) queueMail(db, { kind, aboutId: conversationId, to, now: new Date(now) });
}

/** Adds a message of one side, unread by the other, within the transaction of the calling command. @returns its id */
function addMessage(db: Database, { operatorId, ...message }: NewMessage): number {
  const { lastInsertRowid } = messageQueries(db).add.run({ ...message, operatorId: operatorId ?? null });
  messageQueries(db)[message.side].run(message);
  tellOtherSide(db, message);
  return Number(lastInsertRowid);
}

/**
 * Adds the desk's reply to the conversation about a request, within the transaction of the calling command: every reply
 * of the business is written here.
 *
 * @param requestId id of a stored request, which is that of its conversation
 * @returns a conflict where the conversation is full
 */
export function addDeskReply(
  { db, now }: CommandContext,
  { requestId, text, operatorId }: { requestId: string; text: string; operatorId: string },
): Result<null> {
  const error = whyFull(db, requestId);
  if (error) return err(error);
  addMessage(db, { conversationId: requestId, side: 'seller', text, operatorId, now: now.toISOString() });
  return ok(null);
}

const readQueries = preparedOf((db) => ({
  buyer: db
    .update(conversations)
    .set({ buyerUnread: 0 })
    .where(and(isId, gt(conversations.buyerUnread, 0)))
    .prepare(),
  seller: db
    .update(conversations)
    .set({ sellerUnread: 0 })
    .where(and(isId, gt(conversations.sellerUnread, 0)))
    .prepare(),
}));

/**
 * Marks a conversation as read by one side. Where the database cannot be written, the conversation is still shown, and
 * stays unread.
 */
export function markRead({ id, side }: Conversation, { db }: Pick<CommandContext, 'db'>): void {
  commitIfPossible(db, () => readQueries(db)[side].run({ conversationId: id }));
}

type Reading = { conversation: ConversationName };

/** Marks a conversation as read by the actor's side; idempotent. @returns not-found for an actor on neither side */
export const markConversationRead = defineCommand<Reading, { id: string }>({
  name: 'mark-conversation-read',
  schema: () => z.object({ conversation: conversationName }),
  invalidMessage: () => fixErrors,
  limit: 'write',
  run({ conversation: name }, { db, actor }) {
    const conversation = findConversation(db, name, actor);
    if (!conversation) return err(conversationNotFound);
    readQueries(db)[conversation.side].run({ conversationId: conversation.id });
    return ok({ id: conversation.id });
  },
});

type FirstMessage = {
  name: string;
  email: string;
  phone: string | null;
  subject: string;
  message: string;
  isSuspect: boolean;
  /** The secret that a visitor's browser has from an earlier message; null for a new one. */
  visitorSecret: string | null;
};

export type OpenedConversation = {
  id: string;
  /**
   * Identifies the conversation for its buyer: by its id for a user, by the secret of a private link for a visitor,
   * which is returned only this once.
   */
  name: ConversationName;
  /** By which a visitor's browser finds all its conversations, returned as the link is; null for a user. */
  visitorSecret: string | null;
};

/**
 * The secret of a visitor's private link follows from that of the browser, so that the browser can show the link again
 * and the database needs neither of them.
 */
export const privateKeyOf = (visitorSecret: string, conversationId: string): string =>
  derivedSecret(visitorSecret, conversationId);

const repetitionOf = (field: 'message' | 'text'): AppError => ({
  kind: 'invalid',
  message: fixErrors,
  errors: { [field]: writtenBefore },
});

const known = preparedOf((db) =>
  db
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      and(
        or(
          eq(conversations.listingId, sql.placeholder('listing')),
          eq(conversations.vehicleId, sql.placeholder('vehicle')),
        ),
        eq(conversations.buyerUserId, sql.placeholder('buyer')),
      ),
    )
    .orderBy(desc(conversations.createdAt))
    .limit(1)
    .prepare(),
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
  { name, email, phone, subject, message, isSuspect, visitorSecret: earlierSecret }: FirstMessage,
): Result<OpenedConversation> {
  const timestamp = now.toISOString();
  const userId = actor.user?.id ?? null;
  const { listingId, vehicleId } = seller;
  const knownId = userId && known(db).get({ listing: listingId, vehicle: vehicleId, buyer: userId })?.id;
  const before = knownId ? findConversation(db, { id: knownId }, actor) : null;
  const error = before && whyNothingMore(db, before);
  if (error) return err(error);
  if (!before && seller.userId !== null && isBlockedBy(db, seller.userId, actor)) {
    return err({ kind: 'conflict', message: takesNoMore });
  }
  if (before && repeats(db, before, message)) return err(repetitionOf('message'));
  if (isSentToMany(db, { email, userId, visitorHash: actor.messagesHash ?? null, message, now })) {
    return err({ kind: 'invalid', message: fixErrors, errors: { message: sentToMany } });
  }
  const id = before?.id ?? randomUUID();
  const visitorSecret = userId ? null : (earlierSecret ?? newSecret());
  const key = visitorSecret && privateKeyOf(visitorSecret, id);
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
        buyerVisitorHash: visitorSecret && sha256(visitorSecret),
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
  return ok({ id, name: key === null ? { id } : { key }, visitorSecret });
}

/**
 * The conversation of a request that was just stored, for the customer who sent it: a visitor gets a private link, and
 * finds it in the inbox of the browser. Within the transaction of the sending command.
 *
 * @param earlierSecret the secret that a visitor's browser has from an earlier message; null for a new one
 */
export function openDeskConversation(
  { db, actor }: CommandContext,
  id: string,
  earlierSecret: string | null,
): OpenedConversation {
  if (actor.user) return { id, name: { id }, visitorSecret: null };
  const visitorSecret = earlierSecret ?? newSecret();
  const key = privateKeyOf(visitorSecret, id);
  db.update(conversations)
    .set({ buyerKeyHash: sha256(key), buyerVisitorHash: sha256(visitorSecret) })
    .where(eq(conversations.deskRequestId, id))
    .run();
  return { id, name: { key }, visitorSecret };
}

type Reply = { conversation: ConversationName; text: string };
/** A message just written, with the id of its conversation. */
type WrittenMessage = { id: string; messageId: number; text: string; createdAt: string };

const reply = z.object({ conversation: conversationName, text: replyText });

/**
 * Adds a message to a conversation, from the actor's side.
 *
 * @returns not-found for an actor who is neither the buyer nor the seller; a conflict where the conversation is closed
 *   or full
 */
export const writeMessage = defineCommand<Reply, WrittenMessage>({
  name: 'write-message',
  schema: () => reply,
  invalidMessage: () => fixErrors,
  limit: 'write',
  run({ conversation: name, text }, { db, actor, now }) {
    const conversation = findConversation(db, name, actor);
    if (!conversation) return err(conversationNotFound);
    const error = whyNothingMore(db, conversation);
    if (error) return err(error);
    if (repeats(db, conversation, text)) return err(repetitionOf('text'));
    const { id, side } = conversation;
    const createdAt = now.toISOString();
    const messageId = addMessage(db, { conversationId: id, side, text, now: createdAt });
    return ok({ id, messageId, text, createdAt });
  },
});

type Sharing = { conversation: ConversationName; contact: ContactKind; isShared: boolean };

/** What a client gives to share a contact detail, or to stop. */
export const sharingFields = z.object({
  contact: z.enum(contactKinds, { error: 'Contact must be phone or email' }),
  isShared: z.boolean({ error: 'isShared must be true or false' }),
});
const sharing = sharingFields.extend({ conversation: conversationName });

const sharingColumns = {
  buyer: { phone: 'buyerSharesPhone', email: 'buyerSharesEmail' },
  seller: { phone: 'sellerSharesPhone', email: 'sellerSharesEmail' },
} as const satisfies Record<ConversationSide, Record<ContactKind, keyof typeof conversations.$inferInsert>>;

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
    db.update(conversations)
      .set({ [sharingColumns[side][contact]]: isShared })
      .where(eq(conversations.id, id))
      .run();
    return ok({ id });
  },
});

/**
 * Anonymizes a deleted user's conversations: messages to others stay with their recipients, under 'Deleted account',
 * while the user's name, phone and email are removed. Within the transaction that deletes the account.
 */
export function leaveConversations(db: Database, userId: string): void {
  const isBuyer = eq(conversations.buyerUserId, userId);
  const isSeller = eq(conversations.sellerUserId, userId);
  const hasNoSeller = and(isNull(conversations.sellerKeyId), or(isNull(conversations.sellerUserId), isSeller));
  const hasNoBuyer = and(isNull(conversations.buyerUserId), isNull(conversations.buyerKeyHash));
  // Conversations without a remaining participant.
  db.delete(conversations)
    .where(or(and(isBuyer, hasNoSeller), and(isSeller, hasNoBuyer)))
    .run();
  db.update(conversations)
    .set({
      buyerUserId: null,
      buyerName: null,
      buyerEmail: null,
      buyerPhone: null,
      buyerSharesPhone: false,
      buyerSharesEmail: false,
    })
    .where(isBuyer)
    .run();
  db.update(conversations)
    .set({ sellerUserId: null, sellerSharesPhone: false, sellerSharesEmail: false })
    .where(isSeller)
    .run();
}
