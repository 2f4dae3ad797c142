import { setImmediate } from 'node:timers/promises';
import type { Database } from '~db/connection';
import { type ListingKind, listingConditions, listingKinds, listingTypes } from '~db/enums';
import { foldForSearch } from '~db/search-fold';
import type { VehicleSummary } from '../catalogue/vehicle';
import { allBrands, vehiclesAt } from '../catalogue/vehicle.queries.server';
import { vehicleSearchQuery } from '../catalogue/vehicle-search.server';
import type { ListingSummary } from '../listings/listing';
import { listingsAt } from '../listings/listing.queries.server';
import { listingSearchQuery } from '../listings/listing-search.server';
import { type Bounds, type LookedAt, rowReader } from '../search/bounded-search.server';
import { dictionary } from '../search/dictionary.server';
import { type DocumentMatch, documentMatch } from '../search/document-match';
import type { Understood } from '../search/understand';
import type { Actor } from '../shared/actor';
import { cardsPerPage } from '../shared/pagination';
import {
  type BrowseFilters,
  type BrowseQuery,
  type BrowseSort,
  browseSorts,
  noFilters,
  type OfferKind,
  offerKinds,
} from './browse-query';
import {
  type FacetName,
  type FacetOption,
  facetNames,
  facetOptions,
  type OfferTraits,
  settingText,
  without,
} from './facets';
import { nearestVehicles, understandSearch } from './understood-search.server';

/**
 * The browse page reads the first 500 of the catalogue, of bikes and of scooters on sale, in the requested order: its
 * pages and the counts of its options cover these. A search by words reads the newest 500 matches of each, or 1,000
 * when combined with filters or another order.
 */
const bounds: Bounds = { counted: 500, walked: 2_000, matches: 500, sifted: 1_000 };

/** `seq` is the sequence number in the table of its kind. */
type OfferRow = OfferTraits & {
  seq: number;
  createdAt: string;
  name: string;
  /** Whether the search matches it only outside its name and place. */
  isElsewhere?: boolean;
};

const readVehicles = rowReader<OfferRow>(`
  v.seq, v.created_at AS createdAt, v.name, v.stock AS kind, v.type, v.brand, v.search_brand AS searchBrand, v.fuel,
  v.condition, v.price_rupees AS priceRupees, v.model_year AS year, v.kilometres_driven AS kilometres`);
const readListings = rowReader<OfferRow>(`
  l.seq, l.created_at AS createdAt, l.name, 'listing' AS kind, iif(l.kind = 'bike', 'Bike', 'Scooter') AS type, l.brand,
  l.search_brand AS searchBrand, l.type AS fuel, l.condition, l.present_price_rupees AS priceRupees, l.year,
  l.kilometres_driven AS kilometres`);

const known = <Value>(value: Value | null): Value | undefined => value ?? undefined;
const oneOf = <Value extends string>(values: readonly Value[], value: string): Value | undefined =>
  values.find((one) => one === value);

/** A search as it is carried out: the filters of the URL, and what `q` was understood to say beside them. */
type Search = {
  filters: Omit<BrowseFilters, 'q'>;
  understood: Understood | null;
  match: DocumentMatch | null;
};

const noText = { understood: null, match: null };

/** Filters that `q` sets, where the URL does not set the same. */
function completed({ q: _, ...filters }: BrowseFilters, { limits }: Understood): Search['filters'] {
  const isPriced = filters.minPrice !== null || filters.maxPrice !== null;
  const isDated = filters.minYear !== null || filters.maxYear !== null;
  return {
    ...filters,
    vehicleType: filters.vehicleType ?? limits.vehicleType,
    fuelType: filters.fuelType ?? limits.fuelType,
    condition: filters.condition ?? limits.condition,
    ...(!isPriced && { minPrice: limits.minPrice, maxPrice: limits.maxPrice }),
    ...(!isDated && { minYear: limits.minYear, maxYear: limits.maxYear }),
    maxKilometres: filters.maxKilometres ?? limits.maxKilometres,
  };
}

function searchOf(filters: BrowseFilters, understood: Understood | null): Search {
  if (!understood) return { ...noText, filters };
  return { filters: completed(filters, understood), understood, match: documentMatch(dictionary, understood) };
}

/** Whether offers of a kind are wanted. */
function isWanted({ filters, understood }: Search, kind: OfferKind): boolean {
  if (filters.kind !== null) return filters.kind === kind;
  const stock = understood?.limits.stock ?? null;
  return stock === null || stock === kind || (stock === 'used' && kind === 'listing');
}

/** Filters that apply to both tables. */
const common = ({ filters, understood }: Search) => ({
  brand: known(filters.brand),
  minPrice: known(filters.minPrice),
  maxPrice: known(filters.maxPrice),
  minYear: known(filters.minYear),
  maxYear: known(filters.maxYear),
  maxKilometres: known(filters.maxKilometres),
  minCc: known(understood?.limits.minCc ?? null),
  maxCc: known(understood?.limits.maxCc ?? null),
  bodyStyles: understood && understood.limits.bodyStyles.length > 0 ? understood.limits.bodyStyles : undefined,
  maxOwners: known(understood?.limits.maxOwners ?? null),
  transmission: known(understood?.limits.transmission ?? null),
  minMileage: known(understood?.limits.minMileage ?? null),
  minRange: known(understood?.limits.minRange ?? null),
});

const nothing: LookedAt<OfferRow> = { rows: [], total: 0, isExact: true };

/** Reads the offers whose names say what is searched for, and as far as there is room those that say it elsewhere. */
function lookAtMatches({ match }: Search, look: (match: string | undefined) => LookedAt<OfferRow>): LookedAt<OfferRow> {
  if (!match) return look(undefined);
  const exact = look(match.exact);
  if (!exact.isExact || exact.rows.length >= bounds.counted) return exact;
  const found = new Set(exact.rows.map(({ seq }) => seq));
  const anywhere = look(match.anywhere);
  const further = anywhere.rows.filter(({ seq }) => !found.has(seq)).map((row) => ({ ...row, isElsewhere: true }));
  const rows = [...exact.rows, ...further].slice(0, bounds.counted);
  return { rows, total: Math.max(anywhere.total, rows.length), isExact: anywhere.isExact };
}

type TableSort = Exclude<BrowseSort, 'relevance'>;

function lookAtVehicles(db: Database, search: Search, sort: TableSort): LookedAt<OfferRow> {
  const { vehicleType, fuelType, condition } = search.filters;
  const stocks = offerKinds.filter((kind) => kind !== 'listing').filter((kind) => isWanted(search, kind));
  const [stock] = stocks;
  if (stock === undefined) return nothing;
  return lookAtMatches(search, (match) =>
    readVehicles(
      db,
      vehicleSearchQuery({
        ...common(search),
        match,
        stock: stocks.length === 1 ? stock : undefined,
        type: known(vehicleType),
        fuel: known(fuelType),
        condition: known(condition),
        sort,
      }),
      bounds,
    ),
  );
}

function lookAtListings(db: Database, listingKind: ListingKind, search: Search, sort: TableSort): LookedAt<OfferRow> {
  const { filters } = search;
  const { vehicleType, fuelType } = filters;
  if (!isWanted(search, 'listing')) return nothing;
  if (vehicleType !== null && vehicleType.toLowerCase() !== listingKind) return nothing;
  const type = fuelType === null ? undefined : oneOf(listingTypes, fuelType);
  const condition = filters.condition === null ? undefined : oneOf(listingConditions, filters.condition);
  // Values that no listing has, such as diesel or brand new.
  if ((fuelType !== null && !type) || (filters.condition !== null && !condition)) return nothing;
  return lookAtMatches(search, (match) =>
    readListings(
      db,
      listingSearchQuery(db, {
        ...common(search),
        match,
        kind: listingKind,
        availability: 'available',
        type,
        condition,
        sort,
      }),
      bounds,
    ),
  );
}

const newestFirst = (one: OfferRow, other: OfferRow): number =>
  one.createdAt === other.createdAt ? 0 : one.createdAt < other.createdAt ? 1 : -1;

/** Words and figures of a name, each by itself. */
const nameWords = (name: string): string[] => name.toLowerCase().match(/[\p{L}\p{M}]+|\d+/gu) ?? [];

/** Words of a name beside its brand and what was searched for: the fewer, the nearer it is. */
function furtherWords({ name, brand }: OfferRow, sought: ReadonlySet<string>): number {
  const ofBrand = nameWords(brand);
  return nameWords(name).filter((word) => !ofBrand.includes(word) && !sought.has(word)).length;
}

/**
 * Best match first: offers that say it in their name, those that can be bought now, those whose name says least
 * besides, the catalogue, the newest.
 */
function sortByRelevance(rows: OfferRow[], { understood }: Search): OfferRow[] {
  const { names = [], words = [] } = understood ?? {};
  const isOfModel = words.length > 0 || names.some(({ family, model }) => (family ?? model) !== null);
  const sought = new Set([...names.flatMap(({ family, model }) => nameWords(model ?? family ?? '')), ...words]);
  return rows
    .map((row) => ({ row, further: isOfModel ? furtherWords(row, sought) : 0 }))
    .sort(
      (one, other) =>
        Number(one.row.isElsewhere ?? false) - Number(other.row.isElsewhere ?? false) ||
        Number(one.row.kind === 'upcoming') - Number(other.row.kind === 'upcoming') ||
        one.further - other.further ||
        (isOfModel ? Number(one.row.kind !== 'new') - Number(other.row.kind !== 'new') : 0) ||
        newestFirst(one.row, other.row),
    )
    .map(({ row }) => row);
}

const inOrder: Readonly<Record<TableSort, (one: OfferRow, other: OfferRow) => number>> = {
  newest: newestFirst,
  price: (one, other) => one.priceRupees - other.priceRupees,
  '-price': (one, other) => other.priceRupees - one.priceRupees,
};

/**
 * Ties list the catalogue first, then bikes, then scooters, each in its own order. Other requests are answered between
 * the tables.
 */
async function lookAt(db: Database, search: Search, sort: BrowseSort): Promise<LookedAt<OfferRow>> {
  const tableSort = sort === 'relevance' ? 'newest' : sort;
  const tables = [lookAtVehicles(db, search, tableSort)];
  for (const kind of listingKinds) {
    await setImmediate();
    tables.push(lookAtListings(db, kind, search, tableSort));
  }
  const rows = tables.flatMap((table) => table.rows);
  return {
    rows: sort === 'relevance' ? sortByRelevance(rows, search) : rows.sort(inOrder[sort]),
    total: tables.reduce((sum, { total }) => sum + total, 0),
    isExact: tables.every(({ isExact }) => isExact),
  };
}

export type BrowseOffer =
  | { kind: 'vehicle'; vehicle: VehicleSummary; createdAt: string }
  | { kind: 'listing'; listing: ListingSummary; createdAt: string };

/** Cards of these rows, in their order, with one read of each table. */
function offersOf(db: Database, rows: readonly OfferRow[], actor: Actor): BrowseOffer[] {
  const [listed, stocked] = [
    rows.filter(({ kind }) => kind === 'listing'),
    rows.filter(({ kind }) => kind !== 'listing'),
  ];
  const listings = listingsAt(
    db,
    listed.map(({ seq }) => seq),
    actor,
  );
  const vehicles = vehiclesAt(
    db,
    stocked.map(({ seq }) => seq),
  );
  const cards = new Map<OfferRow, BrowseOffer>();
  for (const [place, row] of listed.entries()) {
    const listing = listings[place];
    if (listing) cards.set(row, { kind: 'listing', listing, createdAt: row.createdAt });
  }
  for (const [place, row] of stocked.entries()) {
    const vehicle = vehicles[place];
    if (vehicle) cards.set(row, { kind: 'vehicle', vehicle, createdAt: row.createdAt });
  }
  return rows.flatMap((row) => cards.get(row) ?? []);
}

/** Resolves the brand of a URL, a name or an id, to its name. */
function brandNamed(db: Database, text: string | null): string | null {
  if (text === null) return null;
  const folded = foldForSearch(text.trim());
  return allBrands(db).find(({ id, name }) => id === text || foldForSearch(name) === folded)?.name ?? text.trim();
}

export type Facet = {
  name: FacetName;
  /** The current value, in words; null while not set. */
  selected: string | null;
  options: FacetOption[];
  /** Whether the counts of the options are lower bounds. */
  isAtLeast: boolean;
};

/** What a search was understood to say. */
type UnderstoodSearch = Pick<Understood, 'chips' | 'corrected'>;

export type BrowsePage = {
  offers: BrowseOffer[];
  /** The filters as parsed. */
  filters: BrowseFilters;
  /** The order, which the search itself may ask for. */
  sort: BrowseSort;
  /** Number of matches; a lower bound when `isExact` is false. */
  total: number;
  isExact: boolean;
  /** Number of pages that can be opened. */
  pages: number;
  facets: Facet[];
  /** Null without a search text. */
  understood: UnderstoodSearch | null;
  /** Where nothing matches: the models nearest to what was meant, if any. */
  alternatives: VehicleSummary[];
};

/** The order of a search: the one its words ask for, unless the URL sets one; by time where there are no words. */
function sortOf(requested: BrowseSort, understood: Understood | null): BrowseSort {
  if (requested !== 'relevance') return requested;
  return understood ? (oneOf(browseSorts, understood.sort ?? '') ?? 'relevance') : 'newest';
}

/** One page of all offers of any kind, and the options that filter it further. */
export async function browseOffers(db: Database, query: BrowseQuery, actor: Actor): Promise<BrowsePage> {
  const { sort: requestedSort, page, ...requested } = query;
  const filters: BrowseFilters = { ...requested, brand: brandNamed(db, requested.brand) };
  const understood = filters.q === null ? null : understandSearch(db, filters.q);
  const sort = sortOf(requestedSort, understood);
  const found = await lookAt(db, searchOf(filters, understood), sort);
  const facets: Facet[] = [];
  for (const name of facetNames) {
    const selected = settingText(name, filters);
    if (selected !== null) await setImmediate();
    const left = selected === null ? found : await lookAt(db, searchOf(without(filters, name), understood), sort);
    facets.push({
      name,
      selected,
      options: facetOptions(name, left.rows, filters),
      isAtLeast: left.rows.length < left.total || !left.isExact,
    });
  }
  return {
    offers: offersOf(db, found.rows.slice((page - 1) * cardsPerPage, page * cardsPerPage), actor),
    filters,
    sort,
    total: found.total,
    isExact: found.isExact,
    pages: Math.ceil(found.rows.length / cardsPerPage),
    facets,
    understood: understood && { chips: understood.chips, corrected: understood.corrected },
    alternatives: understood && found.total === 0 ? nearestVehicles(db, understood) : [],
  };
}

export type FoundOffers = {
  offers: BrowseOffer[];
  /** Numbers of matches; lower bounds when `isExact` is false. */
  total: number;
  secondHand: number;
  isExact: boolean;
  corrected: Understood['corrected'];
};

/** The best matches of a search among all offers, and how many there are. */
export async function searchOffers(db: Database, q: string, limit: number): Promise<FoundOffers> {
  const understood = understandSearch(db, q);
  const found = await lookAt(db, searchOf({ ...noFilters, q }, understood), sortOf('relevance', understood));
  const secondHand = found.rows.filter(({ kind }) => kind === 'used' || kind === 'listing').length;
  return {
    offers: offersOf(db, found.rows.slice(0, limit), { user: null, manageKeyIds: [] }),
    total: found.total,
    secondHand,
    isExact: found.isExact && found.rows.length === found.total,
    corrected: understood.corrected,
  };
}
