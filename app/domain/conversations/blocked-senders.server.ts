import { randomUUID } from 'node:crypto';
import { and, count, desc, eq, isNotNull, or, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import type { ConversationSide } from '~db/enums';
import { blockedSenders, conversations } from '~db/schema';
import { type Actor, signedIn } from '../shared/actor';
import { defineCommand } from '../shared/command.server';
import { type PageOf, paginationOf } from '../shared/pagination';
import { type AppError, err, fixErrors, ok } from '../shared/result';
import {
  type BlockedSender,
  blockedSendersPerPage,
  type ConversationName,
  conversationNotFound,
  otherSideGone,
} from './conversation';
import { findConversation } from './conversation.queries.server';
import { conversationName } from './conversation.schema.server';

/** Maximum number of senders that one user blocks. */
const mostBlocked = 500;

/** Who a sender is; exactly one is set where the sender still exists. */
type SenderIdentity = Record<'blockedUserId' | 'blockedVisitorHash' | 'blockedKeyId', string | null>;

const noSender: SenderIdentity = { blockedUserId: null, blockedVisitorHash: null, blockedKeyId: null };

/** The side of a conversation as a sender; null where it deleted its account. */
function senderOn(db: Database, side: ConversationSide, conversationId: string): SenderIdentity | null {
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

/** The index of each identity holds only rows that have it. */
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

/** Whether a user takes no messages of the actor, who writes to that user for the first time. */
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

const countOf = (db: Database, userId: string): number =>
  db.select({ senders: count() }).from(blockedSenders).where(isOwn(userId)).get()?.senders ?? 0;

/** The senders that a user blocked, the latest first. @param page from 1 */
export function blockedSendersOf(
  db: Database,
  userId: string,
  { page, limit = blockedSendersPerPage }: { page: number; limit?: number },
): PageOf<BlockedSender> {
  const { id, name, createdAt } = blockedSenders;
  const items = db
    .select({ id, name, createdAt })
    .from(blockedSenders)
    .where(isOwn(userId))
    .orderBy(desc(createdAt), id)
    .limit(limit)
    .offset((page - 1) * limit)
    .all();
  return { items, pagination: paginationOf({ page, limit }, countOf(db, userId)) };
}

type Blocking = { conversation: ConversationName; isBlocked: boolean };

/**
 * Takes no more messages of the other side of a conversation, in all conversations with it, or takes them again; for
 * signed-in users. Idempotent.
 *
 * @returns not-found for an actor who is neither the buyer nor the seller
 */
export const blockSender = defineCommand<Blocking, { id: string }>({
  name: 'block-sender',
  schema: () => z.object({ conversation: conversationName, isBlocked: z.boolean() }),
  invalidMessage: () => fixErrors,
  limit: 'write',
  run({ conversation: name, isBlocked }, { db, actor, now }) {
    const user = signedIn(actor);
    if (!user.ok) return user;
    const conversation = findConversation(db, name, actor);
    if (!conversation) return err(conversationNotFound);
    const { id, side, otherName } = conversation;
    const sender = senderOn(db, side === 'buyer' ? 'seller' : 'buyer', id);
    if (!sender) return err({ kind: 'conflict', message: otherSideGone });
    const userId = user.value.id;
    if (!isBlocked) {
      db.delete(blockedSenders)
        .where(and(isOwn(userId), isSender(sender)))
        .run();
      return ok({ id });
    }
    if (conversation.isBlocked) return ok({ id });
    if (countOf(db, userId) >= mostBlocked) {
      return err({ kind: 'conflict', message: `You can block up to ${mostBlocked} senders.` });
    }
    db.insert(blockedSenders)
      .values({ id: randomUUID(), userId, ...sender, name: otherName, createdAt: now.toISOString() })
      .run();
    return ok({ id });
  },
});

const senderNotFound: AppError = { kind: 'not-found', message: 'You block no such sender.' };
export const senderUnblocked = 'You take messages from that sender again.';

/** Takes messages again of a sender that the signed-in user blocked. */
export const unblockSender = defineCommand<{ id: string }, { id: string }>({
  name: 'unblock-sender',
  schema: () => z.object({ id: z.string() }),
  invalidMessage: () => senderNotFound.message,
  limit: 'write',
  run({ id }, { db, actor }) {
    const user = signedIn(actor);
    if (!user.ok) return user;
    const { changes } = db
      .delete(blockedSenders)
      .where(and(isOwn(user.value.id), eq(blockedSenders.id, id)))
      .run();
    return changes === 0 ? err(senderNotFound) : ok({ id });
  },
});
