import { listingConditions, type ListingKind, listingKinds, listingTypes } from '~db/enums';
import { setImmediate } from 'node:timers/promises';
import type { Database } from '~db/connection';
import { foldForSearch } from '~db/search-fold';
import type { Actor } from '../shared/actor';
import { cardsPerPage } from '../shared/pagination';
import { allBrands, vehiclesAt } from '../catalogue/vehicle.queries.server';
import { vehicleSearchQuery } from '../catalogue/vehicle-search.server';
import type { VehicleSummary } from '../catalogue/vehicle';

import type { ListingSummary } from '../listings/listing';
import { listingsAt } from '../listings/listing.queries.server';
import { listingSearchQuery } from '../listings/listing-search.server';
import { type Bounds, type LookedAt, rowReader } from '../search/bounded-search.server';
import type { BrowseFilters, BrowseQuery, BrowseSort } from './browse-query';
import {
  type FacetName,
  facetNames,
  type FacetOption,
  facetOptions,
  type OfferTraits,
  settingText,
  without,
} from './facets';

/**
 * The browse page reads the first 500 of the catalogue, of bikes and of scooters on sale, in the requested order: its
 * pages and the counts of its options cover these. A search reads its newest 500 matches of each, or 1,000 when
 * combined with filters or another order.
 */
const bounds: Bounds = { counted: 500, walked: 2_000, matches: 500, sifted: 1_000 };

/** `seq` is the sequence number in the table of its kind. */
type OfferRow = OfferTraits & { seq: number; createdAt: string };

const readVehicles = rowReader<OfferRow>(`
  v.seq, v.created_at AS createdAt, v.stock AS kind, v.type, v.brand, v.search_brand AS searchBrand, v.fuel,
  v.condition, v.price_rupees AS priceRupees, v.model_year AS year, v.kilometres_driven AS kilometres`);
const readListings = rowReader<OfferRow>(`
  l.seq, l.created_at AS createdAt, 'listing' AS kind, iif(l.kind = 'bike', 'Bike', 'Scooter') AS type, l.brand,
  l.search_brand AS searchBrand, l.type AS fuel, l.condition, l.present_price_rupees AS priceRupees, l.year,
  l.kilometres_driven AS kilometres`);

const known = <Value>(value: Value | null): Value | undefined => value ?? undefined;
const oneOf = <Value extends string>(values: readonly Value[], value: string): Value | undefined =>
  values.find((one) => one === value);

/** Filters that apply to both tables. */
const common = (filters: BrowseFilters) => ({
  q: known(filters.q),
  brand: known(filters.brand),
  minPrice: known(filters.minPrice),
  maxPrice: known(filters.maxPrice),
  minYear: known(filters.minYear),
  maxYear: known(filters.maxYear),
  maxKilometres: known(filters.maxKilometres),
});

const nothing: LookedAt<OfferRow> = { rows: [], total: 0, isExact: true };

function lookAtVehicles(db: Database, filters: BrowseFilters, sort: BrowseSort): LookedAt<OfferRow> {
  const { kind, vehicleType, fuelType, condition } = filters;
  if (kind === 'listing') return nothing;
  const query = vehicleSearchQuery({
    ...common(filters),
    stock: known(kind),
    type: known(vehicleType),
    fuel: known(fuelType),
    condition: known(condition),
    sort,
  });
  return readVehicles(db, query, bounds);
}

function lookAtListings(
  db: Database,
  listingKind: ListingKind,
  filters: BrowseFilters,
  sort: BrowseSort,
): LookedAt<OfferRow> {
  const { kind, vehicleType, fuelType } = filters;
  if (kind !== null && kind !== 'listing') return nothing;
  if (vehicleType !== null && vehicleType.toLowerCase() !== listingKind) return nothing;
  const type = fuelType === null ? undefined : oneOf(listingTypes, fuelType);
  const condition = filters.condition === null ? undefined : oneOf(listingConditions, filters.condition);
  // Values that no listing has, such as diesel or brand new.
  if ((fuelType !== null && !type) || (filters.condition !== null && !condition)) return nothing;
  const query = listingSearchQuery(db, {
    ...common(filters),
    kind: listingKind,
    availability: 'available',
    type,
    condition,
    sort,
  });
  return readListings(db, query, bounds);
}

const inOrder: Readonly<Record<BrowseSort, (one: OfferRow, other: OfferRow) => number>> = {
  newest: (one, other) => (one.createdAt === other.createdAt ? 0 : one.createdAt < other.createdAt ? 1 : -1),
  price: (one, other) => one.priceRupees - other.priceRupees,
  '-price': (one, other) => other.priceRupees - one.priceRupees,
};

/**
 * Ties list the catalogue first, then bikes, then scooters, each in its own order. Other requests are answered between
 * the tables.
 */
async function lookAt(db: Database, filters: BrowseFilters, sort: BrowseSort): Promise<LookedAt<OfferRow>> {
  const tables = [lookAtVehicles(db, filters, sort)];
  for (const kind of listingKinds) {
    await setImmediate();
    tables.push(lookAtListings(db, kind, filters, sort));
  }
  return {
    rows: tables.flatMap(({ rows }) => rows).sort(inOrder[sort]),
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

export type BrowsePage = {
  offers: BrowseOffer[];
  /** The filters as parsed. */
  filters: BrowseFilters;
  /** Number of matches; a lower bound when `isExact` is false. */
  total: number;
  isExact: boolean;
  /** Number of pages that can be opened. */
  pages: number;
  facets: Facet[];
};

/** One page of all offers of any kind, and the options that filter it further. */
export async function browseOffers(db: Database, query: BrowseQuery, actor: Actor): Promise<BrowsePage> {
  const { sort, page, ...requested } = query;
  const filters: BrowseFilters = { ...requested, brand: brandNamed(db, requested.brand) };
  const found = await lookAt(db, filters, sort);
  const facets: Facet[] = [];
  for (const name of facetNames) {
    const selected = settingText(name, filters);
    if (selected !== null) await setImmediate();
    const left = selected === null ? found : await lookAt(db, without(filters, name), sort);
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
    total: found.total,
    isExact: found.isExact,
    pages: Math.ceil(found.rows.length / cardsPerPage),
    facets,
  };
}
