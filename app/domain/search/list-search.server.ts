import type { Database } from '~db/connection';
import { createDistanceLookup, createOrder, findOffers, type OfferQuery } from './offer-search.server';
import type { OfferOrder, OfferSelection, Position, TableName } from './offer-selection';
import type { ParsedQuery } from './parsed-query';
import { parseSearch } from './query-parser.server';
import { createPagination, type Pagination } from '../shared/pagination.server';
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

/** `page` counts from 1. `position` takes precedence over it: the offers behind it. */
export type PageRequest = { page: number; limit: number; position?: Position | undefined };

export type FoundPage = {
  seqs: number[];
  pagination: Pagination;
  /** Of the last offer; null at the end of the list. */
  last: Position | null;
  parsedQuery: ParsedQuery | null;
};

/** Reads one page; one after the last is empty. */
export function readFoundPage(
  { selection, order, parsedQuery }: FoundOffers,
  { page, limit, position }: PageRequest,
): FoundPage {
  const { total } = selection;
  const from = (page - 1) * limit;
  const { offers, before } = position
    ? selection.getOffersAfter(order, position, limit)
    : { offers: selection.getOffers(order, from, from + limit), before: from };
  const seqs = offers.map(({ seq }) => seq);
  const last = seqs.at(-1);
  return {
    seqs,
    pagination: createPagination({ page: position ? Math.floor(before / limit) + 1 : page, limit }, total),
    last: last === undefined || before + seqs.length >= total ? null : selection.getPosition(order, last),
    parsedQuery,
  };
}

export type FoundBatch = { seqs: number[]; last: Position };

export function* iterateFound({ selection, order }: FoundOffers, after: Position | null): Generator<FoundBatch> {
  for (const { offers, last } of selection.iterateOffers(order, after))
    yield { seqs: offers.map(({ seq }) => seq), last };
}
