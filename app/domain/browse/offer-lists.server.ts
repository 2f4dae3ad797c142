/**
 * Lists of offers outside the browse page: cards of rows, new offers of saved searches, search results, second-hand.
 */

import type { Database } from '~db/connection';
import { foldForSearch } from '~db/search-fold';
import { countUsedVehicles } from '../catalogue/stock.queries.server';
import type { VehicleSummary } from '../catalogue/vehicle';
import { findBrands, findVehiclesBySeq, findVehicleSummaries } from '../catalogue/vehicle.queries.server';
import { toCanonicalBrand } from '../search/brand-names.server';
import type { ListingSummary } from '../listings/listing';
import { findListingsBySeq, findSampleListings } from '../listings/listing.queries.server';
import { readListingStatistics, searchListings } from '../listings/listing-search.server';
import type { ParsedQuery } from '../search/parsed-query';
import { findNearestModels, parseSearch } from '../search/query-parser.server';
import type { Actor } from '../shared/actor';
import { memoizeByRevision } from '../shared/content-revision.server';
import { type BrowseFilters, type BrowseSort, browseSorts, noFilters, type OfferMarks } from './browse-query';
import { getActiveFilters } from './facets';
import { facetNames } from './facet-choices';
import { type OfferRow, readOffers } from './offer-rows.server';
import { createSearch, removeReplacedCity } from './offer-search.server';

/** Public pages are read as an anonymous visitor. */
const visitor: Actor = { user: null, manageKeyIds: [] };

/** The card of an offer. `km`: distance from the requested city; null if either place is unknown. */
export type ShownOffer = { km: number | null } & (
  | { kind: 'vehicle'; vehicle: VehicleSummary }
  | { kind: 'listing'; listing: ListingSummary }
);
export type BrowseOffer = ShownOffer & { createdAt: string };

/** Reads the cards of rows, with one query for each table. Rows that were deleted since are left out. */
export function readOffersByRow(db: Database, rows: readonly OfferRow[], actor: Actor): Map<OfferRow, BrowseOffer> {
  const listingRows = rows.filter(({ kind }) => kind === 'listing');
  const vehicleRows = rows.filter(({ kind }) => kind !== 'listing');
  const listings = findListingsBySeq(
    db,
    listingRows.map(({ seq }) => seq),
    actor,
  );
  const vehicles = findVehiclesBySeq(
    db,
    vehicleRows.map(({ seq }) => seq),
  );
  const cards = new Map<OfferRow, BrowseOffer>();
  for (const [index, row] of listingRows.entries()) {
    const listing = listings[index];
    if (listing) cards.set(row, { kind: 'listing', listing, createdAt: row.createdAt, km: row.km });
  }
  for (const [index, row] of vehicleRows.entries()) {
    const vehicle = vehicles[index];
    if (vehicle) cards.set(row, { kind: 'vehicle', vehicle, createdAt: row.createdAt, km: row.km });
  }
  return cards;
}

/** The cards of rows, in their order. */
export function readOffersOfRows(db: Database, rows: readonly OfferRow[], actor: Actor): BrowseOffer[] {
  const cards = readOffersByRow(db, rows, actor);
  return rows.flatMap((row) => cards.get(row) ?? []);
}

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

/** Describes a search: 'Honda Activa, Under ₹60,000'. */
export function describeSearch(db: Database, filters: BrowseFilters): string {
  const chips = filters.q === null ? [] : parseSearch(db, filters.q).chips;
  const queryTexts = filters.q !== null && chips.length === 0 ? [`“${filters.q}”`] : chips.map(({ text }) => text);
  const filterTexts = facetNames.flatMap((name) => getActiveFilters(name, filters).map(({ text }) => text));
  return [...queryTexts, ...filterTexts].join(', ');
}

export type NewOffers = {
  /** The newest of them. */
  offers: BrowseOffer[];
  /** A lower bound unless `isExact`. */
  count: number;
  isExact: boolean;
};

/** Maximum number of new offers that are counted. */
const maxNewOffers = 20;

/** Finds the offers of a search that are newer than the marks (docs/product.md, "Saved searches"). */
export async function findNewOffers(
  db: Database,
  filters: BrowseFilters,
  since: OfferMarks,
  { shown, actor }: { shown: number; actor: Actor },
): Promise<NewOffers> {
  const parsedQuery = filters.q === null ? null : parseSearch(db, filters.q);
  const resolved = removeReplacedCity({ ...filters, brand: resolveBrands(db, filters.brand) }, parsedQuery);
  const { fts, ...search } = createSearch(resolved, parsedQuery);
  // Exact matches take precedence when rows are read, so the newest match may be among the others.
  const anywhere = fts && { ...fts, exact: fts.anywhere };
  const { rows } = await readOffers(db, { ...search, fts: anywhere }, 'newest', { maxRows: maxNewOffers + 1 });
  const found = rows.filter(({ kind, seq }) => seq > (kind === 'listing' ? since.listing : since.vehicle));
  return {
    offers: readOffersOfRows(db, found.slice(0, shown), actor),
    count: Math.min(found.length, maxNewOffers),
    isExact: found.length <= maxNewOffers,
  };
}

type ResultGroup = {
  /** The best matches. */
  offers: BrowseOffer[];
  total: number;
};

export type SearchResults = {
  secondHand: ResultGroup;
  /** New and upcoming vehicles. */
  newVehicles: ResultGroup;
  /** Whether the totals are exact; otherwise they are lower bounds. */
  isExact: boolean;
  /** Without results: similar models, if any. */
  alternatives: VehicleSummary[];
} & Pick<ParsedQuery, 'chips' | 'corrected' | 'unfiltered' | 'action'>;

/**
 * Finds the best matches of a query, second-hand and other offers separately.
 *
 * @param limit maximum number of offers in each group
 */
export async function searchOffers(db: Database, q: string, limit: number): Promise<SearchResults> {
  const parsedQuery = parseSearch(db, q);
  const search = createSearch({ ...noFilters, q }, parsedQuery);
  const found = await readOffers(db, search, resolveSort('relevance', parsedQuery));
  const isSecondHand = ({ kind }: OfferRow): boolean => kind === 'used' || kind === 'listing';
  const toGroup = (rows: readonly OfferRow[]): ResultGroup => ({
    offers: readOffersOfRows(db, rows.slice(0, limit), visitor),
    total: rows.length,
  });
  return {
    secondHand: toGroup(found.rows.filter(isSecondHand)),
    newVehicles: toGroup(found.rows.filter((row) => !isSecondHand(row))),
    isExact: found.isExact && found.rows.length === found.total,
    alternatives: found.total === 0 ? findVehicleSummaries(db, findNearestModels(db, parsedQuery)) : [],
    chips: parsedQuery.chips,
    corrected: parsedQuery.corrected,
    unfiltered: parsedQuery.unfiltered,
    action: parsedQuery.action,
  };
}

/** Maximum number of second-hand listings on the home page. With fewer than the minimum, samples are added. */
const maxNewestListings = 5;
const minNewestListings = 3;

type SecondHand = {
  /** Numbers of second-hand vehicles for sale, without samples. */
  bikes: number;
  scooters: number;
  /** How many of them are listings of users. */
  ofRiders: number;
  /** The newest listings, then samples. */
  newest: ListingSummary[];
};

function findNewestListings(db: Database): ListingSummary[] {
  const kinds = ['bike', 'scooter'] as const;
  const seqs = kinds.flatMap((kind) => {
    const query = { kind, sort: 'newest', page: 1, limit: maxNewestListings, availability: 'available' } as const;
    return searchListings(db, query).seqs;
  });
  const newest = findListingsBySeq(db, seqs.sort((one, other) => other - one).slice(0, maxNewestListings), visitor);
  if (newest.length >= minNewestListings) return newest;
  const samples = kinds.flatMap((kind) => findSampleListings(db, kind).slice(0, minNewestListings));
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
    ofRiders: bikes + scooters,
    newest: findNewestListings(db),
  };
});
