import type { Database } from '~db/connection';
import type { Asker } from '../asker';
import { findListing, listingsOf } from '../listings/listing-queries.server';
import type { Problem } from '../outcome';
import { type PageOf, paginationOf } from '../pagination';
import { statementsOf } from '../statements.server';
import type { VehicleQuery } from './vehicle-filters';
import type { Offer, VehicleRecord } from './vehicle-record';
import { type RecordRow, recordColumns, toRecord } from './vehicle-rows.server';
import { findVehicles, mostVehiclesCounted } from './vehicle-search.server';

/** Most vehicles that a list without pages holds: those of one user, and the featured ones. */
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

/** Nothing has that id, or nothing that is in sight. */
export const vehicleNotFound: Problem = { kind: 'not-found', message: 'There is no such vehicle.' };

/** @returns null when there is no such vehicle, or it was taken out of sight */
export function findVehicleRecord(db: Database, id: string): VehicleRecord | null {
  const row = reads(db).one.get(id);
  return row ? toRecord(row) : null;
}

/** Everything of the vehicles that a query asks for, page by page; `findVehicles` says how they are counted. */
export function vehicleRecords(db: Database, query: VehicleQuery): PageOf<VehicleRecord> {
  const { seqs, total } = findVehicles(db, query);
  return {
    items: recordsAt(db, seqs),
    pagination: paginationOf(query, total, Math.min(total, mostVehiclesCounted)),
  };
}

/** Everything of the vehicles at these places in the order of time (`seq`), in their order. */
export const recordsAt = (db: Database, seqs: readonly number[]): VehicleRecord[] =>
  seqs.length === 0 ? [] : reads(db).atPlaces.all(JSON.stringify(seqs)).map(toRecord);

/** The featured vehicles of the home screen, bikes first, each type in the catalogue's order. */
export function featuredRecords(db: Database): VehicleRecord[] {
  return reads(db).featured.all(mostListed).map(toRecord);
}

/** What a user offers of their own, the newest first; of more than 200 the newest 200. */
export function vehicleRecordsOfUser(db: Database, userId: string): VehicleRecord[] {
  return reads(db).ofUser.all(userId, mostListed).map(toRecord);
}

/**
 * Whatever an id means: a vehicle of the catalogue, or a listing of the sell screens, sold ones included.
 *
 * @param asker for whom a listing is read: its licence number may be masked for others
 * @returns null when nothing has that id, or it was taken out of sight
 */
export function findOffer(db: Database, id: string, asker: Asker): Offer | null {
  const vehicle = findVehicleRecord(db, id);
  if (vehicle) return { kind: 'vehicle', vehicle };
  const listing = findListing(db, id, asker);
  return listing && { kind: 'listing', listing };
}

/** What kind of thing an id means; null when nothing has it, or it was taken out of sight. */
export const offerKind = (db: Database, id: string): Offer['kind'] | null => reads(db).kind.get({ id }) ?? null;

/** Whatever several ids mean, by their ids, without those that mean nothing (any more). */
export function findOffersById(db: Database, ids: readonly string[], asker: Asker): Map<string, Offer> {
  const offers = new Map<string, Offer>();
  if (ids.length === 0) return offers;
  for (const listing of listingsOf(db, ids, asker)) offers.set(listing.id, { kind: 'listing', listing });
  for (const row of reads(db).ofIds.all(JSON.stringify(ids)))
    offers.set(row.id, { kind: 'vehicle', vehicle: toRecord(row) });
  return offers;
}

/** The same, in the order of the ids. */
export function findOffers(db: Database, ids: readonly string[], asker: Asker): Offer[] {
  const offers = findOffersById(db, ids, asker);
  return ids.flatMap((id) => offers.get(id) ?? []);
}
