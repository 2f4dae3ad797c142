/** Searches the catalogue. */

import type { Database } from '~db/connection';
import { findPlacesInQuery } from '../places/places-in-query.server';
import { type FoundOffers, iterateFound, readFoundPage, searchList } from '../search/list-search.server';
import { loadOfferTables } from '../search/offer-tables.server';
import type { SearchedPage } from '../search/text-search.server';
import { createPagination } from '../shared/pagination.server';
import { type VehicleFilters, type VehicleQuery, type VehicleSort, vehicleSorts } from './vehicle-query';
import type { VehicleRecord } from './vehicle';
import { findRecordsBySeq } from './vehicle.queries.server';

type SortedFilters = VehicleFilters & { sort: VehicleSort };

const findVehicles = (db: Database, { q, sort, stock, mileage, ...filters }: SortedFilters): FoundOffers =>
  searchList(db, {
    table: 'vehicle',
    q,
    sort,
    sorts: vehicleSorts,
    filters: {
      ...filters,
      kinds: stock === undefined ? [] : typeof stock === 'string' ? [stock] : stock,
      mileageBand: mileage,
    },
    findPlaces: findPlacesInQuery,
    findModels: () => [],
  });

/** Yields the sequence numbers of all matching vehicles in steps. */
export const iterateVehicles = (db: Database, query: SortedFilters): Generator<number[]> =>
  iterateFound(findVehicles(db, query));

/** Finds one page of records. */
export async function findVehicleRecords(db: Database, query: VehicleQuery): Promise<SearchedPage<VehicleRecord>> {
  await loadOfferTables(db);
  const { seqs, total, parsedQuery } = readFoundPage(findVehicles(db, query), query);
  return {
    items: findRecordsBySeq(db, seqs),
    pagination: createPagination(query, total),
    parsedQuery,
  };
}
