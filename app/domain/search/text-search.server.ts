import type { Database } from '~db/connection';
import { foldForSearch } from '~db/search-fold';
import { memoizePrepared } from '~db/statements';
import type { Page } from '../shared/pagination.server';
import { dictionary } from './dictionary.server';
import type { TextSearch } from './offer-search.server';
import type { Position } from './offer-selection';
import type { ParsedQuery } from './parsed-query';
import { ftsTables, isKindInStock, offerKinds, type OfferFilters, type RowFilters } from './search-query';
import { buildExclusion, buildTextQuery } from './text-query.server';
import { collapseSpaces } from '../names/tokenizer';

/** A page of a list, and the query by which it was searched; null without a query. */
export type SearchedPage<Item> = Page<Item> & { parsedQuery: ParsedQuery | null; last: Position | null };

/** Another place in the query takes precedence over the filter, because it was typed for this search. */
export function comparePlaces(
  { cities, within, state }: ParsedQuery['filters'],
  filterPlaceId: string,
): 'same' | 'other' | 'none' {
  const [first, ...rest] = cities;
  if (first) return first.id === filterPlaceId && rest.length === 0 && within === null ? 'same' : 'other';
  const filterState = dictionary.stateByCode.get(filterPlaceId.slice(0, 2).toUpperCase());
  return state === null || state === filterState ? 'none' : 'other';
}

const findCentre = (near: OfferFilters['near']): string | null =>
  [...(near ?? [])].find(([, kilometres]) => kilometres === 0)?.[0] ?? null;

const hasEngineFilter = ({ minCc, maxCc }: OfferFilters): boolean => minCc !== undefined || maxCc !== undefined;

const hasValues = (values: RowFilters['type'] | RowFilters['fuel'] | RowFilters['condition'] | RowFilters['kinds']) =>
  values !== undefined && values.length > 0;

/** A filter of the list takes precedence, except for the place. */
function applyParsedFilters(filters: RowFilters, parsedQuery: ParsedQuery, places: OfferFilters['near']): RowFilters {
  const parsed = parsedQuery.filters;
  const hasPrice = filters.minPrice !== undefined || filters.maxPrice !== undefined;
  const hasYear = filters.minYear !== undefined || filters.maxYear !== undefined;
  const filterPlaceId = findCentre(filters.near);
  const isPlaceReplaced = filterPlaceId === null || comparePlaces(parsed, filterPlaceId) === 'other';
  return {
    ...filters,
    near: isPlaceReplaced ? places : filters.near,
    type: hasValues(filters.type) ? filters.type : (parsed.vehicleType ?? undefined),
    fuel: hasValues(filters.fuel) ? filters.fuel : parsed.fuelTypes,
    condition: hasValues(filters.condition) ? filters.condition : (parsed.condition ?? undefined),
    kinds: hasValues(filters.kinds) ? filters.kinds : offerKinds.filter((kind) => isKindInStock(kind, parsed.stock)),
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

const foldLiteral = (q: string): string => foldForSearch(collapseSpaces(q).replace(/^["“”](.+)["“”]$/, '$1'));

/** If the query names the place of the filter, texts need not contain its name; nor its engine size. */
export function createTextSearch(
  q: string,
  parsedQuery: ParsedQuery,
  filters: RowFilters,
  places: OfferFilters['near'],
): TextSearch {
  const { filters: parsed, engineClass } = parsedQuery;
  const centre = findCentre(filters.near);
  const isSamePlace = centre !== null && comparePlaces(parsed, centre) === 'same';
  return {
    literal: foldLiteral(q),
    parsedQuery,
    text: buildTextQuery(dictionary, {
      ...parsedQuery,
      engineClass: hasEngineFilter(filters) ? null : engineClass,
      filters: isSamePlace ? { ...parsed, cities: [] } : parsed,
    }),
    filters: applyParsedFilters(filters, parsedQuery, places),
    excluded: buildExclusion(dictionary, parsedQuery),
  };
}

/* Full-text index: a search looks up each term in every segment; with sixteen it takes ten times as long. */

/** Pages of 4 KB that one step writes, which takes about 8 ms. */
const pagesPerStep = 64;
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

/** @returns the number of steps done: 0 when there is nothing left to merge */
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
