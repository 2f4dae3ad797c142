import { eq, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { vehiclePhotos, vehicles } from '~db/schema/vehicles';
import { memoizePrepared } from '~db/statements';
import type { Colourway } from '../photos/drawing';

export type VehicleRow = typeof vehicles.$inferSelect;

/** A vehicle with what stands in tables of its own: hashes of its photos, and its colours. */
export type StockVehicle = VehicleRow & { photos: readonly string[]; colourways: readonly Colourway[] };

type Numbered = Pick<VehicleRow, 'id' | 'name'>;

const reads = memoizePrepared((db) => ({
  byNumber: db.$client.prepare<[{ sellerId: string; externalId: string }], Numbered>(
    `SELECT id, name FROM vehicles INDEXED BY vehicles_external
      WHERE coalesce(owner_user_id, '') = @sellerId AND external_id = @externalId`,
  ),
  byId: db
    .select()
    .from(vehicles)
    .where(eq(vehicles.id, sql.placeholder('id')))
    .prepare(),
}));

/** Who has a stock number, which belongs to one vehicle of each seller. @param sellerId null for the business */
export const findByStockNumber = (db: Database, sellerId: string | null, externalId: string): Numbered | null =>
  reads(db).byNumber.get({ sellerId: sellerId ?? '', externalId }) ?? null;

/** Of any seller, also a hidden one. */
export const findVehicleRow = (db: Database, id: string): VehicleRow | null => reads(db).byId.get({ id }) ?? null;

export const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Only the columns that differ. */
export function findChangedColumns<Row extends object>(before: VehicleRow, after: Row): Partial<Row> {
  const stored = new Map<string, unknown>(Object.entries(before));
  const changed: Partial<Row> = { ...after };
  for (const name in after) {
    if (after[name] === undefined || isSameValue(stored.get(name), after[name])) delete changed[name];
  }
  return changed;
}

/** An unchanged list is not written: new rows would send the vehicle back to the operators' check. */
export function setVehiclePhotos(db: Database, vehicleId: string, hashes: readonly string[]): void {
  const isOnVehicle = eq(vehiclePhotos.vehicleId, vehicleId);
  const owned = db.select().from(vehiclePhotos).where(isOnVehicle).orderBy(vehiclePhotos.position).all();
  const distinctHashes = [...new Set(hashes)];
  if (distinctHashes.join() === owned.map(({ photoHash }) => photoHash).join()) return;
  db.delete(vehiclePhotos).where(isOnVehicle).run();
  const rows = distinctHashes.map((photoHash, position) => ({ vehicleId, position, photoHash }));
  if (rows.length > 0) db.insert(vehiclePhotos).values(rows).run();
}
