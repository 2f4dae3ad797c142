import { and, asc, count, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { vehicles } from '~db/schema';
import { memoizeByRevision, preparedOf } from '../shared/memoize.server';
import type { Brand, VehicleRecord, VehicleSummary } from './vehicle';
import { allBrands, featuredVehicles, popularVehicles, upcomingVehicles } from './vehicle.queries.server';
import { recordColumns, summaryColumns } from './vehicle-rows.server';

/** An entry of the showroom (docs/product.md, "Showroom"): a vehicle with its tag and its segment. */
export type ShowroomEntry = VehicleSummary & {
  /** 'Retro roadster' */
  category: string | null;
};

const isShown = isNull(vehicles.hiddenAt);
const isType = eq(vehicles.type, sql.placeholder('type'));

const showroomReads = preparedOf((db) => ({
  // A literal, as in the partial index: a bound value would not select it.
  ofType: db
    .select({ ...summaryColumns, category: vehicles.segment })
    .from(vehicles)
    .where(and(sql`${vehicles.isInShowroom} = 1`, isType, isShown))
    .orderBy(desc(vehicles.seq))
    .limit(roomForEach)
    .prepare(),
  // Only built-in vehicles can be marked as insured, and their rows are those without an owner.
  insured: db
    .select(summaryColumns)
    .from(vehicles)
    .where(and(isNull(vehicles.ownerUserId), eq(vehicles.isInsured, true), isShown))
    .orderBy(desc(vehicles.seq))
    .limit(6)
    .prepare(),
}));

/** Maximum number of showroom vehicles of each type (docs/product.md, "Showroom"). */
const roomForEach = 8;

/** The bikes and scooters of the showroom in the catalogue's order, and their brands. */
export const showroom = memoizeByRevision(
  (db): { bikes: ShowroomEntry[]; scooters: ShowroomEntry[]; brands: Brand[] } => {
    const entries = (type: VehicleSummary['type']): ShowroomEntry[] => showroomReads(db).ofType.all({ type });
    const [bikes, scooters] = [entries('Bike'), entries('Scooter')];
    const names = new Set([...bikes, ...scooters].map(({ brand }) => brand));
    return { bikes, scooters, brands: allBrands(db).filter(({ name }) => names.has(name)) };
  },
);

/** The six popular insured vehicles of the insurance page, in the catalogue's order. */
export const insuredVehicles = memoizeByRevision((db): VehicleSummary[] => showroomReads(db).insured.all());

/** The built-in vehicles that are sold new, by name: the choices of a form. */
export const vehicleChoices = memoizeByRevision((db): { id: string; name: string }[] =>
  db
    .select({ id: vehicles.id, name: vehicles.name })
    .from(vehicles)
    .where(and(eq(vehicles.stock, 'new'), isNull(vehicles.ownerUserId), isShown))
    .orderBy(asc(vehicles.name))
    .all(),
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

const usedReads = preparedOf((db) => {
  const isUsed = and(eq(vehicles.stock, 'used'), isType, isShown);
  const isOfUser = and(isUsed, sql`${vehicles.isBuiltIn} = 0`);
  const counted = db.select({ seq: vehicles.seq }).from(vehicles).where(isOfUser).limit(mostCounted).as('counted');
  return {
    // Built-in rows are those without an owner, which the index of owners finds together.
    builtIn: db
      .select(recordColumns)
      .from(vehicles)
      .where(and(isNull(vehicles.ownerUserId), sql`${vehicles.isBuiltIn} = 1`, isUsed))
      .orderBy(desc(vehicles.seq))
      .limit(mostBuiltIn)
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

const builtIn = memoizeByRevision((db) => {
  const of = (type: VehicleType): VehicleRecord[] => usedReads(db).builtIn.all({ type });
  return { Bike: of('Bike'), Scooter: of('Scooter') };
});

/** Number of used vehicles of one type that are on sale; of users' vehicles at most 10,000 are counted. */
export const countUsedVehicles = (db: Database, type: VehicleType): number =>
  builtIn(db)[type].length + (usedReads(db).count.get({ type })?.vehicles ?? 0);

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
  const reads = usedReads(db);
  const total = reads.count.get({ type })?.vehicles ?? 0;
  const offset = (page - 1) * limit;
  // Skips the query past the last page, as it would walk over every row.
  const offered = offset < total ? reads.page.all({ type, limit, offset }) : [];
  return {
    vehicles: page === 1 ? [...builtIn(db)[type], ...offered] : offered,
    pages: Math.max(1, Math.ceil(total / limit)),
  };
}
