import type { Database } from '~db/connection';
import type { VehicleType } from '~db/enums';
import { memoizeByRevision, preparedOf } from '../shared/memoize.server';
import { budgetBands, mileageBands, type VehicleSummary } from './vehicle';
import {
  countMatching,
  type FilterName,
  type FinderTraits,
  filterNames,
  isAnySet,
  matches,
  relaxFilters,
  type TraitCount,
  traitsOf,
} from './finder';
import { vehiclesAt } from './vehicle.queries.server';

/**
 * Vehicles that a finder searches: the sixteen new vehicles of the showroom, or every vehicle that is not a listing.
 */
type FinderStock = 'showroom' | 'everything';

/** Maximum number of vehicles that are searched, newest first, because users add to the stock. */
const mostVehicles = 10_000;

type SqlBand = { id: string; from: number; below: number | null };

/** SQL expression for the band of a column's value, with the same limits as in `vehicle.ts`. */
function bandOf(column: string, bands: readonly SqlBand[]): string {
  const cases = bands.map(({ id, from, below }) => {
    const upTo = below === null ? '' : ` AND ${column} < ${below}`;
    return `WHEN ${column} >= ${from}${upTo} THEN '${id}'`;
  });
  return `CASE ${cases.join(' ')} END`;
}

/** The traits of each vehicle of a stock, in columns named like the filters. */
const traitsIn = (where: string): string => `
  (SELECT seq, fuel AS fuelType, ${bandOf('mileage_kmpl', mileageBands)} AS mileage, type AS vehicleType,
          ${bandOf('price_rupees', budgetBands)} AS budget
     FROM vehicles WHERE ${where} ORDER BY seq DESC LIMIT ${mostVehicles})`;

const traits: Readonly<Record<FinderStock, string>> = {
  showroom: traitsIn('is_in_showroom = 1 AND hidden_at IS NULL'),
  everything: traitsIn('hidden_at IS NULL'),
};

/** `matches` as an SQL condition: a filter that is null matches everything. */
const matching = (parameter: (name: FilterName) => string): string =>
  filterNames.map((name) => `(@${parameter(name)} IS NULL OR ${name} IS @${parameter(name)})`).join(' AND ');

const exactName = (name: FilterName): string => `exact_${name}`;

type PageParameters = Record<string, string | number | null>;

// Raw: bands and filters are expressions over columns that the query computes.
const reads = preparedOf(({ $client: sqlite }) => {
  const of = (stock: FinderStock) => ({
    counts: sqlite.prepare<[], TraitCount>(
      `SELECT fuelType, mileage, vehicleType, budget, count(*) AS vehicles FROM ${traits[stock]} GROUP BY 1, 2, 3, 4`,
    ),
    page: sqlite
      .prepare<[PageParameters], number>(
        `SELECT seq FROM ${traits[stock]} WHERE ${matching((name) => name)}
          ORDER BY (${matching(exactName)}) DESC, (vehicleType IS @firstType) DESC, seq DESC
          LIMIT @limit OFFSET @offset`,
      )
      .pluck(),
  });
  return { showroom: of('showroom'), everything: of('everything') };
});

const countsOnce: Readonly<Record<FinderStock, (db: Database) => TraitCount[]>> = {
  showroom: memoizeByRevision((db) => reads(db).showroom.counts.all()),
  everything: memoizeByRevision((db) => reads(db).everything.counts.all()),
};

/**
 * Number of vehicles of a stock for each combination of traits, from which the counts beside all options are derived.
 * Read once per content revision; of more than 10,000 vehicles only the newest are counted.
 */
export const traitCounts = (db: Database, stock: FinderStock): readonly TraitCount[] => countsOnce[stock](db);

type FoundVehicles = {
  /** Vehicles that match the filters without relaxing come first. */
  vehicles: { vehicle: VehicleSummary; isExact: boolean }[];
  /** Number of matches after relaxing, on all pages. */
  total: number;
  /** Number of these that match every filter that is set. */
  exact: number;
  /** Filters that were dropped to find enough vehicles. */
  leftOut: FilterName[];
};

/**
 * The vehicles that the filters recommend, relaxed when fewer than four match. Without filters it is the whole stock.
 *
 * @param firstType type that is listed before the other one; null for the stock's own order
 * @param page at most `limit` vehicles after the first `offset`
 */
export function findByFilters(
  db: Database,
  stock: FinderStock,
  filters: FinderTraits,
  { firstType = null, limit, offset = 0 }: { firstType?: VehicleType | null; limit: number; offset?: number },
): FoundVehicles {
  const counts = traitCounts(db, stock);
  const count = (requested: FinderTraits): number => countMatching(counts, requested);
  const relaxed = isAnySet(filters) ? relaxFilters(filters, count) : { filters, leftOut: [] };
  const parameters: PageParameters = { ...relaxed.filters, firstType, limit, offset };
  for (const name of filterNames) parameters[exactName(name)] = filters[name];
  const vehicles = vehiclesAt(db, reads(db)[stock].page.all(parameters)).map((vehicle) => ({
    vehicle,
    isExact: matches(traitsOf(vehicle), filters),
  }));
  return { vehicles, total: count(relaxed.filters), exact: count(filters), leftOut: relaxed.leftOut };
}
