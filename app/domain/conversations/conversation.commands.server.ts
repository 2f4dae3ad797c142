import { and, eq, gt, isNull, ne, notInArray, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import type { ConversationSide } from '~db/enums';
import { appointments } from '~db/schema/appointments';
import { blockedSenders, conversations } from '~db/schema/conversations';
import { contactMessages } from '~db/schema/requests';
import { memoizePrepared } from '~db/statements';
import { requireUser } from '../shared/actor';
import { type CommandContext, defineCommand } from '../shared/command.server';
import { failWith, oneOf } from '../shared/fields.server';
import { commitIfPossible } from '../shared/group-commit.server';
import { err, ok } from '../shared/result';
import { addMessage } from './add-message.server';
import {
  type ContactKind,
  type Conversation,
  type ConversationName,
  contactKinds,
  conversationNotFound,
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

/** @returns not-found for an actor on neither side; a conflict when the conversation is closed or full */
export const writeMessage = defineCommand<Reply, WrittenMessage>({
  name: 'write-message',
  schema: () => reply,
  limit: 'write',
  run({ conversation: name, text }, { db, actor, now }) {
    const conversation = findConversation(db, name, actor);
    if (!conversation) return err(conversationNotFound);
    const error = checkConversationOpen(db, conversation);
    if (error) return err(error);
    if (isRepetition(db, conversation, text)) return createRepetitionError('text');
    const { id, side } = conversation;
    const createdAt = now.toISOString();
    const messageId = addMessage(db, { conversationId: id, side, text, now: createdAt });
    return ok({ id, messageId, text, createdAt });
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
