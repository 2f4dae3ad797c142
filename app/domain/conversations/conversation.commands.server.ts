import { and, eq, gt, isNull, lte, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import type { ConversationSide } from '~db/enums';
import { appointments } from '~db/schema/appointments';
import { blockedSenders, conversationMessages, conversations, heldReplies } from '~db/schema/conversations';
import { contactMessages } from '~db/schema/requests';
import { memoizePrepared } from '~db/statements';
import { requireUser } from '../shared/actor';
import { type CommandContext, defineCommand } from '../shared/command.server';
import { failWith, oneOf } from '../shared/fields.server';
import { commitIfPossible } from '../shared/group-commit.server';
import { err, ok, type Result } from '../shared/result';
import { addMessage } from './add-message.server';
import {
  type ContactKind,
  type Conversation,
  type ConversationName,
  contactKinds,
  conversationNotFound,
  heldSeconds,
} from './conversation';
import { checkConversationOpen, conversationName, findConversation, replyText } from './conversation.queries.server';
import { createRepetitionError, isRepetition } from './unwanted-messages.server';

const isId = eq(conversations.id, sql.placeholder('conversationId'));

const readQueries = memoizePrepared((db) => ({
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

/** If the database cannot be written, the conversation is shown anyway and stays unread. */
export function markRead({ id, side }: Conversation, { db }: Pick<CommandContext, 'db'>): void {
  commitIfPossible(db, () => readQueries(db)[side].run({ conversationId: id }));
}

type Reading = { conversation: ConversationName };

/** Marks a conversation as read by the actor's side; idempotent. @returns not-found for an actor on neither side */
export const markConversationRead = defineCommand<Reading, { id: string }>({
  name: 'mark-conversation-read',
  schema: () => z.object({ conversation: conversationName }),
  limit: 'write',
  run({ conversation: name }, { db, actor }) {
    const conversation = findConversation(db, name, actor);
    if (!conversation) return err(conversationNotFound);
    readQueries(db)[conversation.side].run({ conversationId: conversation.id });
    return ok({ id: conversation.id });
  },
});

type Reply = { conversation: ConversationName; text: string };
type WrittenMessage = { id: string; messageId: number; text: string; createdAt: string };

const reply = z.object({ conversation: conversationName, text: replyText });

type Side = Pick<Conversation, 'id' | 'side'>;
type HeldReply = typeof heldReplies.$inferSelect;

const isHeldBy = ({ id, side }: Side): SQL | undefined =>
  and(eq(heldReplies.conversationId, id), eq(heldReplies.side, side));

const dueBatch = 100;

const heldQueries = memoizePrepared((db) => {
  const isDue = lte(heldReplies.sendAt, sql.placeholder('now'));
  const isOwn = and(
    eq(heldReplies.conversationId, sql.placeholder('id')),
    eq(heldReplies.side, sql.placeholder('side')),
  );
  return {
    due: db.select().from(heldReplies).where(isDue).orderBy(heldReplies.sendAt).limit(dueBatch).prepare(),
    isAnyDue: db.select({ sendAt: heldReplies.sendAt }).from(heldReplies).where(isDue).limit(1).prepare(),
    own: db.select().from(heldReplies).where(isOwn).prepare(),
  };
});

/** What this side can still undo, or is about to be sent. */
export const findHeldReply = (db: Database, { id, side }: Side): HeldReply | null =>
  heldQueries(db).own.get({ id, side }) ?? null;

export const isReplyDue = (db: Database, now: Date): boolean =>
  heldQueries(db).isAnyDue.get({ now: now.toISOString() }) !== undefined;

/** Its time identifies the message, also of one that is sent early. */
function sendHeld(db: Database, { conversationId, side, text, sendAt }: HeldReply): void {
  db.delete(heldReplies)
    .where(isHeldBy({ id: conversationId, side }))
    .run();
  addMessage(db, { conversationId, side, text, now: sendAt });
}

/** At once, within the transaction of the calling command. */
function sendHeldReply(db: Database, conversation: Side): void {
  const held = findHeldReply(db, conversation);
  if (held) sendHeld(db, held);
}

const isReplySent = (db: Database, { id, side }: Side, sendAt: string): boolean =>
  db
    .select({ id: conversationMessages.id })
    .from(conversationMessages)
    .where(
      and(
        eq(conversationMessages.conversationId, id),
        eq(conversationMessages.side, side),
        eq(conversationMessages.createdAt, sendAt),
      ),
    )
    .get() !== undefined;

/** @returns their number, at most a batch */
export function sendDueReplies(db: Database, now: Date): number {
  const due = heldQueries(db).due.all({ now: now.toISOString() });
  for (const held of due) sendHeld(db, held);
  return due.length;
}

/** Sends what this side has held back, so that the messages stay in their order. */
function findOpenConversation(
  { conversation: name, text }: Reply,
  { db, actor }: CommandContext,
): Result<Conversation> {
  const conversation = findConversation(db, name, actor);
  if (!conversation) return err(conversationNotFound);
  const error = checkConversationOpen(db, conversation);
  if (error) return err(error);
  sendHeldReply(db, conversation);
  return isRepetition(db, conversation, text) ? createRepetitionError('text') : ok(conversation);
}

/** @returns not-found for an actor on neither side; a conflict when the conversation is closed or full */
export const writeMessage = defineCommand<Reply, WrittenMessage>({
  name: 'write-message',
  schema: () => reply,
  limit: 'write',
  run({ conversation: name, text }, context) {
    const conversation = findOpenConversation({ conversation: name, text }, context);
    if (!conversation.ok) return conversation;
    const { db, now } = context;
    const { id, side } = conversation.value;
    const createdAt = now.toISOString();
    const messageId = addMessage(db, { conversationId: id, side, text, now: createdAt });
    return ok({ id, messageId, text, createdAt });
  },
});

/** Becomes a message after ten seconds. @returns the errors of `writeMessage` */
export const holdReply = defineCommand<Reply, { id: string }>({
  name: 'hold-reply',
  schema: () => reply,
  limit: 'write',
  run(written, context) {
    const conversation = findOpenConversation(written, context);
    if (!conversation.ok) return conversation;
    const { id, side } = conversation.value;
    const sendAt = new Date(context.now.getTime() + heldSeconds * 1000).toISOString();
    context.db.insert(heldReplies).values({ conversationId: id, side, text: written.text, sendAt }).run();
    return ok({ id });
  },
});

/** Idempotent: false once it is sent. @returns not-found for an actor on neither side */
export const undoReply = defineCommand<{ conversation: ConversationName; sendAt: string }, { isUndone: boolean }>({
  name: 'undo-reply',
  schema: () => z.object({ conversation: conversationName, sendAt: z.string() }),
  limit: 'write',
  run({ conversation: name, sendAt }, { db, actor, now }) {
    const conversation = findConversation(db, name, actor);
    if (!conversation) return err(conversationNotFound);
    if (sendAt <= now.toISOString()) sendHeldReply(db, conversation);
    db.delete(heldReplies)
      .where(and(isHeldBy(conversation), eq(heldReplies.sendAt, sendAt)))
      .run();
    return ok({ isUndone: !isReplySent(db, conversation, sendAt) });
  },
});

type Sharing = { conversation: ConversationName; contact: ContactKind; isShared: boolean };

export const sharingFields = z.object({
  contact: oneOf('Contact', contactKinds),
  isShared: z.boolean(failWith({ code: 'not_an_option', values: { label: 'isShared', options: 'true or false' } })),
});
const sharing = sharingFields.extend({ conversation: conversationName });

const sharingColumns = {
  buyer: { phone: 'buyerSharesPhone', email: 'buyerSharesEmail' },
  seller: { phone: 'sellerSharesPhone', email: 'sellerSharesEmail' },
} as const satisfies Record<ConversationSide, Record<ContactKind, keyof typeof conversations.$inferInsert>>;

/** Idempotent. @returns not-found for an actor on neither side; a conflict when closed, or nothing to share */
export const shareContact = defineCommand<Sharing, { id: string }>({
  name: 'share-contact',
  schema: () => sharing,
  limit: 'write',
  run({ conversation: name, contact, isShared }, { db, actor }) {
    const conversation = findConversation(db, name, actor);
    if (!conversation) return err(conversationNotFound);
    const { id, side, own, closed } = conversation;
    if (isShared && closed) return err({ kind: 'conflict', ...closed });
    if (isShared && own[contact].value === null) {
      return err({ kind: 'conflict', code: 'no_contact_to_share', values: { contact } });
    }
    db.update(conversations)
      .set({ [sharingColumns[side][contact]]: isShared })
      .where(eq(conversations.id, id))
      .run();
    return ok({ id });
  },
});

/** Messages to others stay, under 'Deleted account', in the transaction that deletes the account. */
export function anonymizeConversations(db: Database, userId: string): void {
  const isBuyer = eq(conversations.buyerUserId, userId);
  const isSeller = eq(conversations.sellerUserId, userId);
  const hasNoSeller = and(isNull(conversations.sellerKeyId), or(isNull(conversations.sellerUserId), isSeller));
  const hasNoBuyer = and(isNull(conversations.buyerUserId), isNull(conversations.buyerKeyHash));
  // Conversations without a remaining participant.
  db.delete(conversations).where(and(isBuyer, hasNoSeller)).run();
  db.delete(conversations).where(and(isSeller, hasNoBuyer)).run();
  for (const [side, isOwn] of [
    ['buyer', isBuyer],
    ['seller', isSeller],
  ] as const) {
    const held = db
      .select({ id: conversations.id })
      .from(conversations)
      .crossJoin(heldReplies)
      .where(and(isOwn, eq(heldReplies.conversationId, conversations.id), eq(heldReplies.side, side)))
      .all();
    for (const { id } of held) db.delete(heldReplies).where(isHeldBy({ id, side })).run();
  }
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

/** Only on request, because browsers are shared. Private links become invalid. Idempotent. */
export const joinConversations = defineCommand<object, { joined: number }>({
  name: 'join-conversations',
  schema: () => z.object({}),
  limit: 'write',
  run(_input, { db, actor }) {
    const user = requireUser(actor);
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
    // Messages to the business and visits move too, so that they are exported and deleted with the account.
    for (const { id } of joined) {
      db.update(contactMessages)
        .set({ userId })
        .where(and(eq(contactMessages.id, id), isNull(contactMessages.userId)))
        .run();
      db.update(appointments).set({ userId, keyHash: null }).where(eq(appointments.id, id)).run();
    }
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
    return ok({ joined: joined.length });
  },
});
