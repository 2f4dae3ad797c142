import type { Database } from '~db/connection';
import type { Asker } from '../asker';
import { findListing, listingsOf } from '../listings/listing-queries.server';
import type { Problem } from '../outcome';
import { type PageOf, paginationOf } from '../pagination';
import { statementsOf } from '../statements.server';
import type { VehicleQuery } from './vehicle-filters';
import type { Offer, VehicleRecord } from './vehicle-record';
import { type RecordRow, recordColumns, toRecord } from './vehicle-rows.server';
import { findVehiclesInPieces, mostVehiclesCounted } from './vehicle-search.server';

/** Maximum number of vehicles in a list without pages: a user's own, and the featured ones. */
const mostListed = 200;

const reads = statementsOf((sqlite) => {
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
export const vehicleNotFound: Problem = { kind: 'not-found', message: 'There is no such vehicle.' };

/** @returns null when the vehicle does not exist or is hidden */
export function findVehicleRecord(db: Database, id: string): VehicleRecord | null {
  const row = reads(db).one.get(id);
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
  seqs.length === 0 ? [] : reads(db).atPlaces.all(JSON.stringify(seqs)).map(toRecord);

/** Featured vehicles of the home page, bikes first, each type in the catalogue's order. */
export function featuredRecords(db: Database): VehicleRecord[] {
  return reads(db).featured.all(mostListed).map(toRecord);
}

/** A user's own vehicles, newest first; at most the newest 200. */
export function vehicleRecordsOfUser(db: Database, userId: string): VehicleRecord[] {
  return reads(db).ofUser.all(userId, mostListed).map(toRecord);
}

/**
 * Finds an item by its id: a vehicle of the catalogue, or a listing of the sell pages, including sold ones.
 *
 * @param asker the actor for whom a listing is read: its licence number may be masked for others
 * @returns null when no item has that id, or it is hidden
 */
export function findOffer(db: Database, id: string, asker: Asker): Offer | null {
  const vehicle = findVehicleRecord(db, id);
  if (vehicle) return { kind: 'vehicle', vehicle };
  const listing = findListing(db, id, asker);
  return listing && { kind: 'listing', listing };
}

/** Returns the kind of an item; null when no item has that id, or it is hidden. */
export const offerKind = (db: Database, id: string): Offer['kind'] | null => reads(db).kind.get({ id }) ?? null;

/** Finds several items, by id; leaves out ids without a visible item. */
export function findOffersById(db: Database, ids: readonly string[], asker: Asker): Map<string, Offer> {
  const offers = new Map<string, Offer>();
  if (ids.length === 0) return offers;
  for (const listing of listingsOf(db, ids, asker)) offers.set(listing.id, { kind: 'listing', listing });
  for (const row of reads(db).ofIds.all(JSON.stringify(ids)))
    offers.set(row.id, { kind: 'vehicle', vehicle: toRecord(row) });
  return offers;
}

/** Finds several items, in the order of their ids. */
export function findOffers(db: Database, ids: readonly string[], asker: Asker): Offer[] {
  const offers = findOffersById(db, ids, asker);
  return ids.flatMap((id) => offers.get(id) ?? []);
}
