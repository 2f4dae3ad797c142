import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { listings } from '~db/schema/listings';
import { vehicles } from '~db/schema/vehicles';
import { findListing, findListingsById } from '../listings/listing.queries.server';
import type { Actor } from '../shared/actor';
import { mayUse } from '../shared/permissions';
import { memoizePrepared } from '~db/statements';
import type { Offer, VehicleRecord, VehicleSummary } from './vehicle';
import { recordColumns, selectRecords, selectSummaries, summaryColumns } from './vehicle-rows.server';

const listed = sql`json_each(${sql.placeholder('list')})`;
const inListOrder = sql`found.key`;

const reads = memoizePrepared((db) => {
  const select = (where: SQL) =>
    db
      .select(summaryColumns)
      .from(vehicles)
      .where(and(where, isNull(vehicles.hiddenAt)));
  const isType = eq(vehicles.type, sql.placeholder('type'));
  // Conditions are those of the partial indexes, with literals: SQLite does not use these for bound values.
  return {
    featured: select(sql`${vehicles.isFeatured} = 1 AND ${isType}`)
      .orderBy(vehicles.featuredOrder, desc(vehicles.seq))
      .limit(sql.placeholder('limit'))
      .prepare(),
    upcoming: select(sql`${vehicles.stock} = 'upcoming' AND ${isType}`)
      .orderBy(vehicles.launchDay, desc(vehicles.seq))
      .limit(cardsPerRow)
      .prepare(),
    popular: selectSummaries(
      db,
      sql`(SELECT seq AS value FROM vehicles INDEXED BY vehicles_popular WHERE is_popular = 1 AND hidden_at IS NULL
            ORDER BY seq DESC LIMIT ${sql.raw(`${cardsPerRow}`)})`,
    )
      .orderBy(desc(vehicles.seq))
      .prepare(),
    bySeqs: selectSummaries(db, listed).orderBy(inListOrder).prepare(),
    byIds: db
      .select(summaryColumns)
      .from(sql`${listed} found`)
      .crossJoin(vehicles)
      .where(sql`${vehicles.id} = found.value AND ${vehicles.hiddenAt} IS NULL`)
      .orderBy(inListOrder)
      .prepare(),
    allByIds: db
      .select(summaryColumns)
      .from(sql`${listed} found`)
      .crossJoin(vehicles)
      .where(sql`${vehicles.id} = found.value`)
      .orderBy(inListOrder)
      .prepare(),
    // Only built-in vehicles are picked: those without an owner, which is indexed.
    emiPicks: selectSummaries(
      db,
      sql`(SELECT seq AS value FROM vehicles INDEXED BY vehicles_owner
            WHERE owner_user_id IS NULL AND emi_pick_order IS NOT NULL AND hidden_at IS NULL)`,
    )
      .orderBy(vehicles.emiPickOrder)
      .prepare(),
    byId: select(sql`${vehicles.id} = ${sql.placeholder('id')}`).prepare(),
  };
});

export const cardsPerRow = 6;

/** In the order that operators gave them. */
export function findFeaturedVehicles(
  db: Database,
  type: VehicleSummary['type'],
  limit = cardsPerRow,
): VehicleSummary[] {
  return reads(db).featured.all({ type, limit });
}

export function findUpcomingVehicles(db: Database, type: VehicleSummary['type']): VehicleSummary[] {
  return reads(db).upcoming.all({ type });
}

export function findPopularVehicles(db: Database): VehicleSummary[] {
  return reads(db).popular.all();
}

export function findEmiPickVehicles(db: Database): VehicleSummary[] {
  return reads(db).emiPicks.all();
}

/** @returns null when the vehicle does not exist or is hidden */
export function findVehicle(db: Database, id: string): VehicleSummary | null {
  return reads(db).byId.get({ id }) ?? null;
}

export function findVehicleCards(db: Database, seqs: readonly number[]): Map<number, VehicleSummary> {
  const rows = seqs.length === 0 ? [] : reads(db).bySeqs.all({ list: JSON.stringify(seqs) });
  return new Map(rows.map(({ seq, ...vehicle }) => [seq, vehicle]));
}

/** @param areHiddenShown for the desk only */
export const findVehicleSummaries = (
  db: Database,
  ids: readonly string[],
  { areHiddenShown = false } = {},
): VehicleSummary[] =>
  ids.length === 0 ? [] : reads(db)[areHiddenShown ? 'allByIds' : 'byIds'].all({ list: JSON.stringify(ids) });

const maxListed = 200;

const sellersColumns = {
  numberPlate: vehicles.numberPlate,
  externalId: vehicles.externalId,
  datedOffers: vehicles.datedOffers,
};

const recordReads = memoizePrepared((db) => ({
  byId: db
    .select(recordColumns)
    .from(vehicles)
    .where(and(eq(vehicles.id, sql.placeholder('id')), isNull(vehicles.hiddenAt)))
    .prepare(),
  bySeqs: selectRecords(db, listed).orderBy(inListOrder).prepare(),
  byIds: db
    .select(recordColumns)
    .from(sql`${listed} found`)
    .crossJoin(vehicles)
    .where(sql`${vehicles.id} = found.value AND ${vehicles.hiddenAt} IS NULL`)
    .orderBy(inListOrder)
    .prepare(),
  // Raw: forces the indexes that have these rows in order; the planner may scan all vehicles, newest first, instead.
  featured: selectRecords(
    db,
    sql`(SELECT seq AS value FROM vehicles INDEXED BY vehicles_featured
          WHERE is_featured = 1 AND type IN ('Bike', 'Scooter') AND hidden_at IS NULL
          ORDER BY type, featured_order, seq DESC LIMIT ${sql.raw(`${maxListed}`)})`,
  )
    .orderBy(vehicles.type, vehicles.featuredOrder, desc(vehicles.seq))
    .prepare(),
  sellersOnly: db
    .select(sellersColumns)
    .from(vehicles)
    .where(eq(vehicles.id, sql.placeholder('id')))
    .prepare(),
  ofBusiness: db
    .select({ ...recordColumns, ...sellersColumns })
    .from(vehicles)
    .where(and(eq(vehicles.id, sql.placeholder('id')), isNull(vehicles.ownerUserId), isNull(vehicles.retiredAt)))
    .prepare(),
  kind: db
    .select({ kind: sql<Offer['kind']>`'vehicle'` })
    .from(vehicles)
    .where(and(eq(vehicles.id, sql.placeholder('id')), isNull(vehicles.hiddenAt)))
    .unionAll(
      db
        .select({ kind: sql<Offer['kind']>`'listing'` })
        .from(listings)
        .where(and(eq(listings.id, sql.placeholder('id')), isNull(listings.hiddenAt))),
    )
    .prepare(),
}));

export const vehicleNotFound = { kind: 'not-found', code: 'vehicle_not_found' } as const;

/** @returns null when the vehicle does not exist or is hidden */
export function findVehicleRecord(db: Database, id: string): VehicleRecord | null {
  return recordReads(db).byId.get({ id }) ?? null;
}

export const findRecordsById = (db: Database, ids: readonly string[]): VehicleRecord[] =>
  ids.length === 0 ? [] : recordReads(db).byIds.all({ list: JSON.stringify(ids) });

export const findRecordsBySeq = (db: Database, seqs: readonly number[]): VehicleRecord[] =>
  seqs.length === 0 ? [] : recordReads(db).bySeqs.all({ list: JSON.stringify(seqs) });

export function findFeaturedRecords(db: Database): VehicleRecord[] {
  return recordReads(db).featured.all();
}

/**
 * With what only its seller sees: the whole number plate if its last digits are hidden, the stock number, and offers of
 * other days. The team sells what has no owner.
 */
export function revealToSeller(db: Database, vehicle: VehicleRecord, { user }: Pick<Actor, 'user'>): VehicleRecord {
  const isSeller = vehicle.owner ? vehicle.owner.id === user?.id : mayUse(user, 'read');
  return isSeller ? { ...vehicle, ...recordReads(db).sellersOnly.get({ id: vehicle.id }) } : vehicle;
}

/** A vehicle of the business as the team sees it, also a hidden one. */
export const findStockRecord = (db: Database, id: string): VehicleRecord | null =>
  recordReads(db).ofBusiness.get({ id }) ?? null;

/** The licence number is masked for actors who do not own the listing. @returns null also when it is hidden */
export function findOffer(db: Database, id: string, actor: Actor): Offer | null {
  const vehicle = findVehicleRecord(db, id);
  if (vehicle) return { kind: 'vehicle', vehicle: revealToSeller(db, vehicle, actor) };
  const listing = findListing(db, id, actor);
  return listing && { kind: 'listing', listing };
}

export const findOfferKind = (db: Database, id: string): Offer['kind'] | null =>
  recordReads(db).kind.get({ id })?.kind ?? null;

export function findOffersById(db: Database, ids: readonly string[], actor: Actor): Map<string, Offer> {
  const offers = new Map<string, Offer>();
  if (ids.length === 0) return offers;
  for (const listing of findListingsById(db, ids, actor)) offers.set(listing.id, { kind: 'listing', listing });
  for (const vehicle of findRecordsById(db, ids)) {
    offers.set(vehicle.id, { kind: 'vehicle', vehicle });
  }
  return offers;
}

export function findOffers(db: Database, ids: readonly string[], actor: Actor): Offer[] {
  const offers = findOffersById(db, ids, actor);
  return ids.flatMap((id) => offers.get(id) ?? []);
}

/** Maximum number of vehicles that are examined, newest first, which bounds the cost. */
const maxExamined = 200;
const maxRelated = 6;

type Related = Pick<VehicleSummary, 'id' | 'type' | 'stock' | 'priceRupees'>;

const nearestInPrice = memoizePrepared((db) =>
  selectSummaries(
    db,
    // Raw: the forced index keeps the examined vehicles to the newest ones of the type.
    sql`(SELECT seq AS value FROM vehicles INDEXED BY vehicles_type
          WHERE type = ${sql.placeholder('type')} AND stock = ${sql.placeholder('stock')} AND hidden_at IS NULL AND sold_at IS NULL
                AND id <> ${sql.placeholder('id')}
          ORDER BY seq DESC LIMIT ${sql.raw(`${maxExamined}`)})`,
  )
    .orderBy(sql`abs(${vehicles.priceRupees} - ${sql.placeholder('priceRupees')})`, desc(vehicles.seq))
    .limit(maxRelated)
    .prepare(),
);

/** Other vehicles of the same type and stock, nearest in price first; never includes the vehicle itself. */
export const findRelatedVehicles = (db: Database, { id, type, stock, priceRupees }: Related): VehicleSummary[] =>
  nearestInPrice(db).all({ id, type, stock, priceRupees });
