import { eq } from 'drizzle-orm';
import type { Database } from '~db/connection';
import {
  contactMessages,
  favourites,
  feedback,
  listings,
  removalNotices,
  reports,
  reviewHelpfulVotes,
  reviews,
  serviceRequests,
  sessions,
  users,
  vehicles,
} from '~db/schema';
import { ownWords } from '../conversations/own-words.server';

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
      .map(({ searchName: _name, searchBrand: _brand, ...listing }) => listing),
    vehicles: db
      .select()
      .from(vehicles)
      .where(eq(vehicles.ownerUserId, userId))
      .all()
      .map(({ searchName: _name, searchBrand: _brand, ...vehicle }) => vehicle),
    favourites: db.select().from(favourites).where(eq(favourites.userId, userId)).all(),
    reviews: db.select().from(reviews).where(eq(reviews.userId, userId)).all(),
    helpfulVotes: db.select().from(reviewHelpfulVotes).where(eq(reviewHelpfulVotes.userId, userId)).all(),
    serviceRequests: db.select().from(serviceRequests).where(eq(serviceRequests.userId, userId)).all(),
    feedback: db.select().from(feedback).where(eq(feedback.userId, userId)).all(),
    messages: db.select().from(contactMessages).where(eq(contactMessages.userId, userId)).all(),
    conversations: ownWords(db, userId),
    reports: db.select().from(reports).where(eq(reports.userId, userId)).all(),
    /** Content of the user that operators deleted. */
    removals: db.select().from(removalNotices).where(eq(removalNotices.userId, userId)).all(),
  };
}
