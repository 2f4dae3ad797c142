import type { Database } from '~db/connection';
import type { ListingKind } from '~db/enums';
import { findPlacesInQuery } from '../places/places-in-query.server';
import {
  type FoundOffers,
  type FoundBatch,
  type FoundPage,
  iterateFound,
  type PageRequest,
  readFoundPage,
  searchList,
} from '../search/list-search.server';
import type { Position } from '../search/offer-selection';
import { loadOfferTables } from '../search/offer-tables.server';
import { type ListSort, listSorts } from '../search/search-query';
import type { SearchedPage } from '../search/text-search.server';
import type { Actor } from '../shared/actor';
import { findModelsWithin } from './models.server';
import type { Listing, ListingFilters, ListingQuery } from './listing';
import { findFullListings } from './listing.queries.server';

type ListingsOfKind = ListingFilters & { kind: ListingKind; sort: ListSort };

const findOfKind = (db: Database, { q, kind, sort, type: fuel, ...filters }: ListingsOfKind): FoundOffers =>
  searchList(db, {
    table: kind,
    q,
    sort,
    sorts: listSorts,
    filters: { ...filters, fuel },
    findPlaces: findPlacesInQuery,
    findModels: findModelsWithin,
  });

export async function searchListings(
  db: Database,
  query: ListingQuery & Pick<PageRequest, 'position'>,
): Promise<FoundPage> {
  await loadOfferTables(db);
  return readFoundPage(findOfKind(db, query), query);
}

export const iterateListings = (
  db: Database,
  query: ListingsOfKind,
  after: Position | null = null,
): Generator<FoundBatch> => iterateFound(findOfKind(db, query), after);

export async function findListings(
  db: Database,
  query: ListingQuery & Pick<PageRequest, 'position'>,
  actor: Actor,
): Promise<SearchedPage<Listing>> {
  const { seqs, ...found } = await searchListings(db, query);
  return { items: findFullListings(db, seqs, actor), ...found };
}
