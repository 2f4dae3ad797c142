import { randomUUID } from 'node:crypto';
import { and, count, desc, eq, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import type { ConversationSide } from '~db/enums';
import { blockedSenders, conversationMessages, conversations, heldReplies } from '~db/schema/conversations';
import { memoizePrepared } from '~db/statements';
import { type Actor, requireUser } from '../shared/actor';
import { defineCommand } from '../shared/command.server';
import { dayMs, getTimestampBefore } from '../shared/dates';
import { createPagination, type Page } from '../shared/pagination.server';
import { type AppError, err, invalid, ok } from '../shared/result';
import {
  type BlockedSender,
  blockedSendersPerPage,
  type Conversation,
  type ConversationName,
  conversationNotFound,
} from './conversation';
import { conversationName, findConversation } from './conversation.queries.server';

const normalizeWords = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim() || text;

const maxCompared = 40;
/** Shorter texts recur in any conversation, and are repetitions only if the other side has not replied in between. */
const minRepetitionLength = 20;

const latest = memoizePrepared((db) =>
  db
    .select({ side: conversationMessages.side, text: conversationMessages.text })
    .from(conversationMessages)
    .where(eq(conversationMessages.conversationId, sql.placeholder('conversationId')))
    .orderBy(desc(conversationMessages.id))
    .limit(maxCompared)
    .prepare(),
);

export function isRepetition(db: Database, { id, side }: Pick<Conversation, 'id' | 'side'>, text: string): boolean {
  const words = normalizeWords(text);
  const messages = latest(db).all({ conversationId: id });
  const otherSideWrote = messages.findIndex((message) => message.side !== side);
  const isLong = [...words].length >= minRepetitionLength;
  const compared = isLong || otherSideWrote < 0 ? messages : messages.slice(0, otherSideWrote);
  return compared.some((message) => message.side === side && normalizeWords(message.text) === words);
}

const maxSellersPerText = 3;

type Sent = {
  since: string;
  email: string;
  user: string | null;
  visitor: string | null;
  message: string;
  most: number;
};

// Raw: the forced index keeps a day with many conversations from being read in full.
const sellersWithText = memoizePrepared(({ $client }) =>
  $client
    .prepare<[Sent], number>(
      `SELECT count(*) FROM (
         SELECT id, buyer_user_id, buyer_visitor_hash, buyer_email FROM conversations INDEXED BY conversations_newest
          WHERE created_at > @since AND desk_request_id IS NULL ORDER BY created_at DESC LIMIT @most) c
        WHERE (buyer_user_id = @user OR buyer_visitor_hash = @visitor OR buyer_email = @email COLLATE NOCASE)
          AND EXISTS (SELECT 1 FROM conversation_messages m
                       WHERE m.conversation_id = c.id AND m.side = 'buyer' AND m.text = @message)`,
    )
    .pluck(),
);

type SentText = { email: string; userId: string | null; visitorHash: string | null; message: string; now: Date };

export function isSentToMany(db: Database, { email, userId, visitorHash, message, now }: SentText): boolean {
  const since = getTimestampBefore(now, dayMs);
  const sent = { since, email, user: userId, visitor: visitorHash, message, most: 500 };
  return (sellersWithText(db).get(sent) ?? 0) >= maxSellersPerText;
}

export const createRepetitionError = (field: 'message' | 'text') => invalid({ [field]: { code: 'repeated_message' } });

const maxBlockedSenders = 500;

/** Identity of a sender; exactly one is set while the sender exists. */
type SenderIdentity = Record<'blockedUserId' | 'blockedVisitorHash' | 'blockedKeyId', string | null>;

const noSender: SenderIdentity = { blockedUserId: null, blockedVisitorHash: null, blockedKeyId: null };

function findSender(db: Database, side: ConversationSide, conversationId: string): SenderIdentity | null {
  const { sellerUserId, sellerKeyId, buyerUserId, buyerVisitorHash, buyerKeyHash } = conversations;
  const row = db
    .select({ sellerUserId, sellerKeyId, buyerUserId, buyerVisitorHash, buyerKeyHash })
    .from(conversations)
    .where(eq(conversations.id, conversationId))
    .get();
  if (!row) return null;
  const sender =
    side === 'buyer'
      ? { ...noSender, blockedUserId: row.buyerUserId, blockedVisitorHash: row.buyerVisitorHash ?? row.buyerKeyHash }
      : { ...noSender, blockedUserId: row.sellerUserId, blockedKeyId: row.sellerKeyId };
  return Object.values(sender).some((value) => value !== null) ? sender : null;
}

/** Condition for rows of a sender. Each column has a partial index of the rows that have it, hence `isNotNull`. */
const isSender = ({ blockedUserId, blockedVisitorHash, blockedKeyId }: SenderIdentity): SQL | undefined => {
  const of = (
    column:
      | typeof blockedSenders.blockedUserId
      | typeof blockedSenders.blockedVisitorHash
      | typeof blockedSenders.blockedKeyId,
    value: string | null,
  ) => (value === null ? undefined : and(isNotNull(column), eq(column, value)));
  return or(
    of(blockedSenders.blockedUserId, blockedUserId),
    of(blockedSenders.blockedVisitorHash, blockedVisitorHash),
    of(blockedSenders.blockedKeyId, blockedKeyId),
  );
};

const isOwn = (userId: string): SQL => eq(blockedSenders.userId, userId);

export function isBlockedBy(db: Database, userId: string, { user, messagesHash }: Actor): boolean {
  const sender = {
    ...noSender,
    blockedUserId: user?.id ?? null,
    blockedVisitorHash: user ? null : (messagesHash ?? null),
  };
  const identity = isSender(sender);
  if (!identity) return false;
  return (
    db
      .select({ id: blockedSenders.id })
      .from(blockedSenders)
      .where(and(isOwn(userId), identity))
      .get() !== undefined
  );
}

const countBlockedSenders = (db: Database, userId: string): number =>
  db.select({ senders: count() }).from(blockedSenders).where(isOwn(userId)).get()?.senders ?? 0;

export function findBlockedSenders(
  db: Database,
  userId: string,
  { page, limit = blockedSendersPerPage }: { page: number; limit?: number },
): Page<BlockedSender> {
  const { id, name, createdAt } = blockedSenders;
  const items = db
    .select({ id, name, createdAt })
    .from(blockedSenders)
    .where(isOwn(userId))
    .orderBy(desc(createdAt), id)
    .limit(limit)
    .offset((page - 1) * limit)
    .all();
  return { items, pagination: createPagination({ page, limit }, countBlockedSenders(db, userId)) };
}

type Blocking = { conversation: ConversationName; isBlocked: boolean };

/** In all conversations with it. Idempotent. @returns not-found for an actor on neither side */
export const blockSender = defineCommand<Blocking, { id: string }>({
  name: 'block-sender',
  schema: () => z.object({ conversation: conversationName, isBlocked: z.boolean() }),
  limit: 'write',
  run({ conversation: name, isBlocked }, { db, actor, now }) {
    const user = requireUser(actor);
    if (!user.ok) return user;
    const conversation = findConversation(db, name, actor);
    if (!conversation) return err(conversationNotFound);
    const { id, side, otherName } = conversation;
    const sender = findSender(db, side === 'buyer' ? 'seller' : 'buyer', id);
    if (!sender) return err({ kind: 'conflict', code: 'correspondent_deleted' });
    const userId = user.value.id;
    if (!isBlocked) {
      db.delete(blockedSenders)
        .where(and(isOwn(userId), isSender(sender)))
        .run();
      return ok({ id });
    }
    if (conversation.isBlocked) return ok({ id });
    if (countBlockedSenders(db, userId) >= maxBlockedSenders) {
      return err({ kind: 'conflict', code: 'too_many_blocked_senders', values: { most: maxBlockedSenders } });
    }
    db.insert(blockedSenders)
      .values({ id: randomUUID(), userId, ...sender, name: otherName, createdAt: now.toISOString() })
      .run();
    db.delete(heldReplies)
      .where(and(eq(heldReplies.conversationId, id), ne(heldReplies.side, side)))
      .run();
    return ok({ id });
  },
});

const senderNotFound: AppError = { kind: 'not-found', code: 'blocked_sender_not_found' };
export const senderUnblocked = 'You accept messages from that sender again.';

export const unblockSender = defineCommand<{ id: string }, { id: string }>({
  name: 'unblock-sender',
  schema: () => z.object({ id: z.string() }),
  invalidCode: () => 'blocked_sender_not_found',
  limit: 'write',
  run({ id }, { db, actor }) {
    const user = requireUser(actor);
    if (!user.ok) return user;
    const { changes } = db
      .delete(blockedSenders)
      .where(and(isOwn(user.value.id), eq(blockedSenders.id, id)))
      .run();
    return changes === 0 ? err(senderNotFound) : ok({ id });
  },
});
