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
import { repeats, repetitionError } from './unwanted-messages.server';

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
function mailOtherSide(db: Database, { conversationId, side, now }: NewMessage): void {
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
export function addMessage(db: Database, { operatorId, ...message }: NewMessage): number {
  const { lastInsertRowid } = messageQueries(db).add.run({ ...message, operatorId: operatorId ?? null });
  messageQueries(db)[message.side].run(message);
  mailOtherSide(db, message);
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
    const error = closedConversationError(db, conversation);
    if (error) return err(error);
    if (repeats(db, conversation, text)) return err(repetitionError('text'));
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
 * Joins the conversations that a browser began as a visitor to the account that is signed in there (docs/product.md,
 * "Inbox"). Only on request, because browsers are shared. Their private links end, and who blocked the visitor now
 * blocks the user. A conversation about an offer of the same account is left out. Idempotent.
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
    // What was written to the business, and visits, belong to the account as well: to its own data, and to its end.
    db.update(contactMessages)
      .set({ userId })
      .where(and(inArray(contactMessages.id, ids), isNull(contactMessages.userId)))
      .run();
    db.update(appointments).set({ userId, keyHash: null }).where(inArray(appointments.id, ids)).run();
    const whoBlocksAlready = db
      .select({ id: blockedSenders.userId })
      .from(blockedSenders)
      .where(eq(blockedSenders.blockedUserId, userId));
    db.update(blockedSenders)
      .set({ blockedUserId: userId, blockedVisitorHash: null })
      .where(
        and(
          eq(blockedSenders.blockedVisitorHash, messagesHash),
          ne(blockedSenders.userId, userId),
          notInArray(blockedSenders.userId, whoBlocksAlready),
        ),
      )
      .run();
    return ok({ joined: ids.length });
  },
});
