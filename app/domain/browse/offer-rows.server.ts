import { setImmediate } from 'node:timers/promises';
import type { Database } from '~db/connection';
import { type ListingKind, listingKinds } from '~db/enums';
import { kilometresPerLitre } from '../listings/listing-search.server';
import { type KnownPlace, kilometresBetween, placeById, placeName } from '../places/places.server';
import { type LookedAt, rowReader } from '../search/bounded-search.server';
import { lookAtMatches } from '../search/matches.server';
import type { OfferSort } from '../search/offer-filters';
import type { Bounds, SearchQuery } from '../search/search-query';
import type { BrowseSort } from './browse-query';
import { inOrder, type OfferRow } from './offer-order';
import { type Search, vehicleQuery, listingQuery } from './offer-search.server';

/**
 * The browse page reads the first 500 of the catalogue, of bikes and of scooters on sale, in the requested order: its
 * pages and the counts of its options cover these. A search by words reads the newest 500 matches of each, or 1,000
 * when combined with filters or another order.
 */
const bounds: Bounds = { counted: 500, walked: 2_000, matches: 500, sifted: 1_000 };

/** Columns of both tables. */
type ReadValues = [
  seq: number,
  createdAt: string,
  name: string,
  brand: string,
  isBehind: OfferRow['isBehind'],
  bodyStyle: OfferRow['bodyStyle'],
  fuel: OfferRow['fuel'],
  condition: OfferRow['condition'],
  priceRupees: number,
  year: number | null,
  kilometres: number | null,
  place: string | null,
  owners: number | null,
  mileage: number | null,
  hasPhoto: number,
];

const readVehicles = rowReader<[kind: OfferRow['kind'], type: OfferRow['type'], ...ReadValues]>(() => [
  ...['v.stock', 'v.type', 'v.seq', 'v.created_at', 'v.name', 'v.brand', '0', 'v.body_style', 'v.fuel'],
  ...['v.condition', 'v.price_rupees', 'v.model_year', 'v.kilometres_driven', 'v.place', 'v.owners'],
  ...['v.mileage_kmpl', 'EXISTS (SELECT 1 FROM vehicle_photos p WHERE p.vehicle_id = v.id)'],
]);
const readListings = rowReader<ReadValues>(() => [
  ...['l.seq', 'l.created_at', 'l.name', 'l.brand', 'l.is_behind', 'l.body_style', 'l.type', 'l.condition'],
  ...['l.present_price_rupees', 'l.year', 'l.kilometres_driven', 'l.place', 'l.owner_number', kilometresPerLitre],
  'EXISTS (SELECT 1 FROM listing_photos p WHERE p.listing_id = l.id)',
]);

const nothing: LookedAt<OfferRow> = { rows: [], total: 0, isExact: true };

type Location = Pick<OfferRow, 'city' | 'km'>;
const nowhere: Location = { city: null, km: null };

/** Tells the name and the distance of places, of which many rows have the same. */
export function locator(around: KnownPlace | null): (id: string | null) => Location {
  const known = new Map<string, Location>();
  return (id) => {
    if (id === null) return nowhere;
    const earlier = known.get(id);
    if (earlier) return earlier;
    const place = placeById(id);
    const made = place ? { city: placeName(place), km: around && kilometresBetween(around, place) } : nowhere;
    known.set(id, made);
    return made;
  };
}

/** Makes rows of what is read; `kind` and `type` are columns of the catalogue, and the same for all listings of a kind. */
function rowMaker({
  around,
}: Search): (values: ReadValues, kind: OfferRow['kind'], type: OfferRow['type']) => OfferRow {
  const locationOf = locator(around);
  return (values, kind, type) => {
    const [
      seq,
      createdAt,
      name,
      brand,
      isBehind,
      bodyStyle,
      fuel,
      condition,
      priceRupees,
      year,
      kilometres,
      place,
      owners,
      mileage,
      hasPhoto,
    ] = values;
    const { city, km } = locationOf(place);
    return {
      seq,
      kind,
      type,
      name,
      brand,
      fuel,
      condition,
      bodyStyle,
      priceRupees,
      year,
      kilometres,
      owners,
      mileage,
      hasPhoto,
      city,
      km,
      createdAt,
      // Only listings that are for sale are read.
      isUnavailable: kind === 'upcoming' ? 1 : 0,
      isBehind,
      isModel: kind === 'new' ? 1 : 0,
      isElsewhere: false,
    };
  };
}

function lookAtVehicles(db: Database, search: Search, sort: OfferSort, of: Bounds): LookedAt<OfferRow> {
  const query = vehicleQuery(search, sort);
  if (!query) return nothing;
  const rowOf = rowMaker(search);
  const read = (...given: [Database, SearchQuery, Bounds]) =>
    readVehicles(...given, ([kind, type, ...values]) => rowOf(values, kind, type));
  return lookAtMatches(db, query, search.match, of, read, search.known);
}

function lookAtListings(
  db: Database,
  kind: ListingKind,
  search: Search,
  sort: OfferSort,
  of: Bounds,
): LookedAt<OfferRow> {
  const query = listingQuery(db, kind, search, sort);
  if (!query) return nothing;
  const rowOf = rowMaker(search);
  const type = kind === 'bike' ? 'Bike' : 'Scooter';
  const read = (...given: [Database, SearchQuery, Bounds]) =>
    readListings(...given, (values) => rowOf(values, 'listing', type));
  return lookAtMatches(db, query, search.match, of, read, search.known);
}

const readNumbers = rowReader<[seq: number]>(({ table }) => [table.seq]);

/** How many offers a search finds, as `lookAt` counts them, without reading them in full. */
export async function countOffers(
  db: Database,
  search: Search,
  scope: OfferScope,
): Promise<Pick<LookedAt<OfferRow>, 'total' | 'isExact'>> {
  const queries = [
    ...(scope === 'everything' ? [() => vehicleQuery(search, 'newest')] : []),
    ...listingKinds
      .filter((kind) => scope === 'everything' || scope === kind)
      .map((kind) => () => listingQuery(db, kind, search, 'newest')),
  ];
  const read = (...given: [Database, SearchQuery, Bounds]) =>
    readNumbers(...given, ([seq]) => ({ seq, isElsewhere: false }));
  let total = 0;
  let isExact = true;
  for (const queryOf of queries) {
    await setImmediate();
    const query = queryOf();
    if (!query) continue;
    const found = lookAtMatches(db, query, search.match, bounds, read, search.known);
    total += found.total;
    isExact &&= found.isExact;
  }
  return { total, isExact };
}

/** The order of tables that are put into the order of relevance afterwards. */
export const tableSort = (sort: BrowseSort): OfferSort => (sort === 'relevance' ? 'newest' : sort);

/** What a list is of: everything, or the listings of one kind. */
export type OfferScope = 'everything' | ListingKind;

/**
 * Ties list the catalogue first, then bikes, then scooters, each in its own order. Other requests are answered between
 * the tables.
 *
 * @param counted how many of each table are read
 */
export async function lookAt(
  db: Database,
  search: Search,
  sort: BrowseSort,
  { scope = 'everything', counted = bounds.counted }: { scope?: OfferScope; counted?: number } = {},
): Promise<LookedAt<OfferRow>> {
  const of = { ...bounds, counted };
  const tables = scope === 'everything' ? [lookAtVehicles(db, search, tableSort(sort), of)] : [];
  for (const kind of listingKinds) {
    if (scope !== 'everything' && scope !== kind) continue;
    await setImmediate();
    tables.push(lookAtListings(db, kind, search, tableSort(sort), of));
  }
  return {
    rows: inOrder(
      tables.flatMap(({ rows }) => rows),
      sort,
      search.understood,
    ),
    total: tables.reduce((sum, { total }) => sum + total, 0),
    isExact: tables.every(({ isExact }) => isExact),
  };
}
