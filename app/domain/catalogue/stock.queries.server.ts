/** Lists of catalogue vehicles for single screens: showroom, insurance, home, second-hand. */

import { and, asc, count, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { vehicles } from '~db/schema/vehicles';
import { memoizeByRevision } from '../shared/content-revision.server';
import { memoizePrepared } from '~db/statements';
import type { Brand, VehicleRecord, VehicleSummary } from './vehicle';
import { findBrands } from './brand.queries.server';
import { findFeaturedVehicles, findPopularVehicles, findUpcomingVehicles } from './vehicle.queries.server';
import { recordColumns, selectRecords, summaryColumns } from './vehicle-rows.server';

/** An entry of the showroom (docs/product.md, "Showroom"): a vehicle with its tag and its segment. */
export type ShowroomEntry = VehicleSummary & {
  /** 'Retro roadster' */
  category: string | null;
};

const isShown = isNull(vehicles.hiddenAt);
const isType = eq(vehicles.type, sql.placeholder('type'));

const showroomReads = memoizePrepared((db) => ({
  // A literal, as in the condition of the partial index, which SQLite does not use for a bound value.
  ofType: db
    .select({ ...summaryColumns, category: vehicles.segment })
    .from(vehicles)
    .where(and(sql`${vehicles.isInShowroom} = 1`, isType, isShown))
    .orderBy(desc(vehicles.seq))
    .limit(maxPerType)
    .prepare(),
  // Only built-in vehicles can be insured; they are those without an owner. Raw: the planner may read all vehicles.
  insured: db
    .select(summaryColumns)
    .from(
      sql`(SELECT seq FROM vehicles INDEXED BY vehicles_owner
            WHERE owner_user_id IS NULL AND is_insured = 1 AND hidden_at IS NULL ORDER BY seq DESC LIMIT 6) insured`,
    )
    .crossJoin(vehicles)
    .where(sql`${vehicles.seq} = insured.seq`)
    .orderBy(desc(vehicles.seq))
    .prepare(),
}));

/** Maximum number of showroom vehicles of each type (docs/product.md, "Showroom"). */
const maxPerType = 8;

/** The bikes and scooters of the showroom in the catalogue's order, and their brands. */
export const findShowroom = memoizeByRevision(
  (db): { bikes: ShowroomEntry[]; scooters: ShowroomEntry[]; brands: Brand[] } => {
    const findEntries = (type: VehicleSummary['type']): ShowroomEntry[] => showroomReads(db).ofType.all({ type });
    const [bikes, scooters] = [findEntries('Bike'), findEntries('Scooter')];
    const names = new Set([...bikes, ...scooters].map(({ brand }) => brand));
    return { bikes, scooters, brands: findBrands(db).filter(({ name }) => names.has(name)) };
  },
);

/** The six popular insured vehicles of the insurance page, in the catalogue's order. */
export const findInsuredVehicles = memoizeByRevision((db): VehicleSummary[] => showroomReads(db).insured.all());

/** The new built-in vehicles by name, as options of a form; read as those that can be insured. */
export const findVehicleChoices = memoizeByRevision((db): { id: string; name: string }[] =>
  db
    .select({ id: vehicles.id, name: vehicles.name })
    .from(
      sql`(SELECT seq FROM vehicles INDEXED BY vehicles_owner
            WHERE owner_user_id IS NULL AND stock = 'new' AND hidden_at IS NULL) built_in`,
    )
    .crossJoin(vehicles)
    .where(sql`${vehicles.seq} = built_in.seq`)
    .orderBy(asc(vehicles.name))
    .all(),
);

/** The catalogue vehicles of the home page. */
export const findHomeVehicles = memoizeByRevision((db) => ({
  brands: findBrands(db),
  featuredBikes: findFeaturedVehicles(db, 'Bike'),
  featuredScooters: findFeaturedVehicles(db, 'Scooter'),
  upcomingBikes: findUpcomingVehicles(db, 'Bike'),
  upcomingScooters: findUpcomingVehicles(db, 'Scooter'),
  popular: findPopularVehicles(db),
}));

type VehicleType = VehicleRecord['type'];

/** Maximum number of users' used vehicles that are counted and can be paged to. */
const maxCounted = 10_000;
/** Maximum number of built-in used vehicles, far above their actual number. */
const maxBuiltIn = 500;

const usedReads = memoizePrepared((db) => {
  const isUsed = eq(vehicles.stock, 'used');
  const isOfUser = and(isUsed, isType, isShown, sql`${vehicles.isBuiltIn} = 0`);
  const counted = db.select({ seq: vehicles.seq }).from(vehicles).where(isOfUser).limit(maxCounted).as('counted');
  return {
    // Built-in vehicles are those without an owner, which is indexed. Raw: the planner may read all vehicles instead.
    builtIn: selectRecords(
      db,
      sql`(SELECT seq AS value FROM vehicles INDEXED BY vehicles_owner
            WHERE owner_user_id IS NULL AND is_built_in = 1 AND stock = 'used' AND type = ${sql.placeholder('type')}
              AND hidden_at IS NULL ORDER BY seq DESC LIMIT ${sql.raw(`${maxBuiltIn}`)})`,
    )
      .orderBy(desc(vehicles.seq))
      .prepare(),
    page: db
      .select(recordColumns)
      .from(vehicles)
      .where(isOfUser)
      .orderBy(desc(vehicles.seq))
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'))
      .prepare(),
    count: db.select({ vehicles: count() }).from(counted).prepare(),
  };
});

const findBuiltInUsedVehicles = memoizeByRevision((db) => {
  const findOfType = (type: VehicleType): VehicleRecord[] => usedReads(db).builtIn.all({ type });
  return { Bike: findOfType('Bike'), Scooter: findOfType('Scooter') };
});

/** Number of used vehicles of one type; of users' vehicles at most 10,000 are counted. */
export const countUsedVehicles = (db: Database, type: VehicleType): number =>
  findBuiltInUsedVehicles(db)[type].length + (usedReads(db).count.get({ type })?.vehicles ?? 0);

type UsedVehicles = {
  vehicles: VehicleRecord[];
  /** Number of pages of users' vehicles, at least 1. */
  pages: number;
};

/**
 * Second-hand vehicles of one type: the six built-in ones first on the first page, then users' vehicles, newest first
 * (docs/product.md, "Second-hand vehicles").
 *
 * @param limit users' vehicles per page
 */
export function findUsedVehicles(
  db: Database,
  type: VehicleType,
  { page, limit }: { page: number; limit: number },
): UsedVehicles {
  const reads = usedReads(db);
  const total = reads.count.get({ type })?.vehicles ?? 0;
  const offset = (page - 1) * limit;
  // Past the last page the query would scan all rows to find none.
  const offered = offset < total ? reads.page.all({ type, limit, offset }) : [];
  return {
    vehicles: page === 1 ? [...findBuiltInUsedVehicles(db)[type], ...offered] : offered,
    pages: Math.max(1, Math.ceil(total / limit)),
  };
}
