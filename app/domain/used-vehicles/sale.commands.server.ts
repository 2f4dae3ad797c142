import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { type Availability, listingKinds } from '~db/enums';
import { listings } from '~db/schema/listings';
import { vehicles } from '~db/schema/vehicles';
import { memoizePrepared } from '~db/statements';
import type { Offer } from '../catalogue/vehicle';
import { findOffer, vehicleNotFound } from '../catalogue/vehicle.queries.server';
import { canUndoSale } from '../listings/listing';
import { isOwnedBy } from '../listings/listing-rows.server';
import { findListingToChange, listingNotFound } from '../listings/own-listing.commands.server';
import { recordAuditEvent } from '../moderation/audit-log.server';
import type { Actor } from '../shared/actor';
import { type CommandContext, defineCommand } from '../shared/command.server';
import { err, ok, type PlainCode, type Result } from '../shared/result';
import { findVehicleToChange, isOwnVehicle } from './own-vehicle.server';

/** Second-hand vehicles are sold alike, wherever they are listed. */
const offerName = z.object({ id: z.string(), kind: z.enum([...listingKinds, 'vehicle']) });
type OfferName = z.infer<typeof offerName>;

const isVehicle = ({ kind }: OfferName): boolean => kind === 'vehicle';

// Prepared once: with its triggers, it takes longer to prepare than to run.
const writes = memoizePrepared((db) => {
  const change = {
    soldAt: sql`${sql.placeholder('soldAt')}`,
    updatedAt: sql`${sql.placeholder('timestamp')}`,
    version: sql`version + 1`,
  };
  return {
    vehicle: db
      .update(vehicles)
      .set(change)
      .where(eq(vehicles.id, sql.placeholder('id')))
      .prepare(),
    listing: db
      .update(listings)
      .set({
        ...change,
        availability: sql`${sql.placeholder('availability')}`,
        confirmedAt: sql`coalesce(${sql.placeholder('confirmedAt')}, confirmed_at)`,
        isBehind: sql`iif(${sql.placeholder('confirmedAt')} IS NULL, is_behind, 0)`,
      })
      .where(eq(listings.id, sql.placeholder('id')))
      .prepare(),
  };
});

type OwnedOffer = { name: string; availability: Availability; soldAt: string | null; isOwn: boolean; isUsed: boolean };

function findOfferToChange(db: Database, { id, kind }: OfferName, actor: Actor): Result<OwnedOffer> {
  if (kind === 'vehicle') {
    const lookup = findVehicleToChange(db, id, actor, 'sell');
    if (!lookup.ok) return lookup;
    return ok({ ...lookup.value, isOwn: isOwnVehicle(lookup.value, actor), isUsed: lookup.value.stock === 'used' });
  }
  const found = findListingToChange(db, { id, kind }, actor, 'sell');
  return found.ok ? ok({ ...found.value, isOwn: isOwnedBy(found.value, actor), isUsed: true }) : found;
}

/** @param findConflict why the offer cannot be changed; null if it can */
const changeSale =
  (
    { availability, action }: { availability: Availability; action: string },
    findConflict: (offer: OwnedOffer, now: Date) => PlainCode | null,
  ) =>
  (input: OfferName, context: CommandContext): Result<Offer> => {
    const { db, actor, now } = context;
    const { id } = input;
    const subject = isVehicle(input) ? 'vehicle' : 'listing';
    const lookup = findOfferToChange(db, input, actor);
    if (!lookup.ok) return lookup;
    const { name: title, isOwn, isUsed } = lookup.value;
    const code = isUsed ? findConflict(lookup.value, now) : 'not_second_hand';
    if (code !== null) return err({ kind: 'conflict', code });
    const timestamp = now.toISOString();
    // A seller who offers it again also confirms that it is for sale.
    const confirmedAt = isOwn && availability === 'available' ? timestamp : null;
    const soldAt = availability === 'sold' ? timestamp : null;
    if (isVehicle(input)) writes(db).vehicle.run({ id, soldAt, timestamp });
    else writes(db).listing.run({ id, availability, soldAt, confirmedAt, timestamp });
    recordAuditEvent(context, { subject, subjectId: id, title, action }, { isOwn });
    const offer = findOffer(db, id, actor);
    return offer ? ok(offer) : err(isVehicle(input) ? vehicleNotFound : listingNotFound);
  };

const saleCommand = {
  changes: (name: OfferName) => ({ table: isVehicle(name) ? 'vehicles' : 'listings', id: name.id }) as const,
  schema: () => offerName,
  invalidCode: () => listingNotFound.code,
  limit: 'write',
} as const;

export const markSold = defineCommand<OfferName, Offer>({
  ...saleCommand,
  name: 'mark-sold',
  run: changeSale({ availability: 'sold', action: 'marked sold' }, ({ availability }) =>
    availability === 'sold' ? 'already_sold' : null,
  ),
});

/** Offers again what was sold lately (docs/product.md, "Listings"). */
export const undoSale = defineCommand<OfferName, Offer>({
  ...saleCommand,
  name: 'undo-sale',
  run: changeSale({ availability: 'available', action: 'offered again' }, ({ availability, soldAt, isOwn }, now) =>
    availability !== 'sold' ? 'not_sold' : canUndoSale(soldAt, now, isOwn ? 'seller' : 'team') ? null : 'undo_too_late',
  ),
});
