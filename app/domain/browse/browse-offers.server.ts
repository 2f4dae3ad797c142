import { setImmediate } from 'node:timers/promises';
import type { Database } from '~db/connection';
import type { ListingKind } from '~db/enums';
import type { VehicleSummary } from '../catalogue/vehicle';
import { vehicleSummariesOf } from '../catalogue/vehicle.queries.server';
import type { ListingSummary } from '../listings/listing';
import { samplesMeant, searchedSummaries } from '../listings/listing.queries.server';
import { findPlace, placeName } from '../places/places.server';
import type { LookedAt } from '../search/bounded-search.server';
import type { Understood } from '../search/understood';
import { nearestModels, understandSearch } from '../search/understood-search.server';
import type { Actor } from '../shared/actor';
import { cardsPerPage } from '../shared/pagination';
import { type BrowseFilters, type BrowseQuery, type BrowseSort, noFilters, usualSort } from './browse-query';
import {
  type FacetOption,
  facetOptions,
  hasOptions,
  parametersOf,
  type SetFilter,
  setFilters,
  without,
} from './facets';
import { type FacetName, facetNames, listingFacetNames } from './facet-choices';
import { type BrowseOffer, brandsNamed, offersByRow, offersOf, sortOf } from './found-offers.server';
import type { OfferRow } from './offer-order';
import { countOffers, locator, lookAt, type OfferScope, tableSort } from './offer-rows.server';
import { besidePlaceSaid, listingQuery, type Search, searchOf } from './offer-search.server';
import { type Parked, type PriceRoad, priceRoad } from './price-road';

export type Facet = {
  name: FacetName;
  /** Its current values. */
  set: SetFilter[];
  options: FacetOption[];
  /** Whether the counts of the options are lower bounds. */
  isAtLeast: boolean;
};

/** A filter or a part of the search, and what there is without it. */
type LetGo = {
  text: string;
  without: BrowseFilters;
  vehicles: number;
  /** Whether there may be more. */
  isAtLeast: boolean;
};

/** What a search was understood to say. */
type UnderstoodSearch = Pick<Understood, 'chips' | 'corrected' | 'unfiltered'>;

export type BrowsePage = {
  offers: BrowseOffer[];
  /** The filters as parsed, without a city that is not known or that the words replace. */
  filters: BrowseFilters;
  /** The city of the URL, as typed, where it is not known. */
  unknownCity: string | null;
  /** The order, which the search itself may ask for. */
  sort: BrowseSort;
  /** Null where it was not asked for, or nothing is on it. */
  road: RoadOfOffers | null;
  /** Number of matches; a lower bound when `isExact` is false. */
  total: number;
  isExact: boolean;
  /** Number of pages that can be opened. */
  pages: number;
  facets: Facet[];
  /** Null without a search text. */
  understood: UnderstoodSearch | null;
  /** Where nothing matches: each wish that leads to something when it is let go, the most first. */
  letGo: LetGo[];
  /** Where nothing matches: the models nearest to what was meant, if any. */
  alternatives: VehicleSummary[];
};

/** Wishes that are tried one by one; a search by words may set more. */
const mostTried = 6;

/** For a search that found nothing: each of its wishes, without which something is found. */
async function wishesToLetGo(
  db: Database,
  { filters, understood }: ResolvedQuery,
  scope: OfferScope,
): Promise<LetGo[]> {
  const wishes: SetFilter[] = [
    ...(understood?.chips ?? []).map(({ text, rest }) => ({ text, without: { ...filters, q: rest || null } })),
    ...facetNames.flatMap((name) => setFilters(name, filters)),
  ];
  const tried: LetGo[] = [];
  // Removing the only filter leaves no search.
  for (const { text, without: left } of wishes.length > 1 ? wishes.slice(0, mostTried) : []) {
    const meant = left.q === null ? null : left.q === filters.q ? understood : understandSearch(db, left.q);
    const { total, isExact } = await countOffers(db, searchOf(left, meant), scope);
    if (total > 0) tried.push({ text, without: left, vehicles: total, isAtLeast: !isExact });
  }
  return tried.sort((one, other) => other.vehicles - one.vehicles);
}

/** The price road with its vehicles. */
type RoadOfOffers = Omit<PriceRoad<OfferRow>, 'parked'> & { parked: (Parked & { offer: BrowseOffer })[] };

function roadOf(db: Database, rows: readonly OfferRow[], actor: Actor): RoadOfOffers | null {
  const road = priceRoad(rows);
  if (!road) return null;
  const { parked, ...others } = road;
  const offers = offersByRow(
    db,
    parked.map(({ row }) => row),
    actor,
  );
  return {
    ...others,
    parked: parked.flatMap(({ row, ...place }) => {
      const offer = offers.get(row);
      return offer ? [{ ...place, offer }] : [];
    }),
  };
}

/** A query with the names that are known, and its words as they are understood. */
type ResolvedQuery = {
  filters: BrowseFilters;
  understood: Understood | null;
  sort: BrowseSort;
  unknownCity: string | null;
};

function resolved(db: Database, { sort: requestedSort, page: _, ...requested }: BrowseQuery): ResolvedQuery {
  const place = requested.city === null ? null : findPlace(requested.city);
  const filters: BrowseFilters = {
    ...requested,
    brand: brandsNamed(db, requested.brand),
    city: place && placeName(place),
    within: place && requested.within,
  };
  const understood = filters.q === null ? null : understandSearch(db, filters.q);
  const meant = besidePlaceSaid(filters, understood);
  const hasDistances = meant.city !== null;
  const sort = sortOf(requestedSort === 'distance' && !hasDistances ? usualSort(meant) : requestedSort, understood);
  return { filters: meant, understood, sort, unknownCity: place ? null : requested.city };
}

/** The facets of a list, each counted with all other filters as they are. */
async function facetsOf(
  db: Database,
  { filters, understood, sort }: ResolvedQuery,
  { found, search, scope }: { found: LookedAt<OfferRow>; search: Search; scope: OfferScope },
): Promise<Facet[]> {
  const facets: Facet[] = [];
  for (const name of scope === 'everything' ? facetNames : listingFacetNames) {
    const set = setFilters(name, filters);
    const isCounted = hasOptions(name);
    if (set.length > 0 && isCounted) await setImmediate();
    const left =
      set.length === 0 || !isCounted
        ? found
        : await lookAt(
            db,
            searchOf(without(filters, name), understood, { from: filters.city, known: search.known }),
            sort,
            { scope },
          );
    facets.push({
      name,
      set,
      options: isCounted ? facetOptions(name, left.rows, filters) : [],
      isAtLeast: left.rows.length < left.total || !left.isExact,
    });
  }
  return facets;
}

/**
 * One page of all offers of any kind, and the options that filter it further.
 *
 * @param isRoad the price road is laid out in place of the page
 */
export async function browseOffers(
  db: Database,
  query: BrowseQuery,
  actor: Actor,
  isRoad = false,
): Promise<BrowsePage> {
  const scope = 'everything';
  const { page } = query;
  const requested = resolved(db, query);
  const { filters, understood, sort, unknownCity } = requested;
  const search = searchOf(filters, understood);
  const found = await lookAt(db, search, sort);
  const shown = isRoad ? [] : found.rows.slice((page - 1) * cardsPerPage, page * cardsPerPage);
  return {
    offers: offersOf(db, shown, actor),
    road: isRoad ? roadOf(db, found.rows, actor) : null,
    filters,
    unknownCity,
    sort,
    total: found.total,
    isExact: found.isExact,
    pages: Math.ceil(found.rows.length / cardsPerPage),
    facets: await facetsOf(db, requested, { found, search, scope }),
    letGo: found.total === 0 ? await wishesToLetGo(db, requested, scope) : [],
    understood: shownOf(understood),
    alternatives: understood && found.total === 0 ? vehicleSummariesOf(db, nearestModels(db, understood)) : [],
  };
}

const shownOf = (understood: Understood | null): UnderstoodSearch | null =>
  understood && { chips: understood.chips, corrected: understood.corrected, unfiltered: understood.unfiltered };

/** Filters that no listing meets, or that a list of one kind has by itself, are none there. */
const filtersOfNoListing = Object.fromEntries(
  facetNames
    .filter((name) => !listingFacetNames.includes(name))
    .flatMap((name) => parametersOf(name).map((parameter) => [parameter, noFilters[parameter]])),
);

export type ListingsPage = Omit<BrowsePage, 'offers' | 'alternatives' | 'road'> & {
  /** Samples first, on the first page; the figures do without them. */
  listings: (ListingSummary & { km: number | null })[];
};

/**
 * One page of the listings of a kind that are for sale, filtered, counted and ordered as among all offers. Its pages
 * reach further than those of Browse, because it is read from one table.
 */
export async function browseListings(
  db: Database,
  kind: ListingKind,
  given: BrowseQuery,
  { limit, actor }: { limit: number; actor: Actor },
): Promise<ListingsPage> {
  const { page } = given;
  const requested = resolved(db, { ...given, ...filtersOfNoListing });
  const { filters, understood, sort, unknownCity } = requested;
  const search = searchOf(filters, understood);
  const query = listingQuery(db, kind, search, tableSort(sort));
  const words = understood && { understood, match: search.match };
  const listed = searchedSummaries(db, { words, query, isRanked: sort === 'relevance' }, { page, limit }, actor);
  const found = await lookAt(db, search, sort, { scope: kind });
  const samples = query && page === 1 ? samplesMeant(db, query, understood) : [];
  const locationOf = locator(search.around);
  return {
    listings: [...samples, ...listed.items].map((one) => ({ ...one, km: locationOf(one.place).km })),
    filters,
    unknownCity,
    sort,
    total: listed.pagination.total,
    isExact: listed.isExact,
    pages: listed.pagination.pages,
    facets: await facetsOf(db, requested, { found, search, scope: kind }),
    letGo: found.total === 0 ? await wishesToLetGo(db, requested, kind) : [],
    understood: shownOf(understood),
  };
}
