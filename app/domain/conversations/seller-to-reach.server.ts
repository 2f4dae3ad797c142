import type { Database } from '~db/connection';
import type { Asker } from '../asker';
import type { MessageSubject } from '../messages/find-subjects.server';
import { statementsOf } from '../statements.server';

/** The seller of one listing or used vehicle, by what holds it: an account or a manage key. */
export type Seller = {
  /** One of them is there: a listing of the sell screens, or a vehicle that a user offers. */
  listingId: string | null;
  vehicleId: string | null;
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
 * Whom a message goes to (docs/product.md, "Conversations"): one that is about somebody's listing or used vehicle and nothing
 * else goes to its seller. Messages about samples, the catalogue, several things at once or one's own go to the
 * business.
 *
 * @param subjects what the message is about, read for who sends it
 * @returns null for the business
 */
export function sellerToReach(db: Database, subjects: readonly MessageSubject[], asker: Asker): Seller | null {
  const [subject, ...others] = subjects;
  if (!subject?.offer || others.length > 0) return null;
  if (subject.offer.kind === 'vehicle') {
    const { id, name, owner } = subject.offer.vehicle;
    if (owner === null || owner.id === asker.user?.id) return null;
    return { listingId: null, vehicleId: id, listingName: name, name: owner.name, userId: owner.id, keyId: null };
  }
  const { listing } = subject.offer;
  const holder = listing.isSample || listing.isMine ? undefined : holders(db).get(listing.id);
  if (!holder || (holder.userId === null && holder.keyId === null)) return null;
  return { listingId: listing.id, vehicleId: null, listingName: listing.name, name: listing.seller.name, ...holder };
}
