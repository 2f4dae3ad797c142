import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import {
  accountRecoveryCodes,
  contactMessages,
  conversationMessages,
  conversations,
  favourites,
  feedback,
  listings,
  removalNotices,
  reports,
  reviewHelpfulVotes,
  reviews,
  savedSearches,
  serviceRequests,
  sessions,
  users,
  vehicles,
} from '~db/schema';
import { confirmPassword, type GivingPassword } from '../accounts/account.commands.server';
import { leaveConversations } from '../conversations/conversation.commands.server';
import { runCommand } from '../shared/command.server';
import { commitWithOthers } from '../shared/group-commit.server';
import { ok, type Result } from '../shared/result';

/**
 * Exports all stored data of a user: rows as they are, without fields that only protect the user (the password hash,
 * the hashes of tokens) or only serve the search.
 *
 * @returns null when there is no such user
 */
export function ownData(db: Database, userId: string) {
  const user = db.select().from(users).where(eq(users.id, userId)).get();
  if (!user) return null;
  const { passwordHash: _hash, emailKey: _key, ...account } = user;
  return {
    account,
    sessions: db
      .select({
        kind: sessions.kind,
        scope: sessions.scope,
        label: sessions.label,
        createdAt: sessions.createdAt,
        lastSeenAt: sessions.lastSeenAt,
        expiresAt: sessions.expiresAt,
      })
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .all(),
    listings: db
      .select()
      .from(listings)
      .where(eq(listings.ownerUserId, userId))
      .all()
      .map(({ searchBrand: _brand, ...listing }) => listing),
    vehicles: db
      .select()
      .from(vehicles)
      .where(eq(vehicles.ownerUserId, userId))
      .all()
      .map(({ searchBrand: _brand, ...vehicle }) => vehicle),
    recoveryCodes: db
      .select({
        origin: accountRecoveryCodes.origin,
        keptAt: accountRecoveryCodes.keptAt,
        expiresAt: accountRecoveryCodes.expiresAt,
        createdAt: accountRecoveryCodes.createdAt,
      })
      .from(accountRecoveryCodes)
      .where(eq(accountRecoveryCodes.userId, userId))
      .all(),
    searches: db.select().from(savedSearches).where(eq(savedSearches.userId, userId)).all(),
    favourites: db.select().from(favourites).where(eq(favourites.userId, userId)).all(),
    reviews: db.select().from(reviews).where(eq(reviews.userId, userId)).all(),
    helpfulVotes: db.select().from(reviewHelpfulVotes).where(eq(reviewHelpfulVotes.userId, userId)).all(),
    serviceRequests: db.select().from(serviceRequests).where(eq(serviceRequests.userId, userId)).all(),
    feedback: db.select().from(feedback).where(eq(feedback.userId, userId)).all(),
    messages: db.select().from(contactMessages).where(eq(contactMessages.userId, userId)).all(),
    conversations: ownContributions(db, userId),
    reports: db.select().from(reports).where(eq(reports.userId, userId)).all(),
    /** Content of the user that operators deleted. */
    removals: db.select().from(removalNotices).where(eq(removalNotices.userId, userId)).all(),
  };
}

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
export function ownContributions(db: Database, userId: string) {
  const messages = ownMessages(db, userId);
  return db
    .select()
    .from(conversations)
    .where(isOf(userId))
    .all()
    .map((conversation) => {
      const { id, listingId, vehicleId, listingName, subject, createdAt, buyerUserId } = conversation;
      const side = buyerUserId === userId ? 'buyer' : 'seller';
      const formValues = side === 'buyer' && {
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
        ...formValues,
        sharesPhone: side === 'buyer' ? conversation.buyerSharesPhone : conversation.sellerSharesPhone,
        sharesEmail: side === 'buyer' ? conversation.buyerSharesEmail : conversation.sellerSharesEmail,
        messages: messages.get(id) ?? [],
      };
    });
}

/**
 * Deletes the signed-in user's account with all its data: sessions, listings, vehicles, favourites, reviews, service
 * requests and feedback are deleted with the user, and so are the contact messages they sent, which name them. Messages
 * to sellers and buyers stay with the recipients, and reports stay with the operators, without a name. The audit log of
 * operators keeps the names of its operators, because it documents who is accountable.
 *
 * @param password the current password, from the form field `password`
 */
export async function deleteAccount(password: string, signInContext: GivingPassword): Promise<Result<null>> {
  const confirmed = await confirmPassword(password, 'password', signInContext);
  if (!confirmed.ok) return confirmed;
  const { userId } = confirmed.value;
  const { db } = signInContext;
  const run = (): Result<null> => {
    leaveConversations(db, userId);
    db.delete(contactMessages).where(eq(contactMessages.userId, userId)).run();
    db.delete(users).where(eq(users.id, userId)).run();
    return ok(null);
  };
  return commitWithOthers(db, () => runCommand({ run }, null, signInContext), signInContext.patience);
}
