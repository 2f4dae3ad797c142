import type { Database } from '~db/connection';
import type { Asker } from '../asker';
import { done, type Outcome, refused } from '../outcome';
import { statementsOf } from '../statements.server';
import type { Availability, ListingKind } from './limits';
import type { ListingValues } from './listing-fields.server';
import { isHeldBy } from './listing-rows.server';

/** Current state of a listing, as far as a change needs it. */
type HeldListing = Omit<ListingValues, 'hideLicenseDigits'> & {
  id: string;
  kind: ListingKind;
  hideLicenseDigits: number;
  availability: Availability;
  isSample: number;
  version: number;
  ownerUserId: string | null;
  manageKeyId: string | null;
};

const reads = statementsOf((sqlite) =>
  sqlite.prepare<[string, ListingKind], HeldListing>(
    `SELECT id, kind, name, brand, year, type, days_used AS daysUsed, condition, mileage, top_speed_kmph AS topSpeed,
            present_price_rupees AS presentPrice, past_price_rupees AS pastPrice, license,
            hide_license_digits AS hideLicenseDigits, engine_capacity AS engineCapacity,
            battery_capacity AS batteryCapacity, kilometres_driven AS kilometresDriven, owner_number AS ownerNumber,
            city, availability, is_sample AS isSample, version, owner_user_id AS ownerUserId,
            manage_key_id AS manageKeyId
       FROM listings WHERE id = ? AND kind = ? AND hidden_at IS NULL`,
  ),
);

/** Current values of the fields that a change may set. */
export const valuesOf = (listing: HeldListing): ListingValues => ({
  ...listing,
  hideLicenseDigits: listing.hideLicenseDigits === 1,
});

export const listingNotFound = { kind: 'not-found', message: 'This listing does not exist.' } as const;

/**
 * Finds a listing that the actor may change: the owner may, the holder of its manage key (until a user has claimed it),
 * and an operator for any listing, samples included.
 *
 * @returns not-found, also for a hidden listing or one of the other kind; forbidden for another seller's;
 *   unauthenticated when the request carries neither a session nor a manage key
 */
export function listingToChange(
  db: Database,
  { id, kind }: { id: string; kind: ListingKind },
  asker: Asker,
): Outcome<HeldListing> {
  const listing = reads(db).get(id, kind);
  if (!listing) return refused(listingNotFound);
  if (asker.user?.role === 'operator' || isHeldBy(listing, asker)) return done(listing);
  if (listing.isSample === 0 && !asker.user && asker.manageKeyIds.length === 0) {
    return refused({
      kind: 'unauthenticated',
      message: 'Please sign in, or enter the code of this listing, to change it.',
    });
  }
  return refused({ kind: 'forbidden', message: 'Only its seller may change this listing.' });
}
