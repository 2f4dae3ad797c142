/** Reads, sorts and counts the offers of a search, from the catalogue and the listings of both kinds. */

import { setImmediate } from 'node:timers/promises';
import type { Database } from '~db/connection';
import { type ListingKind, listingKinds } from '~db/enums';
import { kilometresPerLitre } from '../listings/listing-search.server';
import { findPlaceById, formatPlaceName, getDistance, type KnownPlace } from '../places/places.server';
import { countRows, createRowReader, type ExaminedRows } from '../search/bounded-search.server';
import type { ParsedQuery } from '../search/parsed-query';
import { type RankedRow, sortByRelevance } from '../search/ranking';
import type { Bounds, OfferSort, SearchQuery } from '../search/search-query';
import { readMatches } from '../search/text-search.server';
import type { BrowseSort } from './browse-query';
import type { OfferProperties } from './facet-choices';
import { createListingQuery, createVehicleQuery, type OfferSearch } from './offer-search.server';

/** A vehicle or a listing, with what it is filtered, counted and sorted by. */
export type OfferRow = OfferProperties &
  RankedRow & {
    /** Sequence number in the table of its kind. */
    seq: number;
    /** Timestamp. */
    createdAt: string;
    /** Kilometres per litre; of listings only in an order by it, otherwise null. */
    mileage: number | null;
  };

/**
 * The browse page examines the first 500 offers of the catalogue, of bikes and of scooters, in the requested order: its
 * pages and counts cover these. A text search examines the newest 500 matches of each; 1,000 with filters or another
 * order.
 */
const bounds: Bounds = { maxRows: 500, maxScanned: 2_000, maxMatches: 500, maxFilteredMatches: 1_000 };

type Comparison = (one: OfferRow, other: OfferRow) => number;

/** Newest first; offers whose sellers have not confirmed them for a long time come last. */
const compareByAge: Comparison = (one, other) =>
  one.isBehind - other.isBehind || (one.createdAt === other.createdAt ? 0 : one.createdAt < other.createdAt ? 1 : -1);

/** Compares by a figure. Offers without it come last in either direction. */
const compareByFigure =
  (getFigure: (row: OfferRow) => number | null, direction: 1 | -1): Comparison =>
  (one, other) => {
    const [figure, otherFigure] = [getFigure(one), getFigure(other)];
    if (figure === null || otherFigure === null) return Number(figure === null) - Number(otherFigure === null);
    return direction * (figure - otherFigure);
  };

const comparisons: Readonly<Record<OfferSort, Comparison>> = {
  newest: compareByAge,
  price: compareByFigure(({ priceRupees }) => priceRupees, 1),
  '-price': compareByFigure(({ priceRupees }) => priceRupees, -1),
  kilometres: compareByFigure(({ kilometres }) => kilometres, 1),
  '-kilometres': compareByFigure(({ kilometres }) => kilometres, -1),
  year: compareByFigure(({ year }) => year, 1),
  '-year': compareByFigure(({ year }) => year, -1),
  mileage: compareByFigure(({ mileage }) => mileage, 1),
  '-mileage': compareByFigure(({ mileage }) => mileage, -1),
  distance: compareByFigure(({ km }) => km, 1),
};

/** Sorts the rows of several tables. Ties keep their order. */
const sortRows = (rows: OfferRow[], sort: BrowseSort, parsedQuery: ParsedQuery | null): OfferRow[] =>
  sort === 'relevance' ? sortByRelevance(rows, parsedQuery, compareByAge) : rows.sort(comparisons[sort]);

/** Values of both tables. */
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
  hasPhoto: number,
  /** Only if the rows are sorted by it. */
  mileage?: number | null,
];

const vehicleColumns = [
  ...['v.stock', 'v.type', 'v.seq', 'v.created_at', 'v.name', 'v.brand', '0', 'v.body_style', 'v.fuel'],
  ...['v.condition', 'v.price_rupees', 'v.model_year', 'v.kilometres_driven', 'v.place', 'v.owners'],
  ...['EXISTS (SELECT 1 FROM vehicle_photos p WHERE p.vehicle_id = v.id)', 'v.mileage_kmpl'],
];
const vehicleReader = createRowReader<[kind: OfferRow['kind'], type: OfferRow['type'], ...ReadValues]>(
  () => `json_array(${vehicleColumns.join(', ')})`,
);

const listingColumns = [
  ...['l.seq', 'l.created_at', 'l.name', 'l.brand', 'l.is_behind', 'l.body_style', 'l.type', 'l.condition'],
  ...['l.present_price_rupees', 'l.year', 'l.kilometres_driven', 'l.place', 'l.owner_number', 'l.has_photo'],
];
/** Exactly as in the index `listings_facts`, which contains the value: creating it takes longer than finding the row. */
const listingFacts = `json_array(${listingColumns.join(', ')})`;
const listingReader = createRowReader<ReadValues>(
  ({ order }) =>
    order.first?.column === kilometresPerLitre
      ? `json_array(${[...listingColumns, kilometresPerLitre].join(', ')})`
      : listingFacts,
  true,
);

const noRows: ExaminedRows<OfferRow> = { rows: [], total: 0, isExact: true };

/** Name of a place, and its distance in kilometres; null if unknown. */
type Location = Pick<OfferRow, 'city' | 'km'>;
const unknownLocation: Location = { city: null, km: null };

/** Creates a cached lookup of the locations of places by id. @param centre place from which distances are measured */
export function createLocationLookup(centre: KnownPlace | null): (placeId: string | null) => Location {
  const locations = new Map<string, Location>();
  return (placeId) => {
    if (placeId === null) return unknownLocation;
    const cached = locations.get(placeId);
    if (cached) return cached;
    const place = findPlaceById(placeId);
    const location = place
      ? { city: formatPlaceName(place), km: centre && getDistance(centre, place) }
      : unknownLocation;
    locations.set(placeId, location);
    return location;
  };
}

/** Creates the function that converts column values to rows. */
function createRowMapper({
  centre,
}: OfferSearch): (values: ReadValues, kind: OfferRow['kind'], type: OfferRow['type']) => OfferRow {
  const getLocation = createLocationLookup(centre);
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
      hasPhoto,
      mileage = null,
    ] = values;
    const { city, km } = getLocation(place);
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
      // Sold listings are not read.
      isUnavailable: kind === 'upcoming' ? 1 : 0,
      isBehind,
      isModel: kind === 'new' ? 1 : 0,
      isOutsideName: false,
    };
  };
}

type ReadArguments = [Database, SearchQuery, Bounds];

function readVehicles(db: Database, search: OfferSearch, sort: OfferSort, limits: Bounds): ExaminedRows<OfferRow> {
  const query = createVehicleQuery(search, sort);
  if (!query) return noRows;
  const toRow = createRowMapper(search);
  const read = (...args: ReadArguments) =>
    vehicleReader(...args, ([kind, type, ...values]) => toRow(values, kind, type));
  return readMatches(db, query, search.fts, limits, read, search.matchCache);
}

function readListings(
  db: Database,
  kind: ListingKind,
  search: OfferSearch,
  sort: OfferSort,
  limits: Bounds,
): ExaminedRows<OfferRow> {
  const query = createListingQuery(db, kind, search, sort);
  if (!query) return noRows;
  const toRow = createRowMapper(search);
  const type = kind === 'bike' ? 'Bike' : 'Scooter';
  const read = (...args: ReadArguments) => listingReader(...args, (values) => toRow(values, 'listing', type));
  return readMatches(db, query, search.fts, limits, read, search.matchCache);
}

/** The order in which the tables are read; those of a ranked search are sorted afterwards. */
export const toTableSort = (sort: BrowseSort): OfferSort => (sort === 'relevance' ? 'newest' : sort);

/** The offers of a list: all of them, or the listings of one kind. */
export type OfferScope = 'everything' | ListingKind;

/**
 * Reads the offers of a search in the requested order, yielding to other requests between the tables. Ties have the
 * catalogue first, then bikes, then scooters.
 *
 * @param maxRows maximum number of rows of each table
 */
export async function readOffers(
  db: Database,
  search: OfferSearch,
  sort: BrowseSort,
  { scope = 'everything', maxRows = bounds.maxRows }: { scope?: OfferScope; maxRows?: number } = {},
): Promise<ExaminedRows<OfferRow>> {
  const limits = { ...bounds, maxRows };
  const tables = scope === 'everything' ? [readVehicles(db, search, toTableSort(sort), limits)] : [];
  for (const kind of listingKinds) {
    if (scope !== 'everything' && scope !== kind) continue;
    await setImmediate();
    tables.push(readListings(db, kind, search, toTableSort(sort), limits));
  }
  return {
    rows: sortRows(
      tables.flatMap(({ rows }) => rows),
      sort,
      search.parsedQuery,
    ),
    total: tables.reduce((sum, { total }) => sum + total, 0),
    isExact: tables.every(({ isExact }) => isExact),
  };
}

/** Up to 100 offers of each kind are counted exactly, which takes a quarter of the time of counting 500. */
const countBounds: Bounds = { ...bounds, maxRows: 100, maxMatches: 100 };

/** Counts the offers of a search like `readOffers`, up to a lower limit and without reading them. */
export async function countOffers(
  db: Database,
  search: OfferSearch,
  scope: OfferScope,
): Promise<Pick<ExaminedRows<OfferRow>, 'total' | 'isExact'>> {
  const kinds = listingKinds.filter((kind) => scope === 'everything' || scope === kind);
  const createQueries = [
    ...(scope === 'everything' ? [() => createVehicleQuery(search, 'newest')] : []),
    ...kinds.map((kind) => () => createListingQuery(db, kind, search, 'newest')),
  ];
  let total = 0;
  let isExact = true;
  for (const createQuery of createQueries) {
    await setImmediate();
    const query = createQuery();
    if (!query) continue;
    const examined = readMatches(db, query, search.fts, countBounds, countRows, search.matchCache);
    total += examined.total;
    isExact &&= examined.isExact;
  }
  return { total, isExact };
}
