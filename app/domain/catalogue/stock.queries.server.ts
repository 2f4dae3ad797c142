import type { Database } from '~db/connection';
import { memoizeByRevision, statementsOf } from '../shared/memoize.server';
import type { Brand, VehicleRecord, VehicleSummary } from './vehicle';
import {
  recordColumns,
  type RecordRow,
  summaryColumns,
  type SummaryRow,
  toRecord,
  toSummary,
} from './vehicle-rows.server';
import { allBrands, featuredVehicles, popularVehicles, upcomingVehicles } from './vehicle.queries.server';

/** An entry of the showroom (docs/product.md, "Showroom"): a vehicle with its tag and its segment. */
export type ShowroomEntry = VehicleSummary & {
  /** 'Retro roadster' */
  category: string | null;
};

type ShowroomRow = SummaryRow & { category: string | null };

const showroomReads = statementsOf((sqlite) => ({
  ofType: sqlite.prepare<[VehicleSummary['type'], number], ShowroomRow>(
    `SELECT ${summaryColumns}, v.segment AS category FROM vehicles v
      WHERE v.is_in_showroom = 1 AND v.type = ? AND v.hidden_at IS NULL ORDER BY v.seq DESC LIMIT ?`,
  ),
  // Only built-in vehicles can be marked as insured, and their rows are those without an owner.
  insured: sqlite.prepare<[number], SummaryRow>(
    `SELECT ${summaryColumns} FROM vehicles v
      WHERE v.owner_user_id IS NULL AND v.is_insured = 1 AND v.hidden_at IS NULL ORDER BY v.seq DESC LIMIT ?`,
  ),
}));

/** Maximum number of showroom vehicles of each type (docs/product.md, "Showroom"). */
const roomForEach = 8;

/** The bikes and scooters of the showroom in the catalogue's order, and their brands. */
export const showroom = memoizeByRevision(
  (db): { bikes: ShowroomEntry[]; scooters: ShowroomEntry[]; brands: Brand[] } => {
    const entries = (type: VehicleSummary['type']): ShowroomEntry[] =>
      showroomReads(db)
        .ofType.all(type, roomForEach)
        .map(({ category, ...row }) => ({ ...toSummary(row), category }));
    const [bikes, scooters] = [entries('Bike'), entries('Scooter')];
    const names = new Set([...bikes, ...scooters].map(({ brand }) => brand));
    return { bikes, scooters, brands: allBrands(db).filter(({ name }) => names.has(name)) };
  },
);

/** The six popular insured vehicles of the insurance page, in the catalogue's order. */
export const insuredVehicles = memoizeByRevision((db): VehicleSummary[] =>
  showroomReads(db).insured.all(6).map(toSummary),
);

/** Catalogue data of the home page. */
export const showcaseVehicles = memoizeByRevision((db) => ({
  brands: allBrands(db),
  featuredBikes: featuredVehicles(db, 'Bike'),
  featuredScooters: featuredVehicles(db, 'Scooter'),
  upcomingBikes: upcomingVehicles(db, 'Bike'),
  upcomingScooters: upcomingVehicles(db, 'Scooter'),
  popular: popularVehicles(db),
}));

type VehicleType = VehicleRecord['type'];

/** Maximum number of users' used vehicles that are counted and can be paged to. */
const mostCounted = 10_000;
/** Rows of the built-in catalogue that are searched for used vehicles: many more than it has. */
const mostBuiltIn = 500;

const ofUsers = "v.stock = 'used' AND v.type = ? AND v.is_built_in = 0 AND v.hidden_at IS NULL";

const usedReads = statementsOf((sqlite) => ({
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

const builtIn = memoizeByRevision((db) => {
  const of = (type: VehicleType): VehicleRecord[] => usedReads(db).builtIn.all(type, mostBuiltIn).map(toRecord);
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
  const { page: onPage, count } = usedReads(db);
  const total = count.get(type, mostCounted) ?? 0;
  const offset = (page - 1) * limit;
  // Skips the query past the last page, as it would walk over every row.
  const offered = offset < total ? onPage.all(type, limit, offset).map(toRecord) : [];
  return {
    vehicles: page === 1 ? [...builtIn(db)[type], ...offered] : offered,
    pages: Math.max(1, Math.ceil(total / limit)),
  };
}
