import type { Database } from '~db/connection';
import { bodyStyles } from '~db/enums';
import type { PageOf } from '../shared/pagination';
import { type LookedAt, mostMatches, newestMatches, rowReader } from './bounded-search.server';
import { dictionary } from './dictionary.server';
import { type DocumentMatch, documentMatch, unwantedMatch } from './document-match';
import type { OfferFilters } from './offer-filters';
import { type RankedRow, sortByRelevance } from './relevance';
import type { Bounds, Matches, RankedValues, SearchQuery } from './search-query';
import type { Understood } from './understood';
import { understandSearch } from './understood-search.server';

/** A search by words as it is carried out. */
export type WordSearch = {
  understood: Understood;
  /** Null where only filters are meant. */
  match: DocumentMatch | null;
};

/** A page of a list, and how the words it was searched by were understood; null without any. */
export type SearchedPage<Item> = PageOf<Item> & { understood: Understood | null };

/**
 * How the words speak of the place that a filter asks for. Words that name another one go before the filter: they
 * were typed for this search.
 *
 * @param asked id of the place
 */
export function placeSaid({ cities, within, state }: Understood['limits'], asked: string): 'same' | 'other' | 'unsaid' {
  const [first, ...further] = cities;
  if (first) return first.id === asked && further.length === 0 && within === null ? 'same' : 'other';
  const ofAsked = dictionary.stateOfCode.get(asked.slice(0, 2).toUpperCase());
  return state === null || state === ofAsked ? 'unsaid' : 'other';
}

/** The expression over the documents; a city that a filter asks for already need not be said by them. */
export function wordMatch(understood: Understood, asked: string | null): DocumentMatch | null {
  const isAsked = asked !== null && placeSaid(understood.limits, asked) === 'same';
  return documentMatch(
    dictionary,
    isAsked ? { ...understood, limits: { ...understood.limits, cities: [] } } : understood,
  );
}

/** The place around which a filter reaches. */
const centreOf = (near: OfferFilters['near']): string | null =>
  [...(near ?? [])].find(([, kilometres]) => kilometres === 0)?.[0] ?? null;

/** @returns null without words */
export function wordSearch(db: Database, q: string | null | undefined, near: OfferFilters['near']): WordSearch | null {
  if (!q?.trim()) return null;
  const understood = understandSearch(db, q);
  return { understood, match: wordMatch(understood, centreOf(near)) };
}

/**
 * What the words of a search set beside the filters of a list, which go before them except for the place.
 *
 * @param meant the places that the words name
 */
export function withLimits<Filters extends OfferFilters>(
  filters: Filters,
  understood: Understood,
  meant: OfferFilters['near'],
): Filters & OfferFilters {
  const { limits } = understood;
  const isPriced = filters.minPrice !== undefined || filters.maxPrice !== undefined;
  const isDated = filters.minYear !== undefined || filters.maxYear !== undefined;
  const isOfSize = filters.minCc !== undefined || filters.maxCc !== undefined;
  const asked = centreOf(filters.near);
  const isElsewhere = asked === null || placeSaid(limits, asked) === 'other';
  return {
    ...filters,
    near: isElsewhere ? meant : filters.near,
    without: unwantedMatch(dictionary, understood) ?? undefined,
    ...(!isPriced && { minPrice: limits.minPrice ?? undefined, maxPrice: limits.maxPrice ?? undefined }),
    ...(!isDated && {
      minYear: limits.minYear ?? undefined,
      maxYear: limits.maxYear ?? undefined,
      orNew: limits.orNew,
    }),
    ...(!isOfSize && { minCc: limits.minCc ?? undefined, maxCc: limits.maxCc ?? undefined }),
    maxKilometres: filters.maxKilometres ?? limits.maxKilometres ?? undefined,
    bodyStyle: filters.bodyStyle ?? bodyStyles.filter((style) => limits.bodyStyles.includes(style)),
    maxOwners: filters.maxOwners ?? limits.maxOwners ?? undefined,
    withPhoto: (filters.withPhoto ?? false) || limits.withPhoto,
    transmission: filters.transmission ?? limits.transmission ?? undefined,
    minMileage: filters.minMileage ?? limits.minMileage ?? undefined,
    minRange: filters.minRange ?? limits.minRange ?? undefined,
    maxSeatHeight: filters.maxSeatHeight ?? limits.maxSeatHeight ?? undefined,
    maxWeight: filters.maxWeight ?? limits.maxWeight ?? undefined,
  };
}

/** The newest matches of expressions, so that those of one request are looked up once for all its reads. */
export type KnownMatches = Map<string, Matches>;

function matchesOf(db: Database, query: SearchQuery, match: string, bounds: Bounds, known: KnownMatches): Matches {
  const most = mostMatches(query, bounds);
  const key = `${query.table.documents} ${most} ${match}`;
  const found = known.get(key) ?? newestMatches(db, query.table, match, most);
  known.set(key, found);
  return found;
}

/**
 * Reads the offers whose names say what is searched for and, as far as there is room, those that say it elsewhere.
 *
 * @param read reads the rows of a query, none of them marked as `isElsewhere`
 */
export function lookAtMatches<Row extends { seq: number; isElsewhere: boolean }>(
  db: Database,
  query: SearchQuery,
  match: DocumentMatch | null,
  bounds: Bounds,
  read: (db: Database, query: SearchQuery, bounds: Bounds) => LookedAt<Row>,
  known: KnownMatches = new Map(),
): LookedAt<Row> {
  if (!match) return read(db, query, bounds);
  const exact = matchesOf(db, query, match.exact, bounds, known);
  if (exact.isCut || match.exact === match.anywhere) return read(db, { ...query, among: exact }, bounds);
  const anywhere = matchesOf(db, query, match.anywhere, bounds, known);
  const inName = new Set(exact.seqs);
  const further = anywhere.seqs.filter((seq) => !inName.has(seq));
  const room = Math.max(0, bounds.counted - exact.seqs.length);
  const among = {
    seqs: [...exact.seqs, ...further.slice(0, room)],
    isCut: anywhere.isCut || further.length > room,
  };
  const found = read(db, { ...query, among }, bounds);
  for (const row of found.rows) row.isElsewhere = !inName.has(row.seq);
  return found;
}

type FoundRow = RankedRow & { seq: number; value: number | null };

const readFound = rowReader<[seq: number, value: number | null, ...RankedValues]>(({ table, order }) => [
  table.seq,
  order.first?.column ?? table.position,
  ...table.ranked,
]);

/**
 * Finds one page of the rows of a search by words: its newest matches in the order of the query or, for a query in
 * chronological order, the best match first.
 *
 * @param page from 1; a page after the last is empty
 * @returns the total is at most the number of rows examined
 */
export function findMatches(
  db: Database,
  query: SearchQuery,
  { understood, match }: WordSearch,
  bounds: Bounds,
  { page, limit, isRanked }: { page: number; limit: number; isRanked: boolean },
): { seqs: number[]; total: number; isExact: boolean } {
  const { rows, total, isExact } = lookAtMatches(db, query, match, bounds, (...given) =>
    readFound(...given, ([seq, value, name, brand, isUnavailable, isBehind, isModel, bodyStyle]): FoundRow => {
      return { seq, value, name, brand, isUnavailable, isBehind, isModel, bodyStyle, isElsewhere: false };
    }),
  );
  const newestFirst = (one: FoundRow, other: FoundRow): number => (other.value ?? 0) - (one.value ?? 0);
  const direction = query.order.first && !query.order.first.isDescending ? 1 : -1;
  const last = direction * Number.POSITIVE_INFINITY;
  const inOrder = (one: FoundRow, other: FoundRow): number => {
    const [value, otherValue] = [one.value ?? last, other.value ?? last];
    return direction * (value === otherValue ? one.seq - other.seq : value < otherValue ? -1 : 1);
  };
  const sorted = isRanked ? sortByRelevance(rows, understood, newestFirst) : rows.sort(inOrder);
  return { seqs: sorted.slice((page - 1) * limit, page * limit).map(({ seq }) => seq), total, isExact };
}
