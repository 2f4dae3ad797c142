/** Pages of offers with their filters and facets (docs/product.md, "Browse"). */

import { setImmediate } from 'node:timers/promises';
import type { Database } from '~db/connection';
import type { ListingKind } from '~db/enums';
import type { VehicleSummary } from '../catalogue/vehicle';
import { findVehicleSummaries } from '../catalogue/vehicle.queries.server';
import type { ListingSummary } from '../listings/listing';
import { findListingsBySeq } from '../listings/listing.queries.server';
import { findPlace, formatPlaceName } from '../places/places.server';
import type { OfferRow } from '../search/offer-selection';
import { loadOfferTables } from '../search/offer-tables.server';
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
  createSearch,
  type FoundOffers,
  type OfferScope,
  removeReplacedCity,
  searchOffers,
  searchSamples,
} from './offer-search.server';
import { createPriceRoad, maxDrawnPerPrice, type Parked, type PriceRoad } from './price-road';

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
  /** Number of matches. */
  total: number;
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

/** A price road with the cards of its vehicles. */
type OfferRoad = Omit<PriceRoad<OfferRow>, 'parked'> & { parked: (Parked & { offer: BrowseOffer })[] };

function createRoad(db: Database, found: FoundOffers, actor: Actor): OfferRoad | null {
  const groups = found.selection.groupByPrice(maxDrawnPerPrice);
  const road = createPriceRoad([...groups].map(([rupees, { count, offers: rows }]) => ({ rupees, count, rows })));
  if (!road) return null;
  const { parked, ...rest } = road;
  const offers = readOffersByRow(
    db,
    parked.map(({ row }) => row),
    { actor, getLocation: found.getLocation },
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
  await loadOfferTables(db);
  const resolved = resolveQuery(db, query);
  const { filters, parsedQuery, sort, hasDistances, unknownCity } = resolved;
  const found = searchOffers(db, createSearch(filters, parsedQuery), { sort });
  const { selection, order, getLocation } = found;
  const [from, to] = [(query.page - 1) * cardsPerPage, query.page * cardsPerPage];
  const { total } = selection;
  return {
    offers: isRoad ? [] : readOffersOfRows(db, selection.getOffers(order, from, to), { actor, getLocation }),
    road: isRoad ? createRoad(db, found, actor) : null,
    filters,
    unknownCity,
    sort,
    hasDistances,
    total,
    pages: Math.ceil(total / cardsPerPage),
    facets: await countFacets(db, resolved, { found, scope }),
    relaxations: total === 0 ? await findRelaxations(db, resolved, scope) : [],
    parsedQuery: summarizeQuery(parsedQuery),
    alternatives: parsedQuery && total === 0 ? findVehicleSummaries(db, findNearestModels(db, parsedQuery)) : [],
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

/** Finds one page of the available listings of a kind, with its facets. */
export async function browseListings(
  db: Database,
  kind: ListingKind,
  request: BrowseQuery,
  { limit, actor }: { limit: number; actor: Actor },
): Promise<ListingsPage> {
  const { page } = request;
  await loadOfferTables(db);
  const resolved = resolveQuery(db, { ...request, ...withoutCatalogueFilters });
  const { filters, parsedQuery, sort, hasDistances, unknownCity } = resolved;
  const search = createSearch(filters, parsedQuery);
  const found = searchOffers(db, search, { sort, scope: kind });
  const { selection, order, getLocation } = found;
  const { total } = selection;
  const samples = page === 1 ? searchSamples(db, search, kind) : [];
  const offers = selection.getOffers(order, (page - 1) * limit, page * limit);
  const listings = findListingsBySeq(db, [...samples, ...offers.map(({ seq }) => seq)], actor);
  return {
    listings: listings.map((listing) => ({ ...listing, km: getLocation(listing.place).km })),
    filters,
    unknownCity,
    sort,
    hasDistances,
    total,
    pages: Math.ceil(total / limit),
    facets: await countFacets(db, resolved, { found, scope: kind }),
    relaxations: total === 0 ? await findRelaxations(db, resolved, kind) : [],
    parsedQuery: summarizeQuery(parsedQuery),
  };
}
