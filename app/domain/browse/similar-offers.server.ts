import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { ListingKind, VehicleType } from '~db/enums';
import type { Database } from '~db/connection';
import { auditEvents } from '~db/schema/desk';
import { listingChanges, listings } from '~db/schema/listings';
import { vehicles } from '~db/schema/vehicles';
import { memoizePrepared } from '~db/statements';
import type { VehicleSummary } from '../catalogue/vehicle';
import { findRelatedVehicles } from '../catalogue/vehicle.queries.server';
import { findListingsNearInPrice, shortIdLength } from '../listings/listing.queries.server';
import type { Actor } from '../shared/actor';
import type { ShownOffer } from './offer-lists.server';

const maxSimilar = 4;

const kinds = { Bike: 'bike', Scooter: 'scooter' } as const satisfies Record<VehicleType, ListingKind>;
const types = { bike: 'Bike', scooter: 'Scooter' } as const satisfies Record<ListingKind, VehicleType>;

const getPrice = (offer: ShownOffer): number =>
  offer.kind === 'vehicle' ? offer.vehicle.priceRupees : offer.listing.presentPrice;

/** Nearest in price first; for a second-hand one, vehicles of the catalogue and listings alike. */
export function findSimilarOffers(
  db: Database,
  near: { id: string; type: VehicleType; stock: VehicleSummary['stock']; priceRupees: number },
  actor: Actor,
): ShownOffer[] {
  const related = findRelatedVehicles(db, near).map((vehicle) => ({ kind: 'vehicle', vehicle, km: null }) as const);
  if (near.stock !== 'used') return related.slice(0, maxSimilar);
  const { id, type, priceRupees: price } = near;
  const ofRiders = findListingsNearInPrice(db, { kind: kinds[type], price, id }, actor).map(
    (listing) => ({ kind: 'listing', listing, km: null }) as const,
  );
  const getDistance = (offer: ShownOffer): number => Math.abs(getPrice(offer) - price);
  return [...ofRiders, ...related].sort((a, b) => getDistance(a) - getDistance(b)).slice(0, maxSimilar);
}

type RemovedOffer = {
  type: VehicleType;
  stock: VehicleSummary['stock'];
  /** Null once its row is deleted. */
  priceRupees: number | null;
};

const removedReads = memoizePrepared((db) => ({
  hiddenVehicle: db
    .select({ type: vehicles.type, stock: vehicles.stock, priceRupees: vehicles.priceRupees })
    .from(vehicles)
    .where(and(eq(vehicles.id, sql.placeholder('id')), isNotNull(vehicles.hiddenAt), eq(vehicles.isDraft, false)))
    .prepare(),
  hiddenListing: db
    .select({ kind: listings.kind, priceRupees: listings.presentPrice })
    .from(listings)
    .where(and(eq(listings.id, sql.placeholder('id')), isNotNull(listings.hiddenAt)))
    .prepare(),
  deletedListing: db
    .select({ kind: listingChanges.kind, priceRupees: sql<null>`NULL` })
    .from(listingChanges)
    .leftJoin(listings, eq(listings.id, listingChanges.listingId))
    .where(
      and(
        eq(listingChanges.listingId, sql.placeholder('id')),
        isNotNull(listingChanges.removedAt),
        isNull(listings.id),
      ),
    )
    .prepare(),
  // Of the vehicles that users offer, only the log of operators keeps the ids.
  deletedVehicle: db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.subject, 'vehicle'),
        eq(auditEvents.subjectId, sql.placeholder('id')),
        eq(auditEvents.action, 'deleted'),
      ),
    )
    .limit(1)
    .prepare(),
  deletedListingIds: db
    .select({ id: listingChanges.listingId })
    .from(listingChanges)
    .where(
      and(
        sql`${listingChanges.listingId} BETWEEN ${sql.placeholder('from')} AND ${sql.placeholder('to')}`,
        isNotNull(listingChanges.removedAt),
      ),
    )
    .limit(2)
    .prepare(),
}));

function findRemovedOffer(db: Database, id: string): RemovedOffer | null {
  const reads = removedReads(db);
  const vehicle = reads.hiddenVehicle.get({ id });
  if (vehicle) return vehicle;
  const listing = reads.hiddenListing.get({ id }) ?? reads.deletedListing.get({ id });
  return listing ? { type: types[listing.kind], stock: 'used', priceRupees: listing.priceRupees } : null;
}

/** Price of an ordinary second-hand vehicle in whole rupees, near which offers are found if the price is unknown. */
const ordinaryPrice = 75_000;

export type GoneOffer = {
  /** Deleted listings are known for 90 days; of used vehicles of users, those that an operator deleted. */
  wasPublic: boolean;
  type: VehicleType | null;
  similar: ShownOffer[];
};

/** @param id an id without a public offer; its similar offers are of its type, or of both types if that is unknown */
export function findGoneOffer(db: Database, id: string, actor: Actor): GoneOffer {
  const removed = findRemovedOffer(db, id);
  const findNear = (type: VehicleType): ShownOffer[] => {
    const { stock, priceRupees } = removed ?? { stock: 'used', priceRupees: null };
    return findSimilarOffers(db, { id, type, stock, priceRupees: priceRupees ?? ordinaryPrice }, actor);
  };
  return {
    wasPublic: removed !== null || removedReads(db).deletedVehicle.get({ id }) !== undefined,
    type: removed?.type ?? null,
    similar: removed
      ? findNear(removed.type)
      : [...findNear('Bike').slice(0, maxSimilar / 2), ...findNear('Scooter').slice(0, maxSimilar / 2)],
  };
}

/** The whole id of a deleted listing whose notice shows this text; null if there is none, or more than one. */
export function findDeletedByShortId(db: Database, text: string): string | null {
  if (text.length < shortIdLength) return null;
  const [first, second] = removedReads(db).deletedListingIds.all({ from: text, to: `${text}~` });
  return first && !second ? first.id : null;
}
