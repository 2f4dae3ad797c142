import type { Database } from '~db/connection';
import { listingKinds } from '~db/enums';
import { countUsedVehicles, countVehiclesOfRiders } from '../catalogue/stock.queries.server';
import type { VehicleSummary } from '../catalogue/vehicle';
import { findVehicleCards, findVehicleSummaries } from '../catalogue/vehicle.queries.server';
import type { ListingSummary } from '../listings/listing';
import {
  findListingCards,
  findListingsBySeq,
  findSampleListings,
  readListingStatistics,
} from '../listings/listing.queries.server';
import type { OfferRow } from '../search/offer-selection';
import { loadOfferTables } from '../search/offer-tables.server';
import type { OfferKind } from '../search/search-query';
import type { ParsedQuery } from '../search/parsed-query';
import { findNearestModels, parseSearch } from '../search/query-parser.server';
import type { SuggestedSearch } from '../search/suggestions.server';
import type { Actor } from '../shared/actor';
import { memoizeByRevision } from '../shared/content-revision.server';
import { type BrowseFilters, noFilters, type OfferMarks } from './browse-query';
import { getActiveFilters } from './facets';
import { facetNames } from './facet-choices';
import { resolveBrands, resolveSort } from './offer-page.server';
import { createSearch, type LocationLookup, removeReplacedCity, searchOffers } from './offer-search.server';

/** Public pages are read as an anonymous visitor. */
const visitor: Actor = { user: null, manageKeyIds: [] };

/** The card of an offer. `km`: distance from the requested city; null if either place is unknown. */
export type ShownOffer = { km: number | null } & (
  | { kind: 'vehicle'; vehicle: VehicleSummary }
  | { kind: 'listing'; listing: ListingSummary }
);
export type BrowseOffer = ShownOffer & { createdAt: string };

type CardContext = { actor: Actor; getLocation: LocationLookup };

/** Reads the cards of rows, with one query for each table. Rows that were deleted since are left out. */
export function readOffersByRow(
  db: Database,
  rows: readonly OfferRow[],
  { actor, getLocation }: CardContext,
): Map<OfferRow, BrowseOffer> {
  const readSeqs = (isWanted: (row: OfferRow) => boolean): number[] => rows.filter(isWanted).map(({ seq }) => seq);
  const isListing = ({ kind }: OfferRow): boolean => kind === 'listing';
  const listings = findListingCards(db, readSeqs(isListing), actor);
  const vehicles = findVehicleCards(
    db,
    readSeqs((row) => !isListing(row)),
  );
  const cards = new Map<OfferRow, BrowseOffer>();
  for (const row of rows) {
    const common = { createdAt: new Date(row.createdAt).toISOString(), km: getLocation(row.place).km };
    const listing = isListing(row) ? listings.get(row.seq) : undefined;
    const vehicle = isListing(row) ? undefined : vehicles.get(row.seq);
    if (listing) cards.set(row, { kind: 'listing', listing, ...common });
    if (vehicle) cards.set(row, { kind: 'vehicle', vehicle, ...common });
  }
  return cards;
}

export function readOffersOfRows(db: Database, rows: readonly OfferRow[], context: CardContext): BrowseOffer[] {
  const cards = readOffersByRow(db, rows, context);
  return rows.flatMap((row) => cards.get(row) ?? []);
}

export function describeSearch(db: Database, filters: BrowseFilters): string {
  const chips = filters.q === null ? [] : parseSearch(db, filters.q).chips;
  const queryTexts = filters.q !== null && chips.length === 0 ? [`“${filters.q}”`] : chips.map(({ text }) => text);
  const filterTexts = facetNames.flatMap((name) => getActiveFilters(name, filters).map(({ text }) => text));
  return [...queryTexts, ...filterTexts].join(', ');
}

export type NewOffers = {
  offers: BrowseOffer[];
  count: number;
};

/** Finds the offers of a search that are newer than the marks (docs/product.md, "Saved searches"). */
export async function findNewOffers(
  db: Database,
  filters: BrowseFilters,
  since: OfferMarks,
  { limit, actor }: { limit: number; actor: Actor },
): Promise<NewOffers> {
  await loadOfferTables(db);
  const parsedQuery = filters.q === null ? null : parseSearch(db, filters.q);
  const resolved = removeReplacedCity({ ...filters, brand: resolveBrands(db, filters.brand) }, parsedQuery);
  const { selection, order, getLocation } = searchOffers(db, createSearch(resolved, parsedQuery), {
    sort: 'newest',
    narrower: { after: since },
  });
  return {
    offers: readOffersOfRows(db, selection.getOffers(order, 0, limit), { actor, getLocation }),
    count: selection.total,
  };
}

type ResultGroup = {
  offers: BrowseOffer[];
  total: number;
};

export type SearchResults = {
  secondHand: ResultGroup;
  newVehicles: ResultGroup;
  /** Without results: similar models, if any. */
  alternatives: VehicleSummary[];
} & Pick<ParsedQuery, 'chips' | 'corrected' | 'unfiltered' | 'action'>;

/** @param limit maximum number of offers in each group */
export async function findBestOffers(db: Database, q: string, limit: number): Promise<SearchResults> {
  await loadOfferTables(db);
  const parsedQuery = parseSearch(db, q);
  const sort = resolveSort('relevance', parsedQuery);
  const { selection, order, getLocation } = searchOffers(db, createSearch({ ...noFilters, q }, parsedQuery), { sort });
  const findGroup = (kinds: readonly OfferKind[]): ResultGroup => {
    const group = selection.ofKinds(kinds);
    const offers = readOffersOfRows(db, group.getOffers(order, 0, limit), { actor: visitor, getLocation });
    return { offers, total: group.total };
  };
  const [secondHand, newVehicles] = [findGroup(['used', 'listing']), findGroup(['new', 'upcoming'])];
  return {
    secondHand,
    newVehicles,
    alternatives:
      secondHand.total + newVehicles.total === 0 ? findVehicleSummaries(db, findNearestModels(db, parsedQuery)) : [],
    chips: parsedQuery.chips,
    corrected: parsedQuery.corrected,
    unfiltered: parsedQuery.unfiltered,
    action: parsedQuery.action,
  };
}

/** `fromPrice`: whole rupees of the cheapest; null without an offer. */
export type DescribedSuggestion = SuggestedSearch & { offers: number; fromPrice: number | null };

/** Suggested searches with what each finds on Browse. */
export async function describeSuggestions(
  db: Database,
  suggestions: readonly SuggestedSearch[],
): Promise<DescribedSuggestion[]> {
  await loadOfferTables(db);
  return suggestions.map((suggestion) => {
    const { text } = suggestion;
    const search = createSearch({ ...noFilters, q: text }, parseSearch(db, text));
    const { selection, order } = searchOffers(db, search, { sort: 'price' });
    const [cheapest] = selection.getOffers(order, 0, 1);
    return { ...suggestion, offers: selection.total, fromPrice: cheapest?.price ?? null };
  });
}

/** Maximum number of second-hand listings on the home page. With fewer than the minimum, samples are added. */
const maxNewestListings = 5;
const minNewestListings = 3;

type SecondHand = {
  bikes: number;
  scooters: number;
  ofRiders: number;
  newest: ListingSummary[];
};

function findNewestListings(db: Database): ListingSummary[] {
  const listings: BrowseFilters = { ...noFilters, kind: ['listing'] };
  const { selection, order } = searchOffers(db, createSearch(listings, null), { sort: 'newest' });
  const seqs = selection.getOffers(order, 0, maxNewestListings).map(({ seq }) => seq);
  const newest = findListingsBySeq(db, seqs, visitor);
  if (newest.length >= minNewestListings) return newest;
  const samples = listingKinds.flatMap((kind) => findSampleListings(db, kind).slice(0, minNewestListings));
  return [...newest, ...samples].slice(0, maxNewestListings);
}

/** The second-hand vehicles of the home page (docs/product.md, "Home"). */
export const findSecondHandOnSale = memoizeByRevision((db): SecondHand => {
  const [bikes, scooters] = [
    readListingStatistics(db, 'bike').available,
    readListingStatistics(db, 'scooter').available,
  ];
  return {
    bikes: bikes + countUsedVehicles(db, 'Bike'),
    scooters: scooters + countUsedVehicles(db, 'Scooter'),
    ofRiders: bikes + scooters + countVehiclesOfRiders(db, 'Bike') + countVehiclesOfRiders(db, 'Scooter'),
    newest: findNewestListings(db),
  };
});
