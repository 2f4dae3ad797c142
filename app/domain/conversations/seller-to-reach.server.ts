import type { Database } from '~db/connection';
import type { Subject } from '../messages/find-subjects.server';
import { statementsOf } from '../statements.server';

/** The seller of one listing, by what holds it: an account or a manage key. */
export type Seller = {
  listingId: string;
  listingName: string;
  name: string;
  userId: string | null;
  keyId: string | null;
};

const holders = statementsOf((sqlite) =>
  sqlite.prepare<[string], { userId: string | null; keyId: string | null }>(
    'SELECT owner_user_id AS userId, manage_key_id AS keyId FROM listings WHERE id = ?',
  ),
);

/**
 * Whom a message goes to (decisions.md section 3): one that is about somebody's listing and nothing else goes to its
 * seller. Messages about samples, the catalogue, several things at once or one's own listing go to the business.
 *
 * @param subjects what the message is about, read for who sends it
 * @returns null for the business
 */
export function sellerToReach(db: Database, subjects: readonly Subject[]): Seller | null {
  const [subject, ...others] = subjects;
  if (subject?.offer?.kind !== 'listing' || others.length > 0) return null;
  const { listing } = subject.offer;
  const holder = listing.isSample || listing.isMine ? undefined : holders(db).get(listing.id);
  if (!holder || (holder.userId === null && holder.keyId === null)) return null;
  return { listingId: listing.id, listingName: listing.name, name: listing.seller.name, ...holder };
}
