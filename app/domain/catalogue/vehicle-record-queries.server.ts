import type { Database } from '~db/connection';
import type { Asker } from '../asker';
import { findListing } from '../listings/listing-queries.server';
import { statementsOf } from '../statements.server';
import type { Offer, VehicleRecord } from './vehicle-record';
import { type RecordRow, recordColumns, toRecord } from './vehicle-rows.server';

const findOne = statementsOf((sqlite) =>
  sqlite.prepare<[string], RecordRow>(`SELECT ${recordColumns} FROM vehicles v WHERE v.id = ? AND v.hidden_at IS NULL`),
);

/** @returns null when there is no such vehicle, or it was taken out of sight */
export function findVehicleRecord(db: Database, id: string): VehicleRecord | null {
  const row = findOne(db).get(id);
  return row ? toRecord(row) : null;
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

/** The same for several ids, in their order, without those that mean nothing (any more). */
export function findOffers(db: Database, ids: readonly string[], asker: Asker): Offer[] {
  return ids.flatMap((id) => findOffer(db, id, asker) ?? []);
}
