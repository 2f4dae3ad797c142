/** Searches one table by the query of a list: its words, filters and sort order. */

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
  /** The sort orders of the list, which a query may name. */
  sorts: readonly (Sort | 'relevance')[];
  findPlaces: (filters: ParsedQuery['filters']) => OfferFilters['near'];
};

/** What a list search found. */
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

/** Sequence numbers (`seq`) of one page, the number of all results, and the parsed query. */
export type FoundPage = { seqs: number[]; total: number; parsedQuery: ParsedQuery | null };

/** Reads one page; one after the last is empty. @param page from 1 */
export function readFoundPage(
  { selection, order, parsedQuery }: FoundOffers,
  { page, limit }: { page: number; limit: number },
): FoundPage {
  const offers = selection.getOffers(order, (page - 1) * limit, page * limit);
  return { seqs: offers.map(({ seq }) => seq), total: selection.total, parsedQuery };
}

/** Yields the sequence numbers of all results in steps; see `iterateOffers`. */
export function* iterateFound({ selection, order }: FoundOffers): Generator<number[]> {
  for (const offers of selection.iterateOffers(order)) yield offers.map(({ seq }) => seq);
}
