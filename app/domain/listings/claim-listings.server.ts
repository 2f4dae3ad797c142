import { inArray, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { conversations, listings, manageKeys, removalNotices } from '~db/schema';

/**
 * A user takes over what was listed under manage keys, with the conversations about it and what there is to be told of
 * it; with that the keys open nothing any more, and go. Inside the transaction of whoever signs in.
 *
 * @param keyIds ids of the keys that came with the request
 * @returns how many listings were taken over
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
