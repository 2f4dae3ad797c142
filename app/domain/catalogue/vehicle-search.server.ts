import type { Database } from '~db/connection';
import { findPlacesInQuery } from '../places/places-in-query.server';
import {
  type FoundBatch,
  type FoundOffers,
  iterateFound,
  type PageRequest,
  readFoundPage,
  searchList,
} from '../search/list-search.server';
import type { Position } from '../search/offer-selection';
import { loadOfferTables } from '../search/offer-tables.server';
import type { SearchedPage } from '../search/text-search.server';
import type { VehicleRecord } from './vehicle';
import { findRecordsBySeq } from './vehicle.queries.server';
import type { FuelType, VehicleCategory, VehicleStock, VehicleType } from '~db/enums';
import { listSorts, type OfferFilters, type OneOrMore } from '../search/search-query';
import type { MileageBand } from './bands';

/** Sort orders of vehicle lists. Vehicles without the figure, such as a rating by reviews, come last. */
export const vehicleSorts = [...listSorts, 'rating', '-rating'] as const;
export type VehicleSort = (typeof vehicleSorts)[number];

export type VehicleFilters = OfferFilters & {
  type?: OneOrMore<VehicleType>;
  stock?: OneOrMore<VehicleStock>;
  category?: VehicleCategory;
  fuel?: OneOrMore<FuelType>;
  mileage?: MileageBand;
  /** PS. */
  minPower?: number;
  maxPower?: number;
};

export type VehicleQuery = VehicleFilters & {
  sort: VehicleSort;
  /** From 1. */
  page: number;
  limit: number;
};

type SortedFilters = VehicleFilters & { sort: VehicleSort };

const findVehicles = (db: Database, { q, sort, stock, mileage, ...filters }: SortedFilters): FoundOffers =>
  searchList(db, {
    table: 'vehicle',
    q,
    sort,
    sorts: vehicleSorts,
    filters: {
      ...filters,
      availability: 'available',
      kinds: stock === undefined ? [] : typeof stock === 'string' ? [stock] : stock,
      mileageBand: mileage,
    },
    findPlaces: findPlacesInQuery,
    findModels: () => [],
  });

export const iterateVehicles = (
  db: Database,
  query: SortedFilters,
  after: Position | null = null,
): Generator<FoundBatch> => iterateFound(findVehicles(db, query), after);

export async function findVehicleRecords(
  db: Database,
  query: VehicleQuery & Pick<PageRequest, 'position'>,
): Promise<SearchedPage<VehicleRecord>> {
  await loadOfferTables(db);
  const { seqs, ...found } = readFoundPage(findVehicles(db, query), query);
  return { items: findRecordsBySeq(db, seqs), ...found };
}
