import { and, eq, or } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { conversationMessages, conversations } from '~db/schema';

/**
 * What a user wrote to sellers and buyers, for the user to take along, and what of them it shows. What the others wrote
 * is the others'.
 */
export function ownWords(db: Database, userId: string) {
  return db
    .select()
    .from(conversations)
    .where(or(eq(conversations.buyerUserId, userId), eq(conversations.sellerUserId, userId)))
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
        messages: db
          .select({ text: conversationMessages.text, createdAt: conversationMessages.createdAt })
          .from(conversationMessages)
          .where(and(eq(conversationMessages.conversationId, id), eq(conversationMessages.side, side)))
          .all(),
      };
    });
}
