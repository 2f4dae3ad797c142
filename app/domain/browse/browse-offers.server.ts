/** Pages of offers with their filters and facets (docs/product.md, "Browse"). */

import { setImmediate } from 'node:timers/promises';
import type { Database } from '~db/connection';
import type { ListingKind } from '~db/enums';
import type { VehicleSummary } from '../catalogue/vehicle';
import { findVehicleSummaries } from '../catalogue/vehicle.queries.server';
import type { ListingSummary } from '../listings/listing';
import { findMatchingSamples, findSearchedSummaries } from '../listings/listing.queries.server';
import { findPlace, formatPlaceName } from '../places/places.server';
import type { ExaminedRows } from '../search/bounded-search.server';
import type { ParsedQuery } from '../search/parsed-query';
import { findNearestModels, parseSearch } from '../search/query-parser.server';
import type { Actor } from '../shared/actor';
import { cardsPerPage } from '../shared/pagination.server';
import { type BrowseFilters, type BrowseQuery, type BrowseSort, getDefaultSort, noFilters } from './browse-query';
import {
  type ActiveFilter,
  clearFacet,
  createFacetOptions,
  type FacetOption,
  getActiveFilters,
  getFacetParameters,
} from './facets';
import { type FacetName, facetNames, hasOptions, listingFacetNames } from './facet-choices';
import { type BrowseOffer, readOffersByRow, readOffersOfRows, resolveBrands, resolveSort } from './offer-lists.server';
import {
  countOffers,
  createLocationLookup,
  type OfferRow,
  type OfferScope,
  readOffers,
  toTableSort,
} from './offer-rows.server';
import { createListingQuery, createSearch, type OfferSearch, removeReplacedCity } from './offer-search.server';
import { createPriceRoad, type Parked, type PriceRoad } from './price-road';

export type Facet = {
  name: FacetName;
  /** The active filters of the facet. */
  active: ActiveFilter[];
  options: FacetOption[];
  /** Whether the counts of the options are lower bounds. */
  isAtLeast: boolean;
};

/** A filter, or a part of the query, whose removal leads to results. */
type Relaxation = {
  text: string;
  /** The filters that remain. */
  without: BrowseFilters;
  /** Number of results; a lower bound if `isAtLeast`. */
  vehicles: number;
  isAtLeast: boolean;
};

/** The parts of a parsed query that screens show. */
type QuerySummary = Pick<ParsedQuery, 'chips' | 'corrected' | 'unfiltered' | 'action'>;

export type BrowsePage = {
  offers: BrowseOffer[];
  /** The filters, without a city that is unknown or that the query replaces. */
  filters: BrowseFilters;
  /** The city of the URL if it is unknown, as typed. */
  unknownCity: string | null;
  /** The sort order, which the query may set. */
  sort: BrowseSort;
  /** Whether the list has a city to sort by distance from. */
  hasDistances: boolean;
  /** The price road; null if it was not requested or has no vehicles. */
  road: OfferRoad | null;
  /** Number of matches; a lower bound unless `isExact`. */
  total: number;
  isExact: boolean;
  /** Number of pages, which cover the examined offers. */
  pages: number;
  facets: Facet[];
  /** Null without a query. */
  parsedQuery: QuerySummary | null;
  /** Without results: the filters whose removal leads to some, those with the most results first. */
  relaxations: Relaxation[];
  /** Without results: similar models, if any. */
  alternatives: VehicleSummary[];
};

/** Maximum number of filters whose removal is tried. */
const maxRelaxationsTried = 6;

/** Finds the relaxations of a search without results. */
async function findRelaxations(
  db: Database,
  { filters, parsedQuery }: ResolvedQuery,
  { matchCache }: OfferSearch,
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
    const { total, isExact } = await countOffers(db, createSearch(remaining, remainingQuery, { matchCache }), scope);
    if (total > 0) relaxations.push({ text, without: remaining, vehicles: total, isAtLeast: !isExact });
  }
  return relaxations.sort((one, other) => other.vehicles - one.vehicles);
}

/** A price road with the cards of its vehicles. */
type OfferRoad = Omit<PriceRoad<OfferRow>, 'parked'> & { parked: (Parked & { offer: BrowseOffer })[] };

function createRoad(db: Database, rows: readonly OfferRow[], actor: Actor): OfferRoad | null {
  const road = createPriceRoad(rows);
  if (!road) return null;
  const { parked, ...rest } = road;
  const offers = readOffersByRow(
    db,
    parked.map(({ row }) => row),
    actor,
  );
  return {
    ...rest,
    parked: parked.flatMap(({ row, ...position }) => {
      const offer = offers.get(row);
      return offer ? [{ ...position, offer }] : [];
    }),
  };
}

/** A request with its names resolved and its query parsed. */
type ResolvedQuery = {
  filters: BrowseFilters;
  parsedQuery: ParsedQuery | null;
  sort: BrowseSort;
  hasDistances: boolean;
  unknownCity: string | null;
};

function resolveQuery(db: Database, { sort: requestedSort, page: _, ...requested }: BrowseQuery): ResolvedQuery {
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
async function countFacets(
  db: Database,
  { filters, parsedQuery, sort }: ResolvedQuery,
  { found, search, scope }: { found: ExaminedRows<OfferRow>; search: OfferSearch; scope: OfferScope },
): Promise<Facet[]> {
  const searchWithout = (name: FacetName): OfferSearch =>
    createSearch(clearFacet(filters, name), parsedQuery, { centre: filters.city, matchCache: search.matchCache });
  const queryFilters = parsedQuery?.filters ?? null;
  const facets: Facet[] = [];
  for (const name of scope === 'everything' ? facetNames : listingFacetNames) {
    const active = getActiveFilters(name, filters);
    const isCounted = hasOptions(name);
    if (active.length > 0 && isCounted) await setImmediate();
    const examined =
      active.length > 0 && isCounted ? await readOffers(db, searchWithout(name), sort, { scope }) : found;
    facets.push({
      name,
      active,
      options: isCounted ? createFacetOptions(name, examined.rows, filters, queryFilters) : [],
      isAtLeast: examined.rows.length < examined.total || !examined.isExact,
    });
  }
  return facets;
}

/**
 * Finds one page of all offers, with its facets.
 *
 * @param isRoad whether to lay out the price road instead of the page
 */
export async function browseOffers(
  db: Database,
  query: BrowseQuery,
  actor: Actor,
  isRoad = false,
): Promise<BrowsePage> {
  const scope = 'everything';
  const { page } = query;
  const resolved = resolveQuery(db, query);
  const { filters, parsedQuery, sort, hasDistances, unknownCity } = resolved;
  const search = createSearch(filters, parsedQuery);
  const found = await readOffers(db, search, sort);
  const shown = isRoad ? [] : found.rows.slice((page - 1) * cardsPerPage, page * cardsPerPage);
  return {
    offers: readOffersOfRows(db, shown, actor),
    road: isRoad ? createRoad(db, found.rows, actor) : null,
    filters,
    unknownCity,
    sort,
    hasDistances,
    total: found.total,
    isExact: found.isExact,
    pages: Math.ceil(found.rows.length / cardsPerPage),
    facets: await countFacets(db, resolved, { found, search, scope }),
    relaxations: found.total === 0 ? await findRelaxations(db, resolved, search, scope) : [],
    parsedQuery: summarizeQuery(parsedQuery),
    alternatives: parsedQuery && found.total === 0 ? findVehicleSummaries(db, findNearestModels(db, parsedQuery)) : [],
  };
}

function summarizeQuery(parsedQuery: ParsedQuery | null): QuerySummary | null {
  if (!parsedQuery) return null;
  const { chips, corrected, unfiltered, action } = parsedQuery;
  return { chips, corrected, unfiltered, action };
}

/** Clears the filters that lists of listings do not have. */
const withoutCatalogueFilters = Object.fromEntries(
  facetNames
    .filter((name) => !listingFacetNames.includes(name))
    .flatMap((name) => getFacetParameters(name).map((parameter) => [parameter, noFilters[parameter]])),
);

export type ListingsPage = Omit<BrowsePage, 'offers' | 'alternatives' | 'road'> & {
  /** The first page starts with samples, which no count includes. `km`: distance from the requested city. */
  listings: (ListingSummary & { km: number | null })[];
};

/**
 * Finds one page of the available listings of a kind, with its facets. The pages cover more listings than those of the
 * browse page, because only one table is read.
 */
export async function browseListings(
  db: Database,
  kind: ListingKind,
  request: BrowseQuery,
  { limit, actor }: { limit: number; actor: Actor },
): Promise<ListingsPage> {
  const { page } = request;
  const resolved = resolveQuery(db, { ...request, ...withoutCatalogueFilters });
  const { filters, parsedQuery, sort, hasDistances, unknownCity } = resolved;
  const search = createSearch(filters, parsedQuery);
  const query = createListingQuery(db, kind, search, toTableSort(sort));
  const textSearch = parsedQuery && { parsedQuery, fts: search.fts, matchCache: search.matchCache };
  const listed = findSearchedSummaries(
    db,
    { textSearch, query, isRanked: sort === 'relevance' },
    { page, limit },
    actor,
  );
  const found = await readOffers(db, search, sort, { scope: kind });
  const samples = query && page === 1 ? findMatchingSamples(db, query, parsedQuery) : [];
  const getLocation = createLocationLookup(search.centre);
  return {
    listings: [...samples, ...listed.items].map((listing) => ({ ...listing, km: getLocation(listing.place).km })),
    filters,
    unknownCity,
    sort,
    hasDistances,
    total: listed.pagination.total,
    isExact: listed.isExact,
    pages: listed.pagination.pages,
    facets: await countFacets(db, resolved, { found, search, scope: kind }),
    relaxations: found.total === 0 ? await findRelaxations(db, resolved, search, kind) : [],
    parsedQuery: summarizeQuery(parsedQuery),
  };
}
