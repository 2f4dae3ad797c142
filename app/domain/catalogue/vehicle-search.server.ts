/** Searches the catalogue. */

import type { Database } from '~db/connection';
import { findPlacesInQuery } from '../places/places.server';
import {
  type FoundOffers,
  type FoundPage,
  iterateFound,
  readFoundPage,
  searchList,
} from '../search/list-search.server';
import { loadOfferTables } from '../search/offer-tables.server';
import { type VehicleFilters, type VehicleQuery, type VehicleSort, vehicleSorts } from './vehicle';

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

/** Finds one page of vehicles. */
export async function searchVehicles(db: Database, query: VehicleQuery): Promise<FoundPage> {
  await loadOfferTables(db);
  return readFoundPage(findVehicles(db, query), query);
}

/** Yields the sequence numbers of all matching vehicles in steps. */
export const iterateVehicles = (db: Database, query: SortedFilters): Generator<number[]> =>
  iterateFound(findVehicles(db, query));
