import { and, eq, gt, inArray, isNull, ne, notInArray, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import type { ConversationSide } from '~db/enums';
import { appointments, blockedSenders, contactMessages, conversationMessages, conversations } from '~db/schema';
import { queueMail, sendsMail } from '../outbox/outbox.server';
import { signedIn } from '../shared/actor';
import { type CommandContext, defineCommand } from '../shared/command.server';
import { commitIfPossible } from '../shared/group-commit.server';
import { preparedOf } from '../shared/memoize.server';
import { err, fixErrors, ok, type Result } from '../shared/result';
import {
  type ContactKind,
  type Conversation,
  type ConversationName,
  contactKinds,
  conversationNotFound,
} from './conversation';
import {
  conversationName,
  findConversation,
  replyText,
  conversationFullError,
  closedConversationError,
} from './conversation.queries.server';
import { isRepetition, repetitionError } from './unwanted-messages.server';

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
    // A seller's reply also clears the spam flag, because the seller considers the buyer a person.
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
      // A message to the business contains the address itself.
      buyerEmail: sql<string | null>`coalesce(${conversations.buyerEmail}, ${contactMessages.email})`,
      isSuspect: conversations.isSuspect,
      deskRequestId: conversations.deskRequestId,
    })
    .from(conversations)
    .leftJoin(contactMessages, eq(contactMessages.id, conversations.deskRequestId))
    .where(isId)
    .prepare(),
);

/** Notifies the other side of a conversation of a new message, if it has an email address. */
function mailOtherSide(db: Database, { conversationId, side, now }: NewMessage): void {
  if (!sendsMail(db)) return;
  const found = recipients(db).get({ conversationId });
  // Sellers get no mail about suspected spam.
  if (!found || (side === 'buyer' && found.isSuspect)) return;
  const userId = side === 'buyer' ? found.sellerUserId : found.buyerUserId;
  const address = side === 'buyer' ? null : found.buyerEmail;
  const to = userId === null ? address !== null && { address } : { userId };
  const kind = found.deskRequestId === null ? 'message' : 'answer';
  if (to) queueMail(db, { kind, aboutId: conversationId, to, now: new Date(now) });
}

/** Adds a message of one side, unread by the other, within the transaction of the calling command. @returns its id */
export function addMessage(db: Database, { operatorId, ...message }: NewMessage): number {
  const { lastInsertRowid } = messageQueries(db).add.run({ ...message, operatorId: operatorId ?? null });
  messageQueries(db)[message.side].run(message);
  mailOtherSide(db, message);
  return Number(lastInsertRowid);
}

/**
 * Adds the desk's reply to the conversation about a request, within the transaction of the calling command. Every reply
 * of the business is written here.
 *
 * @param requestId id of a stored request, which is also the id of its conversation
 * @returns a conflict when the conversation is full
 */
export function addDeskReply(
  { db, now }: CommandContext,
  { requestId, text, operatorId }: { requestId: string; text: string; operatorId: string },
): Result<null> {
  const error = conversationFullError(db, requestId);
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
 * Marks a conversation as read by one side. If the database cannot be written, the conversation is shown anyway and stays
 * unread.
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

type Reply = { conversation: ConversationName; text: string };
/** A message just written, with the id of its conversation. */
type WrittenMessage = { id: string; messageId: number; text: string; createdAt: string };

const reply = z.object({ conversation: conversationName, text: replyText });

/**
 * Adds a message to a conversation, from the actor's side.
 *
 * @returns not-found for an actor who is neither the buyer nor the seller; a conflict when the conversation is closed
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
    const error = closedConversationError(db, conversation);
    if (error) return err(error);
    if (isRepetition(db, conversation, text)) return err(repetitionError('text'));
    const { id, side } = conversation;
    const createdAt = now.toISOString();
    const messageId = addMessage(db, { conversationId: id, side, text, now: createdAt });
    return ok({ id, messageId, text, createdAt });
  },
});

type Sharing = { conversation: ConversationName; contact: ContactKind; isShared: boolean };

/** Fields of a request to share a contact detail, or to stop sharing it. */
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
 * Shares the actor's phone or email with the other side of a conversation, or stops sharing it; idempotent. The other
 * side may have noted down a shared contact detail; the page says so.
 *
 * @returns not-found for an actor who is neither the buyer nor the seller; a conflict when there is nothing to share, or
 *   the conversation is closed
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
 * Anonymizes a deleted user's conversations, within the transaction that deletes the account: messages to others stay
 * with their recipients, under 'Deleted account', and the user's name, phone and email are removed.
 */
export function anonymizeConversations(db: Database, userId: string): void {
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

/**
 * Moves the conversations that a browser started as a visitor to the account that is signed in there (docs/product.md,
 * "Inbox"). Only on request, because browsers are shared. Their private links become invalid, and users who blocked the
 * visitor now block the user. A conversation about the account's own offer is left out. Idempotent.
 */
export const joinConversations = defineCommand<object, { joined: number }>({
  name: 'join-conversations',
  schema: () => z.object({}),
  invalidMessage: () => fixErrors,
  limit: 'write',
  run(_input, { db, actor }) {
    const user = signedIn(actor);
    if (!user.ok) return user;
    const userId = user.value.id;
    const { messagesHash } = actor;
    if (!messagesHash) return ok({ joined: 0 });
    const joined = db
      .update(conversations)
      .set({ buyerUserId: userId, buyerKeyHash: null, buyerVisitorHash: null })
      .where(
        and(
          eq(conversations.buyerVisitorHash, messagesHash),
          or(isNull(conversations.sellerUserId), ne(conversations.sellerUserId, userId)),
        ),
      )
      .returning({ id: conversations.id })
      .all();
    const ids = joined.map(({ id }) => id);
    // Messages to the business and visits move too, so that they are exported and deleted with the account.
    db.update(contactMessages)
      .set({ userId })
      .where(and(inArray(contactMessages.id, ids), isNull(contactMessages.userId)))
      .run();
    db.update(appointments).set({ userId, keyHash: null }).where(inArray(appointments.id, ids)).run();
    const alreadyBlocking = db
      .select({ id: blockedSenders.userId })
      .from(blockedSenders)
      .where(eq(blockedSenders.blockedUserId, userId));
    db.update(blockedSenders)
      .set({ blockedUserId: userId, blockedVisitorHash: null })
      .where(
        and(
          eq(blockedSenders.blockedVisitorHash, messagesHash),
          ne(blockedSenders.userId, userId),
          notInArray(blockedSenders.userId, alreadyBlocking),
        ),
      )
      .run();
    return ok({ joined: ids.length });
  },
});
