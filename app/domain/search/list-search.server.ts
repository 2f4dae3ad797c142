import type { Database } from '~db/connection';
import { createDistanceLookup, createOrder, findOffers, type OfferQuery } from './offer-search.server';
import type { OfferOrder, OfferSelection, TableName } from './offer-selection';
import type { ParsedQuery } from './parsed-query';
import { parseSearch } from './query-parser.server';
import type { ListSort, OfferFilters, RowFilters } from './search-query';
import { createTextSearch } from './text-search.server';

type ListSearch<Sort extends string> = Pick<OfferQuery, 'findModels'> & {
  table: TableName;
  q: string | undefined;
  filters: RowFilters;
  sort: Sort;
  sorts: readonly (Sort | 'relevance')[];
  findPlaces: (filters: ParsedQuery['filters']) => OfferFilters['near'];
};

export type FoundOffers = { selection: OfferSelection; order: OfferOrder; parsedQuery: ParsedQuery | null };

export function searchList<Sort extends ListSort | 'rating' | '-rating'>(
  db: Database,
  { table, q, filters, sort, sorts, findPlaces, findModels }: ListSearch<Sort>,
): FoundOffers {
  const parsedQuery = q?.trim() ? parseSearch(db, q) : null;
  const search = q && parsedQuery ? createTextSearch(q, parsedQuery, filters, findPlaces(parsedQuery.filters)) : null;
  const query: OfferQuery = { tables: [table], filters, search, findModels };
  const near = search ? search.filters.near : filters.near;
  const requested = sort === 'relevance' && parsedQuery ? parsedQuery.sort : sort;
  return {
    selection: findOffers(db, query),
    order: createOrder(db, sorts.find((one) => one === requested) ?? 'relevance', query, createDistanceLookup(near)),
    parsedQuery,
  };
}

export type FoundPage = { seqs: number[]; total: number; parsedQuery: ParsedQuery | null };

/** Reads one page; one after the last is empty. @param page from 1 */
export function readFoundPage(
  { selection, order, parsedQuery }: FoundOffers,
  { page, limit }: { page: number; limit: number },
): FoundPage {
  const offers = selection.getOffers(order, (page - 1) * limit, page * limit);
  return { seqs: offers.map(({ seq }) => seq), total: selection.total, parsedQuery };
}

export function* iterateFound({ selection, order }: FoundOffers): Generator<number[]> {
  for (const offers of selection.iterateOffers(order)) yield offers.map(({ seq }) => seq);
}
