import { and, asc, count, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { vehicles } from '~db/schema/vehicles';
import { memoizeByRevision } from '../shared/content-revision.server';
import { memoizePrepared } from '~db/statements';
import type { Brand, VehicleRecord, VehicleSummary } from './vehicle';
import { findBrands } from './brand.queries.server';
import { findFeaturedVehicles, findPopularVehicles, findUpcomingVehicles } from './vehicle.queries.server';
import { recordColumns, selectRecords, summaryColumns } from './vehicle-rows.server';

export type ShowroomEntry = VehicleSummary & {
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

const maxPerType = 8;

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

export const findHomeVehicles = memoizeByRevision((db) => ({
  brands: findBrands(db),
  featuredBikes: findFeaturedVehicles(db, 'Bike'),
  featuredScooters: findFeaturedVehicles(db, 'Scooter'),
  upcomingBikes: findUpcomingVehicles(db, 'Bike'),
  upcomingScooters: findUpcomingVehicles(db, 'Scooter'),
  popular: findPopularVehicles(db),
}));

type VehicleType = VehicleRecord['type'];

const maxCounted = 10_000;
/** Maximum number of built-in used vehicles, far above their actual number. */
const maxBuiltIn = 500;

const usedReads = memoizePrepared((db) => {
  const isUsed = eq(vehicles.stock, 'used');
  const isForSale = isNull(vehicles.soldAt);
  const isOfUser = and(isUsed, isType, isShown, isForSale, sql`${vehicles.isBuiltIn} = 0`);
  const counted = db.select({ seq: vehicles.seq }).from(vehicles).where(isOfUser).limit(maxCounted).as('counted');
  const isOfRider = and(isOfUser, isNotNull(vehicles.ownerUserId));
  const ofRiders = db.select({ seq: vehicles.seq }).from(vehicles).where(isOfRider).limit(maxCounted).as('of_riders');
  return {
    // Built-in vehicles are those without an owner, which is indexed. Raw: the planner may read all vehicles instead.
    builtIn: selectRecords(
      db,
      sql`(SELECT seq AS value FROM vehicles INDEXED BY vehicles_owner
            WHERE owner_user_id IS NULL AND is_built_in = 1 AND stock = 'used' AND type = ${sql.placeholder('type')}
              AND sold_at IS NULL AND hidden_at IS NULL ORDER BY seq DESC LIMIT ${sql.raw(`${maxBuiltIn}`)})`,
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
    ofRiders: db.select({ vehicles: count() }).from(ofRiders).prepare(),
  };
});

const findBuiltInUsedVehicles = memoizeByRevision((db) => {
  const findOfType = (type: VehicleType): VehicleRecord[] => usedReads(db).builtIn.all({ type });
  return { Bike: findOfType('Bike'), Scooter: findOfType('Scooter') };
});

/** Used vehicles of users for sale, at most 10,000. */
export const countVehiclesOfRiders = (db: Database, type: VehicleType): number =>
  usedReads(db).ofRiders.get({ type })?.vehicles ?? 0;

const countOffered = (db: Database, type: VehicleType): number => usedReads(db).count.get({ type })?.vehicles ?? 0;

export const countUsedVehicles = (db: Database, type: VehicleType): number =>
  findBuiltInUsedVehicles(db)[type].length + countOffered(db, type);

type UsedVehicles = {
  vehicles: VehicleRecord[];
  pages: number;
};

/** The six built-in ones first, then users', newest first (docs/product.md, "Second-hand vehicles"). */
export function findUsedVehicles(
  db: Database,
  type: VehicleType,
  { page, limit }: { page: number; limit: number },
): UsedVehicles {
  const reads = usedReads(db);
  const total = countOffered(db, type);
  const offset = (page - 1) * limit;
  // Past the last page the query would scan all rows to find none.
  const offered = offset < total ? reads.page.all({ type, limit, offset }) : [];
  return {
    vehicles: page === 1 ? [...findBuiltInUsedVehicles(db)[type], ...offered] : offered,
    pages: Math.max(1, Math.ceil(total / limit)),
  };
}
