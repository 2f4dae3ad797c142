import { randomUUID } from 'node:crypto';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import type { ConversationSide } from '~db/enums';
import { appointments } from '~db/schema/appointments';
import { conversationMessages, conversations } from '~db/schema/conversations';
import { contactMessages } from '~db/schema/requests';
import { memoizePrepared } from '~db/statements';
import { isMailEnabled, queueMail } from '../outbox/outbox.server';
import type { CommandContext } from '../shared/command.server';
import { err, invalid, ok, type Result } from '../shared/result';
import { deriveSecret, generateSecret, sha256 } from '../shared/secrets.server';
import { type ConversationName, isReadyQuestion } from './conversation';
import { checkConversationNotFull, checkConversationOpen, findConversation } from './conversation.queries.server';
import { createRepetitionError, isBlockedBy, isRepetition, isSentToMany } from './unwanted-messages.server';

type NewMessage = {
  conversationId: string;
  side: ConversationSide;
  text: string;
  operatorId?: string;
  now: string;
};

const isId = eq(conversations.id, sql.placeholder('conversationId'));

const messageQueries = memoizePrepared((db) => {
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
    // A seller's reply also clears the spam flag, because the seller considers the buyer a person.
    seller: db
      .update(conversations)
      .set({ buyerUnread: sql`buyer_unread + 1`, sellerUnread: 0, lastWrittenAt, isSuspect: false })
      .where(isId)
      .prepare(),
  };
});

const recipients = memoizePrepared((db) =>
  db
    .select({
      sellerUserId: conversations.sellerUserId,
      buyerUserId: conversations.buyerUserId,
      // A message to the business and a visit contain the address themselves; some that were imported have none.
      buyerEmail: sql<
        string | null
      >`coalesce(${conversations.buyerEmail}, nullif(${contactMessages.email}, ''), ${appointments.email})`,
      isSuspect: conversations.isSuspect,
      deskRequestId: conversations.deskRequestId,
    })
    .from(conversations)
    .leftJoin(contactMessages, eq(contactMessages.id, conversations.deskRequestId))
    .leftJoin(appointments, eq(appointments.id, conversations.deskRequestId))
    .where(isId)
    .prepare(),
);

function mailOtherSide(db: Database, { conversationId, side, now }: NewMessage): void {
  if (!isMailEnabled(db)) return;
  const recipient = recipients(db).get({ conversationId });
  // Sellers get no mail about suspected spam.
  if (!recipient || (side === 'buyer' && recipient.isSuspect)) return;
  const userId = side === 'buyer' ? recipient.sellerUserId : recipient.buyerUserId;
  const address = side === 'buyer' ? null : recipient.buyerEmail;
  const to = userId === null ? address !== null && { address } : { userId };
  const kind = recipient.deskRequestId === null ? 'message' : 'answer';
  if (to) queueMail(db, { kind, aboutId: conversationId, to, now: new Date(now) });
}

/** Adds a message of one side, unread by the other, within the transaction of the calling command. @returns its id */
export function addMessage(db: Database, { operatorId, ...message }: NewMessage): number {
  const { lastInsertRowid } = messageQueries(db).add.run({ ...message, operatorId: operatorId ?? null });
  messageQueries(db)[message.side].run(message);
  mailOtherSide(db, message);
  return Number(lastInsertRowid);
}

/** Within the transaction of the calling command. @returns a conflict when the conversation is full */
export function addDeskReply(
  { db, now }: CommandContext,
  { requestId, text, operatorId }: { requestId: string; text: string; operatorId: string },
): Result<null> {
  const error = checkConversationNotFull(db, requestId);
  if (error) return err(error);
  addMessage(db, { conversationId: requestId, side: 'seller', text, operatorId, now: now.toISOString() });
  return ok(null);
}

export type Seller = {
  /** Exactly one is set: a listing of the sell pages, or a vehicle that a user offers. */
  listingId: string | null;
  vehicleId: string | null;
  listingName: string;
  name: string;
  userId: string | null;
  keyId: string | null;
};

type FirstMessage = {
  name: string;
  email: string;
  phone: string | null;
  subject: string;
  message: string;
  isSuspect: boolean;
  /** The secret that a visitor's browser has from an earlier message; null to create one. */
  visitorSecret: string | null;
};

export type OpenedConversation = {
  id: string;
  /** By id for a user, by the secret of a private link for a visitor, which is returned only this once. */
  name: ConversationName;
  /** Secret by which a visitor's browser finds all its conversations, returned only this once; null for a user. */
  visitorSecret: string | null;
};

/** The browser can show the link again, and the database stores neither secret. */
export const derivePrivateKey = (visitorSecret: string, conversationId: string): string =>
  deriveSecret(visitorSecret, conversationId);

const conversationQueries = memoizePrepared((db) => {
  const prepareBy = (buyer: typeof conversations.buyerUserId | typeof conversations.buyerVisitorHash) =>
    db
      .select({ id: conversations.id })
      .from(conversations)
      .where(
        and(
          // The signs keep the planner to the index of buyers.
          sql`(+${conversations.listingId} = ${sql.placeholder('listing')} OR +${conversations.vehicleId} = ${sql.placeholder('vehicle')})`,
          eq(buyer, sql.placeholder('buyer')),
        ),
      )
      .orderBy(desc(conversations.createdAt))
      .limit(1)
      .prepare();
  return { byUser: prepareBy(conversations.buyerUserId), byVisitor: prepareBy(conversations.buyerVisitorHash) };
});

/** Within a transaction. @returns a conflict when the existing one is closed or full: a new one would bypass that */
export function openConversation(
  { db, actor, now }: CommandContext,
  seller: Seller,
  { name, email, phone, subject, message, isSuspect, visitorSecret: earlierSecret }: FirstMessage,
): Result<OpenedConversation> {
  const timestamp = now.toISOString();
  const userId = actor.user?.id ?? null;
  const { listingId, vehicleId } = seller;
  const knownId =
    userId && conversationQueries(db).byUser.get({ listing: listingId, vehicle: vehicleId, buyer: userId })?.id;
  const before = knownId ? findConversation(db, { id: knownId }, actor) : null;
  const error = before && checkConversationOpen(db, before);
  if (error) return err(error);
  if (!before && seller.userId !== null && isBlockedBy(db, seller.userId, actor)) {
    return err({ kind: 'conflict', code: 'messages_not_accepted' });
  }
  const ofVisitor =
    !userId && earlierSecret
      ? conversationQueries(db).byVisitor.get({ listing: listingId, vehicle: vehicleId, buyer: sha256(earlierSecret) })
      : undefined;
  const compared = before ?? (ofVisitor && { id: ofVisitor.id, side: 'buyer' as const });
  if (compared && isRepetition(db, compared, message)) return createRepetitionError('message');
  const sent = { email, userId, visitorHash: actor.messagesHash ?? null, message, now };
  if (!isReadyQuestion(message) && isSentToMany(db, sent)) {
    return invalid({ message: { code: 'sent_to_many' } });
  }
  const id = before?.id ?? randomUUID();
  const visitorSecret = userId ? null : (earlierSecret ?? generateSecret());
  const key = visitorSecret && derivePrivateKey(visitorSecret, id);
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

/** Within a transaction. @param earlierSecret of a visitor's browser; null to create one */
export function openDeskConversation(
  { db, actor }: CommandContext,
  id: string,
  earlierSecret: string | null,
): OpenedConversation {
  if (actor.user) return { id, name: { id }, visitorSecret: null };
  const visitorSecret = earlierSecret ?? generateSecret();
  const key = derivePrivateKey(visitorSecret, id);
  db.update(conversations)
    .set({ buyerKeyHash: sha256(key), buyerVisitorHash: sha256(visitorSecret) })
    .where(eq(conversations.deskRequestId, id))
    .run();
  return { id, name: { key }, visitorSecret };
}
