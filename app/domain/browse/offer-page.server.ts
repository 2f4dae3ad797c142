/** What pages of all offers and pages of listings have in common: the resolved query, facets and relaxations. */

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
  /** The active filters of the facet. */
  active: ActiveFilter[];
  options: FacetOption[];
};

/** A filter, or a part of the query, whose removal leads to results. */
type Relaxation = {
  text: string;
  /** The filters that remain. */
  without: BrowseFilters;
  /** Number of results. */
  vehicles: number;
};

/** The parts of a parsed query that screens show. */
type QuerySummary = Pick<ParsedQuery, 'chips' | 'corrected' | 'unfiltered' | 'action'>;

/** What pages of all offers and of listings have in common. */
export type OfferPage = {
  /** The filters, without a city that is unknown or that the query replaces. */
  filters: BrowseFilters;
  /** The city of the URL if it is unknown, as typed. */
  unknownCity: string | null;
  /** The sort order, which the query may set. */
  sort: BrowseSort;
  /** Whether the list has a city to sort by distance from. */
  hasDistances: boolean;
  /** Number of matches. */
  total: number;
  pages: number;
  facets: Facet[];
  /** Null without a query. */
  parsedQuery: QuerySummary | null;
  /** Without results: the filters whose removal leads to some, those with the most results first. */
  relaxations: Relaxation[];
};

/** Resolves the brands of a URL, given by name or id, to names without duplicates. */
export function resolveBrands(db: Database, brands: readonly string[]): string[] {
  if (brands.length === 0) return [];
  const known = findBrands(db);
  const names = brands.map((text) => {
    const folded = foldForSearch(text.trim());
    return (
      known.find(({ id, name }) => id === text || foldForSearch(name) === folded)?.name ?? toCanonicalBrand(text.trim())
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

/** Maximum number of filters whose removal is tried. */
const maxRelaxationsTried = 6;

/** Finds the relaxations of a search without results. */
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

/** A request with its names resolved and its query parsed. */
type ResolvedQuery = {
  filters: BrowseFilters;
  parsedQuery: ParsedQuery | null;
  sort: BrowseSort;
  hasDistances: boolean;
  unknownCity: string | null;
};

export function resolveQuery(db: Database, { sort: requestedSort, page: _, ...requested }: BrowseQuery): ResolvedQuery {
  const place = requested.city === null ? null : findPlace(requested.city);
  const known: BrowseFilters = {
    ...requested,
    brand: resolveBrands(db, requested.brand),
    city: place && formatPlaceName(place),
    within: place && requested.within,
  };
  const parsedQuery = known.q === null ? null : parseSearch(db, known.q);
  const filters = removeReplacedCity(known, parsedQuery);
  const hasDistances = filters.city !== null || parsedQuery?.filters.cities.length === 1;
  const supportedSort = requestedSort === 'distance' && !hasDistances ? getDefaultSort(filters) : requestedSort;
  const sort = resolveSort(supportedSort, parsedQuery);
  return { filters, parsedQuery, sort, hasDistances, unknownCity: place ? null : requested.city };
}

/** Counts the options of each facet among the offers that match all other filters. */
export async function countFacets(
  db: Database,
  { filters, parsedQuery, sort }: ResolvedQuery,
  { found, scope }: { found: FoundOffers; scope: OfferScope },
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
    const offers = active.length > 0 ? searchOffers(db, search, { sort, scope }) : found;
    facets.push({ name, active, options: createFacetOptions(name, offers, filters, queryFilters) });
  }
  return facets;
}

export function summarizeQuery(parsedQuery: ParsedQuery | null): QuerySummary | null {
  if (!parsedQuery) return null;
  const { chips, corrected, unfiltered, action } = parsedQuery;
  return { chips, corrected, unfiltered, action };
}
