import type { Database } from '~db/connection';
import { foldForSearch } from '~db/search-fold';
import { findListing, listingsOf } from '../listings/listing.queries.server';
import { searchTerm } from '../search/search-term.server';
import type { Actor } from '../shared/actor';
import { statementsOf } from '../shared/memoize.server';
import { type PageOf, paginationOf } from '../shared/pagination';
import type { AppError } from '../shared/result';
import type { Brand, Offer, VehicleQuery, VehicleRecord, VehicleSummary } from './vehicle';
import {
  recordColumns,
  type RecordRow,
  summaryColumns,
  type SummaryRow,
  toRecord,
  toSummary,
} from './vehicle-rows.server';
import { findVehicles, findVehiclesInPieces, mostVehiclesCounted } from './vehicle-search.server';

const reads = statementsOf((sqlite) => {
  const summaries = <Parameters extends unknown[]>(rest: string) =>
    sqlite.prepare<Parameters, SummaryRow>(`SELECT ${summaryColumns} FROM vehicles v ${rest}`);
  return {
    featured: summaries<[string, number]>(
      'WHERE v.is_featured = 1 AND v.type = ? AND v.hidden_at IS NULL ORDER BY v.seq DESC LIMIT ?',
    ),
    upcoming: summaries<[string, number]>(
      "WHERE v.stock = 'upcoming' AND v.type = ? AND v.hidden_at IS NULL ORDER BY v.launch_day, v.seq DESC LIMIT ?",
    ),
    popular: summaries<[number]>('WHERE v.is_popular = 1 AND v.hidden_at IS NULL ORDER BY v.seq DESC LIMIT ?'),
    atPlaces: sqlite.prepare<[string], SummaryRow>(
      `SELECT ${summaryColumns} FROM json_each(?) s CROSS JOIN vehicles v ON v.seq = s.value ORDER BY s.key`,
    ),
    byIds: sqlite.prepare<[string], SummaryRow>(
      `SELECT ${summaryColumns} FROM json_each(?) s CROSS JOIN vehicles v ON v.id = s.value
        WHERE v.hidden_at IS NULL ORDER BY s.key`,
    ),
    // Only built-in vehicles are picked, and they are few: the index of owners finds them.
    emiPicks: summaries<[]>(
      `WHERE v.owner_user_id IS NULL AND v.emi_pick_order IS NOT NULL AND v.hidden_at IS NULL
        ORDER BY v.emi_pick_order`,
    ),
    one: summaries<[string]>('WHERE v.id = ? AND v.hidden_at IS NULL'),
    brands: sqlite.prepare<[], Brand>('SELECT id, name, initial FROM brands ORDER BY position'),
  };
});

/** Maximum number of cards in a row of the home page. */
const cardsOfARow = 6;

/** Featured vehicles of one type, in the catalogue's order, as many as the home page shows. */
export function featuredVehicles(db: Database, type: VehicleSummary['type']): VehicleSummary[] {
  return reads(db).featured.all(type, cardsOfARow).map(toSummary);
}

/** Upcoming vehicles of one type, next launch first, as many as the home page shows. */
export function upcomingVehicles(db: Database, type: VehicleSummary['type']): VehicleSummary[] {
  return reads(db).upcoming.all(type, cardsOfARow).map(toSummary);
}

/** The six popular vehicles of the home page; not all vehicles of the category 'popular', of which there are more. */
export function popularVehicles(db: Database): VehicleSummary[] {
  return reads(db).popular.all(cardsOfARow).map(toSummary);
}

/** The four vehicles that the EMI calculator offers, in its order. */
export function emiPickVehicles(db: Database): VehicleSummary[] {
  return reads(db).emiPicks.all().map(toSummary);
}

/** @returns null when the vehicle does not exist or is hidden */
export function findVehicle(db: Database, id: string): VehicleSummary | null {
  const row = reads(db).one.get(id);
  return row ? toSummary(row) : null;
}

/** The eight brands of the home page, in the catalogue's order. */
export function allBrands(db: Database): Brand[] {
  return reads(db).brands.all();
}

/** Cards of the vehicles with these sequence numbers (`seq`), in their order. */
export function vehiclesAt(db: Database, seqs: readonly number[]): VehicleSummary[] {
  return seqs.length === 0 ? [] : reads(db).atPlaces.all(JSON.stringify(seqs)).map(toSummary);
}

/** Cards of the vehicles with these ids, in their order; ids of other items are skipped. */
export const vehicleSummariesOf = (db: Database, ids: readonly string[]): VehicleSummary[] =>
  ids.length === 0 ? [] : reads(db).byIds.all(JSON.stringify(ids)).map(toSummary);

type VehicleSearch = { vehicles: VehicleSummary[]; total: number };

/**
 * Vehicles whose name or brand contains the search text, in any case and script, newest first.
 *
 * @param text the search text; empty text finds nothing
 * @returns at most `limit` vehicles, and a total of at most 2,000, also for a broader search
 */
export function searchVehicles(db: Database, text: string, { limit }: { limit: number }): VehicleSearch {
  if (!searchTerm(text)) return { vehicles: [], total: 0 };
  const { seqs, total } = findVehicles(db, { q: text, sort: 'newest', page: 1, limit });
  return { vehicles: vehiclesAt(db, seqs), total };
}

/** Maximum number of vehicles in a list without pages: a user's own, and the featured ones. */
const mostListed = 200;

const recordReads = statementsOf((sqlite) => {
  const records = <Parameters extends unknown[]>(rest: string) =>
    sqlite.prepare<Parameters, RecordRow>(`SELECT ${recordColumns} FROM ${rest}`);
  return {
    one: records<[string]>('vehicles v WHERE v.id = ? AND v.hidden_at IS NULL'),
    atPlaces: records<[string]>('json_each(?) s CROSS JOIN vehicles v ON v.seq = s.value ORDER BY s.key'),
    ofIds: records<[string]>('json_each(?) s CROSS JOIN vehicles v ON v.id = s.value WHERE v.hidden_at IS NULL'),
    featured: records<[number]>(
      `vehicles v INDEXED BY vehicles_featured WHERE v.is_featured = 1 AND v.type IN ('Bike', 'Scooter')
        AND v.hidden_at IS NULL ORDER BY v.type, v.seq DESC LIMIT ?`,
    ),
    kind: sqlite
      .prepare<{ id: string }, Offer['kind']>(
        `SELECT 'vehicle' FROM vehicles WHERE id = @id AND hidden_at IS NULL
          UNION ALL SELECT 'listing' FROM listings WHERE id = @id AND hidden_at IS NULL`,
      )
      .pluck(),
    ofUser: records<[string, number]>(
      `vehicles v INDEXED BY vehicles_owner WHERE v.owner_user_id = ? AND v.hidden_at IS NULL
        ORDER BY v.seq DESC LIMIT ?`,
    ),
  };
});

/** The vehicle does not exist or is hidden. */
export const vehicleNotFound: AppError = { kind: 'not-found', message: 'There is no such vehicle.' };

/** @returns null when the vehicle does not exist or is hidden */
export function findVehicleRecord(db: Database, id: string): VehicleRecord | null {
  const row = recordReads(db).one.get(id);
  return row ? toRecord(row) : null;
}

/** One page of full records that match a query; see `findVehicles` for how they are counted. */
export async function vehicleRecords(db: Database, query: VehicleQuery): Promise<PageOf<VehicleRecord>> {
  const { seqs, total } = await findVehiclesInPieces(db, query);
  return {
    items: recordsAt(db, seqs),
    pagination: paginationOf(query, total, Math.min(total, mostVehiclesCounted)),
  };
}

/** Full records of the vehicles with these sequence numbers (`seq`), in their order. */
export const recordsAt = (db: Database, seqs: readonly number[]): VehicleRecord[] =>
  seqs.length === 0 ? [] : recordReads(db).atPlaces.all(JSON.stringify(seqs)).map(toRecord);

/** Featured vehicles of the home page, bikes first, each type in the catalogue's order. */
export function featuredRecords(db: Database): VehicleRecord[] {
  return recordReads(db).featured.all(mostListed).map(toRecord);
}

/** A user's own vehicles, newest first; at most the newest 200. */
export function vehicleRecordsOfUser(db: Database, userId: string): VehicleRecord[] {
  return recordReads(db).ofUser.all(userId, mostListed).map(toRecord);
}

/**
 * Finds an item by its id: a vehicle of the catalogue, or a listing of the sell pages, including sold ones.
 *
 * @param actor the actor for whom a listing is read: its licence number may be masked for others
 * @returns null when no item has that id, or it is hidden
 */
export function findOffer(db: Database, id: string, actor: Actor): Offer | null {
  const vehicle = findVehicleRecord(db, id);
  if (vehicle) return { kind: 'vehicle', vehicle };
  const listing = findListing(db, id, actor);
  return listing && { kind: 'listing', listing };
}

/** Returns the kind of an item; null when no item has that id, or it is hidden. */
export const offerKind = (db: Database, id: string): Offer['kind'] | null => recordReads(db).kind.get({ id }) ?? null;

/** Finds several items, by id; leaves out ids without a visible item. */
export function findOffersById(db: Database, ids: readonly string[], actor: Actor): Map<string, Offer> {
  const offers = new Map<string, Offer>();
  if (ids.length === 0) return offers;
  for (const listing of listingsOf(db, ids, actor)) offers.set(listing.id, { kind: 'listing', listing });
  for (const row of recordReads(db).ofIds.all(JSON.stringify(ids)))
    offers.set(row.id, { kind: 'vehicle', vehicle: toRecord(row) });
  return offers;
}

/** Finds several items, in the order of their ids. */
export function findOffers(db: Database, ids: readonly string[], actor: Actor): Offer[] {
  const offers = findOffersById(db, ids, actor);
  return ids.flatMap((id) => offers.get(id) ?? []);
}

/** Maximum number of names returned, of brands and of one brand's models. */
const mostNames = 200;
/** Maximum number of a brand's vehicles that are searched for its models, newest first. */
const mostVehicles = 1_000;

const brandReads = statementsOf((sqlite) => ({
  // Skips from one brand to the next along the index, however many vehicles lie between.
  brands: sqlite
    .prepare<[number], string>(
      `WITH RECURSIVE found(brand) AS (
         SELECT min(search_brand) FROM vehicles WHERE hidden_at IS NULL
         UNION ALL
         SELECT (SELECT min(v.search_brand) FROM vehicles v WHERE v.search_brand > found.brand AND v.hidden_at IS NULL)
           FROM found WHERE found.brand IS NOT NULL LIMIT ?)
       SELECT name FROM (
         SELECT (SELECT v.brand FROM vehicles v INDEXED BY vehicles_brand
                  WHERE v.search_brand = found.brand AND v.hidden_at IS NULL ORDER BY v.seq LIMIT 1) AS name FROM found)
        WHERE name IS NOT NULL`,
    )
    .pluck(),
  models: sqlite
    .prepare<[string, number, number], string>(
      `SELECT DISTINCT name FROM (
         SELECT v.name FROM vehicles v INDEXED BY vehicles_brand
          WHERE v.search_brand = ? AND v.hidden_at IS NULL ORDER BY v.seq DESC LIMIT ?)
        ORDER BY name LIMIT ?`,
    )
    .pluck(),
}));

/** Brands of all vehicles in alphabetical order, each as it was first spelled; at most 200. */
export const brandsOfVehicles = (db: Database): string[] => brandReads(db).brands.all(mostNames);

/** Names of a brand's vehicles in alphabetical order; none for an unknown brand. @param brand in any case */
export const modelsOfBrand = (db: Database, brand: string): string[] =>
  brandReads(db).models.all(foldForSearch(brand.trim()), mostVehicles, mostNames);

/** Maximum number of vehicles that are examined, newest first, which bounds the cost for a stock of any size. */
const mostLookedAt = 200;
/** Number of related vehicles on a vehicle's page. */
const mostRelated = 6;

type Related = Pick<VehicleSummary, 'id' | 'type' | 'stock' | 'priceRupees'>;

const nearestInPrice = statementsOf((sqlite) =>
  sqlite.prepare<[Related & { bound: number; limit: number }], SummaryRow>(
    `SELECT ${summaryColumns}
       FROM (SELECT seq FROM vehicles INDEXED BY vehicles_type
              WHERE type = @type AND stock = @stock AND hidden_at IS NULL AND id <> @id
              ORDER BY seq DESC LIMIT @bound) m
       CROSS JOIN vehicles v ON v.seq = m.seq
      ORDER BY abs(v.price_rupees - @priceRupees), v.seq DESC LIMIT @limit`,
  ),
);

/** Other vehicles of the same type and stock, nearest in price first; never includes the vehicle itself. */
export function relatedVehicles(db: Database, { id, type, stock, priceRupees }: Related): VehicleSummary[] {
  return nearestInPrice(db)
    .all({ id, type, stock, priceRupees, bound: mostLookedAt, limit: mostRelated })
    .map(toSummary);
}
