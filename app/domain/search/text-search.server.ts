/** Runs full-text searches: finds the matches, reads and ranks their rows; and maintains the full-text index. */

import type { Database } from '~db/connection';
import { memoizePrepared } from '~db/statements';
import type { Page } from '../shared/pagination.server';
import {
  countFilters,
  createIndexHint,
  createRowReader,
  type ExaminedRows,
  findNewestMatches,
  getMatchLimit,
  joinConditions,
  numberStatements,
} from './bounded-search.server';
import { dictionary } from './dictionary.server';
import { buildExclusionQuery, buildFtsQuery, type FtsQuery } from './fts-query';
import type { ParsedQuery } from './parsed-query';
import { parseSearch } from './query-parser.server';
import { type RankedRow, sortByRelevance } from './ranking';
import {
  type Bounds,
  ftsTables,
  type Matches,
  type OfferFilters,
  type RankedValues,
  type SearchableTable,
  type SearchQuery,
} from './search-query';

/** A parsed query with its full-text query. */
export type TextSearch = {
  parsedQuery: ParsedQuery;
  /** Null if the query consists of filters alone. */
  fts: FtsQuery | null;
  /** Matches that other reads of the same request have found. */
  matchCache?: MatchCache;
};

/** A page of a list, and the query by which it was searched; null without a query. */
export type SearchedPage<Item> = Page<Item> & { parsedQuery: ParsedQuery | null };

/**
 * Compares the places of a query with the place of a filter. Another place in the query takes precedence over the
 * filter, because it was typed for this search.
 *
 * @param filterPlaceId id of the place of the filter
 * @returns 'none' if the query names no place, or only the state of this one
 */
export function comparePlaces(
  { cities, within, state }: ParsedQuery['filters'],
  filterPlaceId: string,
): 'same' | 'other' | 'none' {
  const [first, ...others] = cities;
  if (first) return first.id === filterPlaceId && others.length === 0 && within === null ? 'same' : 'other';
  const filterState = dictionary.stateByCode.get(filterPlaceId.slice(0, 2).toUpperCase());
  return state === null || state === filterState ? 'none' : 'other';
}

/**
 * Builds the full-text query of a search combined with filters: if the query names the same place, documents need not
 * contain its name; nor the engine size of the query if there is a filter on it.
 *
 * @param filterPlaceId id of the place of the filter
 */
export function createFtsQueryBesideFilters(
  parsedQuery: ParsedQuery,
  filterPlaceId: string | null,
  hasEngineFilter: boolean,
): FtsQuery | null {
  const { filters, engineClass } = parsedQuery;
  const isSame = filterPlaceId !== null && comparePlaces(filters, filterPlaceId) === 'same';
  return buildFtsQuery(dictionary, {
    ...parsedQuery,
    engineClass: hasEngineFilter ? null : engineClass,
    filters: isSame ? { ...filters, cities: [] } : filters,
  });
}

/** The place at the centre of a filter on places; null without such a filter. */
const findCentre = (near: OfferFilters['near']): string | null =>
  [...(near ?? [])].find(([, kilometres]) => kilometres === 0)?.[0] ?? null;

const hasEngineFilter = ({ minCc, maxCc }: OfferFilters): boolean => minCc !== undefined || maxCc !== undefined;

/** Parses the query of a list; null without a query. @param filters the other filters of the list */
export function parseTextSearch(db: Database, q: string | null | undefined, filters: OfferFilters): TextSearch | null {
  if (!q?.trim()) return null;
  const parsedQuery = parseSearch(db, q);
  const fts = createFtsQueryBesideFilters(parsedQuery, findCentre(filters.near), hasEngineFilter(filters));
  return { parsedQuery, fts };
}

/**
 * Adds the filters of a query to those of a list. A filter of the list takes precedence, except for the place.
 *
 * @param places the places of the query
 */
export function applyParsedFilters<Filters extends OfferFilters>(
  filters: Filters,
  parsedQuery: ParsedQuery,
  places: OfferFilters['near'],
): Filters & OfferFilters {
  const parsed = parsedQuery.filters;
  const hasPrice = filters.minPrice !== undefined || filters.maxPrice !== undefined;
  const hasYear = filters.minYear !== undefined || filters.maxYear !== undefined;
  const filterPlaceId = findCentre(filters.near);
  const isPlaceReplaced = filterPlaceId === null || comparePlaces(parsed, filterPlaceId) === 'other';
  return {
    ...filters,
    near: isPlaceReplaced ? places : filters.near,
    without: buildExclusionQuery(dictionary, parsedQuery) ?? undefined,
    ...(!hasPrice && { minPrice: parsed.minPrice ?? undefined, maxPrice: parsed.maxPrice ?? undefined }),
    ...(!hasYear && {
      minYear: parsed.minYear ?? undefined,
      maxYear: parsed.maxYear ?? undefined,
      orNew: parsed.orNew,
    }),
    ...(!hasEngineFilter(filters) && { minCc: parsed.minCc ?? undefined, maxCc: parsed.maxCc ?? undefined }),
    maxKilometres: filters.maxKilometres ?? parsed.maxKilometres ?? undefined,
    bodyStyle: filters.bodyStyle ?? parsed.bodyStyles,
    maxOwners: filters.maxOwners ?? parsed.maxOwners ?? undefined,
    withPhoto: (filters.withPhoto ?? false) || parsed.withPhoto,
    transmission: filters.transmission ?? parsed.transmission ?? undefined,
    minMileage: filters.minMileage ?? parsed.minMileage ?? undefined,
    minRange: filters.minRange ?? parsed.minRange ?? undefined,
    maxSeatHeight: filters.maxSeatHeight ?? parsed.maxSeatHeight ?? undefined,
    maxWeight: filters.maxWeight ?? parsed.maxWeight ?? undefined,
  };
}

/** Matches of full-text queries that one request repeats, such as for the counts of its facets. */
export type MatchCache = Map<string, Matches>;

/** The newest matches of a full-text query, of the cached ones if they suffice. */
function readCachedMatches(
  db: Database,
  { documents }: SearchableTable,
  fts: string,
  limit: number,
  cache: MatchCache,
): Matches {
  const key = `${documents} ${fts}`;
  const cached = cache.get(key);
  const known =
    cached && (!cached.isTruncated || cached.seqs.length >= limit)
      ? cached
      : findNewestMatches(db, documents, fts, limit);
  cache.set(key, known);
  if (known.seqs.length <= limit) return known;
  return { seqs: known.seqs.slice(0, limit), isTruncated: true };
}

/** With fewer rows than this among its newest matches, a truncated search looks for rows among older ones. */
const minFiltered = 100;
/** Maximum number of matches and of rows of a filter that it compares, which takes about 3 ms. */
const maxCompared = 10_000;

/** Matches that a truncated search examines row by row if no filter is selective enough to compare. */
const maxExamined = 3_000;

/**
 * Finds older matches too: those that are also rows of the most selective filter, such as "activa in Mumbai" among
 * thousands of Activas.
 */
function findOlderMatches(db: Database, query: SearchQuery, fts: string, bounds: Bounds, cache: MatchCache): Matches {
  const { table, values } = query;
  // The full-text query has applied the others.
  const filters = query.filters.filter((filter) => filter.fts === undefined);
  const [narrowest] = countFilters(db, { ...query, filters }, { ...bounds, maxRows: maxCompared });
  if (!narrowest || narrowest.count >= maxCompared) return readCachedMatches(db, table, fts, maxExamined, cache);
  const { index, sql } = narrowest.filter;
  const seqs = numberStatements(db)(
    `SELECT ${table.seq} FROM ${table.from} ${createIndexHint(index)} WHERE ${joinConditions(table.visible, sql)}`,
  ).all(values);
  const filtered = new Set(seqs);
  const all = readCachedMatches(db, table, fts, maxCompared, cache);
  const found = all.seqs.filter((seq) => filtered.has(seq));
  const limit = getMatchLimit(query, bounds);
  return { seqs: found.slice(0, limit), isTruncated: all.isTruncated || found.length > limit };
}

/** Adds to a full-text query the filters that are full-text queries too. */
const narrowFts = (fts: string, filters: SearchQuery['filters']): string =>
  filters.reduce(
    (narrowed, filter) => (filter.fts ? `(${narrowed}) ${filter.fts.operator} (${filter.fts.query})` : narrowed),
    fts,
  );

/**
 * Reads the offers that match in their names and, up to the limit, those that match elsewhere.
 *
 * @param read reads the rows of a query
 * @returns rows with `isOutsideName` set
 */
export function readMatches<Row extends { seq: number; isOutsideName: boolean }>(
  db: Database,
  given: SearchQuery,
  fts: FtsQuery | null,
  bounds: Bounds,
  read: (db: Database, query: SearchQuery, bounds: Bounds) => ExaminedRows<Row>,
  cache: MatchCache = new Map(),
): ExaminedRows<Row> {
  if (!fts) return read(db, given, bounds);
  const limit = getMatchLimit(given, bounds);
  const [inName, anywhereInText] = [narrowFts(fts.exact, given.filters), narrowFts(fts.anywhere, given.filters)];
  const query = { ...given, filters: given.filters.filter((filter) => filter.fts?.operator !== 'NOT') };
  const exact = readCachedMatches(db, query.table, inName, limit, cache);
  if (exact.isTruncated || fts.exact === fts.anywhere) {
    const newest = read(db, { ...query, matches: exact }, bounds);
    if (!exact.isTruncated || newest.total >= minFiltered) return newest;
    return read(db, { ...query, matches: findOlderMatches(db, query, inName, bounds, cache) }, bounds);
  }
  const findAnywhere = () => readCachedMatches(db, query.table, anywhereInText, limit, cache);
  if (exact.seqs.length >= bounds.maxRows) {
    // There is no room for others: whether there are any matters only for whether the total is exact.
    const found = read(db, { ...query, matches: exact }, bounds);
    if (found.total >= bounds.maxRows) return found;
    const { seqs, isTruncated } = findAnywhere();
    return { ...found, isExact: !isTruncated && seqs.length === exact.seqs.length };
  }
  const anywhere = findAnywhere();
  const exactSeqs = new Set(exact.seqs);
  const others = anywhere.seqs.filter((seq) => !exactSeqs.has(seq));
  const room = bounds.maxRows - exact.seqs.length;
  const matches = {
    seqs: [...exact.seqs, ...others.slice(0, room)],
    isTruncated: anywhere.isTruncated || others.length > room,
  };
  const examined = read(db, { ...query, matches }, bounds);
  for (const row of examined.rows) row.isOutsideName = !exactSeqs.has(row.seq);
  return examined;
}

type MatchRow = RankedRow & { seq: number; value: number | null };

const readRows = createRowReader<[seq: number, value: number | null, ...RankedValues]>(
  ({ table, order }) => `json_array(${[table.seq, order.first?.column ?? table.position, ...table.ranked].join(', ')})`,
);

/**
 * Finds one page of the newest matches of a text search, in the order of the query.
 *
 * @param page from 1; a page after the last is empty
 * @param isRanked whether the best match comes first instead
 * @returns `total`: at most the number of rows examined
 */
export function findMatches(
  db: Database,
  query: SearchQuery,
  { parsedQuery, fts, matchCache }: TextSearch,
  bounds: Bounds,
  { page, limit, isRanked }: { page: number; limit: number; isRanked: boolean },
): { seqs: number[]; total: number; isExact: boolean } {
  const read = (...args: [Database, SearchQuery, Bounds]) =>
    readRows(...args, ([seq, value, name, brand, isUnavailable, isBehind, isModel, bodyStyle]): MatchRow => {
      return { seq, value, name, brand, isUnavailable, isBehind, isModel, bodyStyle, isOutsideName: false };
    });
  const { rows, total, isExact } = readMatches(db, query, fts, bounds, read, matchCache);
  const compareByAge = (one: MatchRow, other: MatchRow): number => (other.value ?? 0) - (one.value ?? 0);
  const direction = query.order.first && !query.order.first.isDescending ? 1 : -1;
  const last = direction * Number.POSITIVE_INFINITY;
  const compareBySortColumn = (one: MatchRow, other: MatchRow): number => {
    const [value, otherValue] = [one.value ?? last, other.value ?? last];
    return direction * (value === otherValue ? one.seq - other.seq : value < otherValue ? -1 : 1);
  };
  const sorted = isRanked ? sortByRelevance(rows, parsedQuery, compareByAge) : rows.sort(compareBySortColumn);
  return { seqs: sorted.slice((page - 1) * limit, page * limit).map(({ seq }) => seq), total, isExact };
}

/*
 * Maintenance of the full-text index. Each write adds a segment to it, and a search looks up each of its terms, often a
 * hundred, in every segment. SQLite's automatic merge leaves many of them: with sixteen segments a search takes ten
 * times as long as with one.
 */

/** Pages of 4 KB that one step writes, which takes about 8 ms. */
const pagesPerStep = 64;
/** Minimum number of segments of a level that are merged. */
const minSegments = 2;
/** A step that has nothing to merge changes fewer rows than this, according to the documentation of FTS5. */
const minChangedRows = 2;

// Raw: commands of the full-text index.
const mergeStatements = memoizePrepared(({ $client: sqlite }) => ({
  changes: sqlite.prepare<[], number>('SELECT total_changes()').pluck(),
  tables: ftsTables.map((table) => ({
    userMerge: sqlite.prepare<[], number>(`SELECT v FROM ${table}_config WHERE k = 'usermerge'`).pluck(),
    setUserMerge: sqlite.prepare(`INSERT INTO ${table} (${table}, rank) VALUES ('usermerge', ${minSegments})`),
    merge: sqlite.prepare(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ${pagesPerStep})`),
  })),
}));

/**
 * Merges segments of the full-text index in one short step; called within a transaction.
 *
 * @returns the number of steps done: 0 when there is nothing left to merge
 */
export function mergeDocuments(db: Database): number {
  const { changes, tables } = mergeStatements(db);
  for (const { userMerge, setUserMerge, merge } of tables) {
    if (userMerge.get() !== minSegments) setUserMerge.run();
    const before = changes.get() ?? 0;
    merge.run();
    if ((changes.get() ?? 0) - before >= minChangedRows) return 1;
  }
  return 0;
}
