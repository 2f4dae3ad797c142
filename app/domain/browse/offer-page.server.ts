import { setImmediate } from 'node:timers/promises';
import type { Database } from '~db/connection';
import { foldForSearch } from '~db/search-fold';
import { findBrands } from '../catalogue/brand.queries.server';
import { findPlace, formatPlaceName } from '../places/places.server';
import { toCanonicalBrand } from '../search/brand-names.server';
import type { ParsedQuery } from '../search/parsed-query';
import { parseSearch } from '../search/query-parser.server';
import { type BrowseFilters, type BrowseQuery, type BrowseSort, browseSorts, getDefaultSort } from './browse-query';
import { type FacetName, facetNames, hasOptions, listingFacetNames } from './facet-choices';
import { type ActiveFilter, clearFacet, createFacetOptions, type FacetOption, getActiveFilters } from './facets';
import {
  createSearch,
  type FoundOffers,
  type OfferScope,
  removeReplacedCity,
  searchOffers,
} from './offer-search.server';

export type Facet = {
  name: FacetName;
  active: ActiveFilter[];
  options: FacetOption[];
};

type Relaxation = {
  text: string;
  without: BrowseFilters;
  vehicles: number;
};

type QuerySummary = Pick<ParsedQuery, 'chips' | 'corrected' | 'unfiltered' | 'action'>;

export type OfferPage = {
  filters: BrowseFilters;
  unknownCity: string | null;
  sort: BrowseSort;
  hasDistances: boolean;
  total: number;
  pages: number;
  facets: Facet[];
  /** Null without a query. */
  parsedQuery: QuerySummary | null;
  /** Without results: the filters whose removal leads to some, those with the most results first. */
  relaxations: Relaxation[];
};

export function resolveBrands(db: Database, brands: readonly string[]): string[] {
  if (brands.length === 0) return [];
  const rows = findBrands(db);
  const names = brands.map((text) => {
    const folded = foldForSearch(text.trim());
    return (
      rows.find(({ id, name }) => id === text || foldForSearch(name) === folded)?.name ?? toCanonicalBrand(text.trim())
    );
  });
  return names.filter(
    (name, index) => names.findIndex((other) => foldForSearch(other) === foldForSearch(name)) === index,
  );
}

/** Resolves 'relevance' to the order that the query sets, if any; without a query, to the newest first. */
export function resolveSort(requested: BrowseSort, parsedQuery: ParsedQuery | null): BrowseSort {
  if (requested !== 'relevance') return requested;
  return parsedQuery ? (browseSorts.find((sort) => sort === parsedQuery.sort) ?? 'relevance') : 'newest';
}

const maxRelaxationsTried = 6;

export async function findRelaxations(
  db: Database,
  { filters, parsedQuery }: ResolvedQuery,
  scope: OfferScope,
): Promise<Relaxation[]> {
  const removable: ActiveFilter[] = [
    ...(parsedQuery?.chips ?? []).map(({ text, rest }) => ({ text, without: { ...filters, q: rest || null } })),
    ...facetNames.flatMap((name) => getActiveFilters(name, filters)),
  ];
  const relaxations: Relaxation[] = [];
  // Without its only filter, a search is the list of everything.
  for (const { text, without: remaining } of removable.length > 1 ? removable.slice(0, maxRelaxationsTried) : []) {
    const { q } = remaining;
    const remainingQuery = q === null ? null : q === filters.q ? parsedQuery : parseSearch(db, q);
    await setImmediate();
    const { total } = searchOffers(db, createSearch(remaining, remainingQuery), { sort: 'newest', scope }).selection;
    if (total > 0) relaxations.push({ text, without: remaining, vehicles: total });
  }
  return relaxations.sort((a, b) => b.vehicles - a.vehicles);
}

type ResolvedQuery = {
  filters: BrowseFilters;
  parsedQuery: ParsedQuery | null;
  sort: BrowseSort;
  hasDistances: boolean;
  unknownCity: string | null;
};

export function resolveQuery(db: Database, { sort: requestedSort, page: _, ...requested }: BrowseQuery): ResolvedQuery {
  const place = requested.city === null ? null : findPlace(requested.city);
  const query: BrowseFilters = {
    ...requested,
    brand: resolveBrands(db, requested.brand),
    city: place && formatPlaceName(place),
    within: place && requested.within,
  };
  const parsedQuery = query.q === null ? null : parseSearch(db, query.q);
  const filters = removeReplacedCity(query, parsedQuery);
  const hasDistances = filters.city !== null || parsedQuery?.filters.cities.length === 1;
  const supportedSort = requestedSort === 'distance' && !hasDistances ? getDefaultSort(filters) : requestedSort;
  const sort = resolveSort(supportedSort, parsedQuery);
  return { filters, parsedQuery, sort, hasDistances, unknownCity: place ? null : requested.city };
}

export async function countFacets(
  db: Database,
  { filters, parsedQuery, sort }: ResolvedQuery,
  { matches, scope }: { matches: FoundOffers; scope: OfferScope },
): Promise<Facet[]> {
  const queryFilters = parsedQuery?.filters ?? null;
  const facets: Facet[] = [];
  for (const name of scope === 'everything' ? facetNames : listingFacetNames) {
    const active = getActiveFilters(name, filters);
    if (!hasOptions(name)) {
      facets.push({ name, active, options: [] });
      continue;
    }
    if (active.length > 0) await setImmediate();
    const search = createSearch(clearFacet(filters, name), parsedQuery, filters.city);
    const offers = active.length > 0 ? searchOffers(db, search, { sort, scope }) : matches;
    facets.push({ name, active, options: createFacetOptions(name, offers, filters, queryFilters) });
  }
  return facets;
}

export function summarizeQuery(parsedQuery: ParsedQuery | null): QuerySummary | null {
  if (!parsedQuery) return null;
  const { chips, corrected, unfiltered, action } = parsedQuery;
  return { chips, corrected, unfiltered, action };
}
