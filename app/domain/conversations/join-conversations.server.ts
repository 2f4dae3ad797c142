import { and, eq, inArray, isNull, ne, notInArray, or } from 'drizzle-orm';
import { z } from 'zod';
import { appointments, blockedSenders, contactMessages, conversations } from '~db/schema';
import { signedIn } from '../shared/actor';
import { defineCommand } from '../shared/command.server';
import { fixErrors, ok } from '../shared/result';

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
