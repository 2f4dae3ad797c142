import type { Database } from '~db/connection';
import { oncePerRevision } from '../once-per-revision.server';
import { statementsOf } from '../statements.server';
import type { VehicleRecord } from './vehicle-record';
import { type RecordRow, recordColumns, toRecord } from './vehicle-rows.server';

type VehicleType = VehicleRecord['type'];

/** Maximum number of users' used vehicles that are counted and can be paged to. */
const mostCounted = 10_000;
/** Rows of the built-in catalogue that are searched for used vehicles: many more than it has. */
const mostBuiltIn = 500;

const ofUsers = "v.stock = 'used' AND v.type = ? AND v.is_built_in = 0 AND v.hidden_at IS NULL";

const reads = statementsOf((sqlite) => ({
  // Built-in rows are those without an owner, which the index of owners finds together.
  builtIn: sqlite.prepare<[VehicleType, number], RecordRow>(
    `SELECT ${recordColumns} FROM vehicles v
      WHERE v.owner_user_id IS NULL AND v.is_built_in = 1 AND v.stock = 'used' AND v.type = ? AND v.hidden_at IS NULL
      ORDER BY v.seq DESC LIMIT ?`,
  ),
  page: sqlite.prepare<[VehicleType, number, number], RecordRow>(
    `SELECT ${recordColumns} FROM vehicles v WHERE ${ofUsers} ORDER BY v.seq DESC LIMIT ? OFFSET ?`,
  ),
  count: sqlite
    .prepare<[VehicleType, number], number>(`SELECT count(*) FROM (SELECT 1 FROM vehicles v WHERE ${ofUsers} LIMIT ?)`)
    .pluck(),
}));

const builtIn = oncePerRevision((db) => {
  const of = (type: VehicleType): VehicleRecord[] => reads(db).builtIn.all(type, mostBuiltIn).map(toRecord);
  return { Bike: of('Bike'), Scooter: of('Scooter') };
});

type UsedVehicles = {
  vehicles: VehicleRecord[];
  /** At least one; pages are filled with users' vehicles. */
  pages: number;
};

/**
 * Second-hand vehicles of one type: the six built-in ones first on the first page, then users' vehicles, newest first
 * (docs/product.md, "Second-hand vehicles").
 *
 * @param limit users' vehicles per page
 */
export function usedVehicles(
  db: Database,
  type: VehicleType,
  { page, limit }: { page: number; limit: number },
): UsedVehicles {
  const { page: onPage, count } = reads(db);
  const total = count.get(type, mostCounted) ?? 0;
  const offset = (page - 1) * limit;
  // Skips the query past the last page, as it would walk over every row.
  const offered = offset < total ? onPage.all(type, limit, offset).map(toRecord) : [];
  return {
    vehicles: page === 1 ? [...builtIn(db)[type], ...offered] : offered,
    pages: Math.max(1, Math.ceil(total / limit)),
  };
}
