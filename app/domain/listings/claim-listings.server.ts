import { inArray, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { conversations, listings, manageKeys, removalNotices } from '~db/schema';

/**
 * Transfers the listings held by manage keys to a user, with their conversations and removal notices, and deletes the
 * keys, which then open no listing. Runs inside the sign-in transaction of that user.
 *
 * @param keyIds ids of the keys that came with the request
 * @returns number of listings transferred
 */
export function claimListings(db: Database, userId: string, keyIds: readonly string[], now: Date): number {
  if (keyIds.length === 0) return 0;
  const { changes } = db
    .update(listings)
    .set({ ownerUserId: userId, manageKeyId: null, updatedAt: now.toISOString(), version: sql`version + 1` })
    .where(inArray(listings.manageKeyId, [...keyIds]))
    .run();
  db.update(conversations)
    .set({ sellerUserId: userId, sellerKeyId: null })
    .where(inArray(conversations.sellerKeyId, [...keyIds]))
    .run();
  db.update(removalNotices)
    .set({ userId, manageKeyId: null })
    .where(inArray(removalNotices.manageKeyId, [...keyIds]))
    .run();
  db.delete(manageKeys)
    .where(inArray(manageKeys.id, [...keyIds]))
    .run();
  return changes;
}
