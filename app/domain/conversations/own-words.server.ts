import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { conversationMessages, conversations } from '~db/schema';

const isOf = (userId: string) => or(eq(conversations.buyerUserId, userId), eq(conversations.sellerUserId, userId));

type OwnMessage = { text: string; createdAt: string };

/** The messages that a user wrote, by conversation id, oldest first. */
function ownMessages(db: Database, userId: string): Map<string, OwnMessage[]> {
  const ownSide = sql`case when ${conversations.buyerUserId} = ${userId} then 'buyer' else 'seller' end`;
  const rows = db
    .select({
      conversationId: conversationMessages.conversationId,
      text: conversationMessages.text,
      createdAt: conversationMessages.createdAt,
    })
    .from(conversations)
    .innerJoin(conversationMessages, eq(conversationMessages.conversationId, conversations.id))
    .where(and(isOf(userId), eq(conversationMessages.side, ownSide)))
    .orderBy(asc(conversationMessages.id))
    .all();
  const written = new Map<string, OwnMessage[]>();
  for (const { conversationId, ...message } of rows) {
    const before = written.get(conversationId);
    if (before) before.push(message);
    else written.set(conversationId, [message]);
  }
  return written;
}

/**
 * Exports the messages that a user wrote to sellers and buyers, and the contact details they share. Messages of the
 * other side are left out, as they belong to that side.
 */
export function ownWords(db: Database, userId: string) {
  const messages = ownMessages(db, userId);
  return db
    .select()
    .from(conversations)
    .where(isOf(userId))
    .all()
    .map((conversation) => {
      const { id, listingId, vehicleId, listingName, subject, createdAt, buyerUserId } = conversation;
      const side = buyerUserId === userId ? 'buyer' : 'seller';
      const typed = side === 'buyer' && {
        name: conversation.buyerName,
        email: conversation.buyerEmail,
        phone: conversation.buyerPhone,
      };
      return {
        id,
        listingId,
        vehicleId,
        listingName,
        subject,
        createdAt,
        side,
        ...typed,
        sharesPhone: side === 'buyer' ? conversation.buyerSharesPhone : conversation.sellerSharesPhone,
        sharesEmail: side === 'buyer' ? conversation.buyerSharesEmail : conversation.sellerSharesEmail,
        messages: messages.get(id) ?? [],
      };
    });
}
