import type { Database } from '~db/connection';
import type { VehicleType } from '~db/enums';
import { memoizeByRevision } from '../shared/content-revision.server';
import { memoizePrepared } from '~db/statements';
import { budgetBands, mileageBands } from './bands';
import type { VehicleSummary } from './vehicle';
import {
  countMatching,
  type FilterName,
  filterNames,
  type FinderTraits,
  getTraits,
  hasFilters,
  isMatch,
  relaxFilters,
  type TraitCount,
} from './finder';
import { findVehicleCards } from './vehicle.queries.server';

type FinderStock = 'showroom' | 'everything';

const maxVehicles = 10_000;

type SqlBand = { id: string; from: number; below: number | null };

function createBandSql(column: string, bands: readonly SqlBand[]): string {
  const cases = bands.map(({ id, from, below }) => {
    const upTo = below === null ? '' : ` AND ${column} < ${below}`;
    return `WHEN ${column} >= ${from}${upTo} THEN '${id}'`;
  });
  return `CASE ${cases.join(' ')} END`;
}

const createTraitsSql = (index: string, where: string): string => `
  (SELECT seq, fuel AS fuelType, ${createBandSql('mileage_kmpl', mileageBands)} AS mileage, type AS vehicleType,
          ${createBandSql('price_rupees', budgetBands)} AS budget
     FROM vehicles INDEXED BY ${index} WHERE ${where} ORDER BY seq DESC LIMIT ${maxVehicles})`;

const traits: Readonly<Record<FinderStock, string>> = {
  showroom: createTraitsSql('vehicles_showroom', 'is_in_showroom = 1 AND hidden_at IS NULL'),
  everything: createTraitsSql('vehicles_newest', 'hidden_at IS NULL'),
};

const createMatchesSql = (parameter: (name: FilterName) => string): string =>
  filterNames.map((name) => `(@${parameter(name)} IS NULL OR ${name} IS @${parameter(name)})`).join(' AND ');

const getExactName = (name: FilterName): string => `exact_${name}`;

type PageParameters = Record<string, string | number | null>;

// Raw: bands and filters are expressions over columns that the query computes.
const reads = memoizePrepared(({ $client: sqlite }) => {
  const prepareFor = (stock: FinderStock) => ({
    counts: sqlite.prepare<[], TraitCount>(
      `SELECT fuelType, mileage, vehicleType, budget, count(*) AS vehicles FROM ${traits[stock]} GROUP BY 1, 2, 3, 4`,
    ),
    page: sqlite
      .prepare<[PageParameters], number>(
        `SELECT seq FROM ${traits[stock]} WHERE ${createMatchesSql((name) => name)}
          ORDER BY (${createMatchesSql(getExactName)}) DESC, (vehicleType IS @firstType) DESC, seq DESC
          LIMIT @limit OFFSET @offset`,
      )
      .pluck(),
  });
  return { showroom: prepareFor('showroom'), everything: prepareFor('everything') };
});

const cachedCounts: Readonly<Record<FinderStock, (db: Database) => TraitCount[]>> = {
  showroom: memoizeByRevision((db) => reads(db).showroom.counts.all()),
  everything: memoizeByRevision((db) => reads(db).everything.counts.all()),
};

/** Of more than 10,000 vehicles only the newest are counted. Read once per content revision. */
export const countTraits = (db: Database, stock: FinderStock): readonly TraitCount[] => cachedCounts[stock](db);

type FoundVehicles = {
  vehicles: { vehicle: VehicleSummary; isExact: boolean }[];
  total: number;
  exact: number;
  dropped: FilterName[];
};

/** @param firstType type that is listed before the other one; null for the newest first */
export function findByFilters(
  db: Database,
  stock: FinderStock,
  filters: FinderTraits,
  { firstType = null, limit, offset = 0 }: { firstType?: VehicleType | null; limit: number; offset?: number },
): FoundVehicles {
  const counts = countTraits(db, stock);
  const count = (requested: FinderTraits): number => countMatching(counts, requested);
  const relaxed = hasFilters(filters) ? relaxFilters(filters, count) : { filters, dropped: [] };
  const parameters: PageParameters = { ...relaxed.filters, firstType, limit, offset };
  for (const name of filterNames) parameters[getExactName(name)] = filters[name];
  const vehicles = [...findVehicleCards(db, reads(db)[stock].page.all(parameters)).values()].map((vehicle) => ({
    vehicle,
    isExact: isMatch(getTraits(vehicle), filters),
  }));
  return { vehicles, total: count(relaxed.filters), exact: count(filters), dropped: relaxed.dropped };
}
