import type { Database } from '~db/connection';
import type { Asker } from '../asker';
import type { MessageSubject } from '../messages/find-subjects.server';
import { statementsOf } from '../statements.server';

/** The seller of one listing or used vehicle, with its owner: an account or a manage key. */
export type Seller = {
  /** Exactly one is set: a listing of the sell pages, or a vehicle that a user offers. */
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
 * Returns the recipient of a message (docs/product.md, "Conversations"): a message about exactly one user's listing or
 * used vehicle goes to its seller. Messages about samples, the catalogue, several items or one's own item go to the
 * business.
 *
 * @param subjects the items of the message, as read for its sender
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
