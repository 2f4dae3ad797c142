/** Searches the catalogue. */

import type { Database } from '~db/connection';
import { findPlacesInQuery } from '../places/places.server';
import { createDistanceLookup, createOrder, findOffers, type OfferQuery } from '../search/offer-search.server';
import type { OfferOrder, OfferSelection } from '../search/offer-selection';
import { loadOfferTables } from '../search/offer-tables.server';
import type { ParsedQuery } from '../search/parsed-query';
import { parseSearch } from '../search/query-parser.server';
import type { RowFilters } from '../search/search-query';
import { createTextSearch } from '../search/text-search.server';
import { type VehicleFilters, type VehicleQuery, type VehicleSort, vehicleSorts } from './vehicle';

type SortedFilters = VehicleFilters & { sort: VehicleSort };

type FoundVehicles = { selection: OfferSelection; order: OfferOrder; parsedQuery: ParsedQuery | null };

function findVehicles(db: Database, { q, sort, stock, mileage, ...filters }: SortedFilters): FoundVehicles {
  const kinds = stock === undefined ? [] : typeof stock === 'string' ? [stock] : stock;
  const own: RowFilters = { ...filters, kinds, mileageBand: mileage };
  const parsedQuery = q?.trim() ? parseSearch(db, q) : null;
  const search =
    q && parsedQuery ? createTextSearch(q, parsedQuery, own, findPlacesInQuery(parsedQuery.filters)) : null;
  const query: OfferQuery = { tables: ['vehicle'], filters: own, search, findModels: () => [] };
  const near = search ? search.filters.near : own.near;
  const requested = sort === 'relevance' && parsedQuery ? parsedQuery.sort : sort;
  return {
    selection: findOffers(db, query),
    order: createOrder(
      db,
      vehicleSorts.find((vehicleSort) => vehicleSort === requested) ?? 'relevance',
      query,
      createDistanceLookup(near),
    ),
    parsedQuery,
  };
}

/** Finds the sequence numbers (`seq`) of one page of vehicles. A page after the last is empty. */
export async function searchVehicles(
  db: Database,
  query: VehicleQuery,
): Promise<{ seqs: number[]; total: number; parsedQuery: ParsedQuery | null }> {
  await loadOfferTables(db);
  const { selection, order, parsedQuery } = findVehicles(db, query);
  const { page, limit } = query;
  const offers = selection.getOffers(order, (page - 1) * limit, page * limit);
  return { seqs: offers.map(({ seq }) => seq), total: selection.total, parsedQuery };
}

/** Yields the sequence numbers of all matching vehicles in steps; see `iterateOffers`. */
export function* iterateVehicles(db: Database, query: SortedFilters): Generator<number[]> {
  const { selection, order } = findVehicles(db, query);
  for (const offers of selection.iterateOffers(order)) yield offers.map(({ seq }) => seq);
}
