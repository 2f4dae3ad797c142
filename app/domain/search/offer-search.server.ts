/** Searches the offers in memory by filters and words (docs/product.md, "Browse"). */

import { LRUCache } from 'lru-cache';
import type { Database, Sqlite } from '~db/connection';
import { memoizePrepared } from '~db/statements';
import { foldBrand } from './brand-names.server';
import { type OfferOrder, OfferSelection, type SelectionPart, type TableName } from './offer-selection';
import { combineTests, type OfferTable, type RowTest } from './offer-table.server';
import { getOfferTables } from './offer-tables.server';
import type { ParsedQuery } from './parsed-query';
import { createRanks } from './ranking';
import { type ListSort, type OneOrMore, type RowFilters, unknownPlaceKey } from './search-query';
import { compileExpression, type FindStories, type TextExpression } from './text-expression.server';
import type { TextQuery } from './text-query.server';

/** A search by words: what contains them, and what they are understood to mean. */
export type TextSearch = {
  /** The words as typed, folded. */
  literal: string;
  parsedQuery: ParsedQuery;
  /** Null if the query consists of filters alone. */
  text: TextQuery | null;
  /** The filters of the list with those of the query. */
  filters: RowFilters;
  excluded: TextExpression | null;
};

export type OfferQuery = {
  tables: readonly TableName[];
  filters: RowFilters;
  /** Null without a query. */
  search: TextSearch | null;
  /** Keys (`brand|model`) of the models within bounds of weight and seat height, which listings do not state. */
  findModels: (bounds: Pick<RowFilters, 'maxWeight' | 'maxSeatHeight'>) => readonly string[];
};

/** The alternatives of a filter; null if it is not set. */
function toSet<Value extends string>(values: OneOrMore<Value> | undefined): ReadonlySet<string> | null {
  if (values === undefined || values.length === 0) return null;
  return new Set(typeof values === 'string' ? [values] : values);
}

type RangeColumn = Parameters<OfferTable['figure']>[0];

const ranges: readonly { column: RangeColumn; min?: keyof RowFilters; max?: keyof RowFilters }[] = [
  { column: 'price', min: 'minPrice', max: 'maxPrice' },
  { column: 'kilometres', max: 'maxKilometres' },
  { column: 'engineCc', min: 'minCc', max: 'maxCc' },
  { column: 'power', min: 'minPower', max: 'maxPower' },
  { column: 'mileage', min: 'minMileage' },
  { column: 'range', min: 'minRange' },
  { column: 'seatHeight', max: 'maxSeatHeight' },
  { column: 'weight', max: 'maxWeight' },
  { column: 'owners', max: 'maxOwners' },
];

/** The ends of a range; null if neither is set. */
function getEnds(filters: RowFilters, min: keyof RowFilters | undefined, max: keyof RowFilters | undefined) {
  const [low, high] = [min && filters[min], max && filters[max]];
  if (low === undefined && high === undefined) return null;
  return { low: Number(low ?? 0), high: Number(high ?? Number.POSITIVE_INFINITY) };
}

/** Creates the tests of the filters for the rows of a table. */
function createTests(
  table: OfferTable,
  tableName: TableName,
  filters: RowFilters,
  findModels: OfferQuery['findModels'],
): RowTest[] {
  const { details, names, places } = table;
  const tests: RowTest[] = [];
  const [types, kinds, fuels] = [toSet(filters.type), toSet(filters.kinds), toSet(filters.fuel)];
  const [conditions, bodyStyles] = [toSet(filters.condition), toSet(filters.bodyStyle)];
  const { category, transmission, orNew } = filters;
  const years = getEnds(filters, 'minYear', 'maxYear');
  if (types ?? kinds ?? fuels ?? conditions ?? bodyStyles ?? category ?? transmission ?? years) {
    tests.push(
      details.test(
        (value) =>
          (types === null || types.has(value.type)) &&
          (kinds === null || kinds.has(value.kind)) &&
          (fuels === null || fuels.has(value.fuel)) &&
          (conditions === null || conditions.has(value.condition)) &&
          (bodyStyles === null || bodyStyles.has(value.bodyStyle)) &&
          (category === undefined || value.category === category) &&
          (transmission === undefined || value.transmission === transmission) &&
          (years === null ||
            (orNew === true && value.kind === 'new') ||
            (value.year !== null && value.year >= years.low && value.year <= years.high)),
      ),
    );
  }
  const brands = toSet(filters.brand);
  if (brands) {
    const keys = new Set([...brands].map(foldBrand));
    tests.push(names.test(({ brandKey }) => keys.has(brandKey)));
  }
  const { near, availability, postedSince, after, mileageBand } = filters;
  if (near) tests.push(places.test(({ id }) => near.has(id ?? unknownPlaceKey)));
  // Weight and seat height of a listing follow from its model.
  const { maxWeight, maxSeatHeight } = filters;
  const isByModel = tableName !== 'vehicle' && (maxWeight !== undefined || maxSeatHeight !== undefined);
  if (isByModel) {
    const models = new Set(findModels({ maxWeight, maxSeatHeight }));
    tests.push(names.test(({ modelKey }) => modelKey !== null && models.has(modelKey)));
  }
  for (const { column, min, max } of ranges) {
    const ends = getEnds(filters, min, max);
    if (!ends || (isByModel && (column === 'seatHeight' || column === 'weight'))) continue;
    const getFigure = table.figure(column);
    tests.push((row) => {
      const figure = getFigure(row);
      return figure >= ends.low && figure <= ends.high;
    });
  }
  if (mileageBand) {
    const getMileage = table.figure('mileage');
    const below = mileageBand.below ?? Number.POSITIVE_INFINITY;
    tests.push((row) => getMileage(row) >= mileageBand.from && getMileage(row) < below);
  }
  if (availability) {
    const isSold = table.hasFlag('sold');
    tests.push(availability === 'sold' ? isSold : (row) => !isSold(row));
  }
  if (filters.withPhoto) tests.push(table.hasFlag('photo'));
  if (postedSince !== undefined) {
    const since = Date.parse(postedSince);
    const getTime = table.figure('createdAt');
    tests.push((row) => getTime(row) >= since);
  }
  if (after) {
    const last = tableName === 'vehicle' ? after.vehicle : after.listing;
    tests.push((row) => (table.seqs[row] ?? 0) > last);
  }
  return tests;
}

/** Bytes of remembered story matches. */
const maxStoryBytes = 16 * 2 ** 20;

type Stories = { test: RowTest; bytes: number } | { test: null; bytes: number };

const storyCaches = new WeakMap<Sqlite, { change: number; cache: LRUCache<string, Stories> }>();

// Raw: full-text indexes.
const storyReads = memoizePrepared(({ $client: sqlite }) => {
  const createRead = (documents: OfferTable['documents']) =>
    sqlite
      .prepare<[string], string | null>(
        `SELECT group_concat(rowid) FROM (SELECT rowid FROM ${documents} WHERE ${documents} MATCH ?)`,
      )
      .pluck();
  return {
    vehicle_documents: createRead('vehicle_documents'),
    bike_documents: createRead('bike_documents'),
    scooter_documents: createRead('scooter_documents'),
    lastChange: sqlite.prepare<[], number | null>('SELECT max(change) FROM search_changes').pluck(),
  };
});

/** Creates the lookup of stories, which remembers matches until the next change of an offer. */
function createStoryLookup(db: Database): FindStories {
  const change = storyReads(db).lastChange.get() ?? 0;
  let current = storyCaches.get(db.$client);
  if (current?.change !== change) {
    current = { change, cache: new LRUCache({ maxSize: maxStoryBytes, sizeCalculation: ({ bytes }) => bytes }) };
    storyCaches.set(db.$client, current);
  }
  const { cache } = current;
  return (table, phrases, isPrefix) => {
    const query = phrases.map((phrase) => `"${phrase.replaceAll('"', '""')}"${isPrefix ? '*' : ''}`).join(' OR ');
    const key = `${table.documents} ${query}`;
    const stories = cache.get(key) ?? readStories(db, table, query);
    cache.set(key, stories);
    return stories.test;
  };
}

function readStories(db: Database, table: OfferTable, query: string): Stories {
  const found = storyReads(db)[table.documents].get(query);
  const bytes = 256 + 2 * query.length;
  if (!found) return { test: null, bytes };
  const seqs: number[] = JSON.parse(`[${found}]`);
  if (seqs.length < table.rowCount / 64) {
    const rows = new Set(seqs.map((seq) => table.findRow(seq)));
    return { test: (row) => rows.has(row), bytes: bytes + 40 * seqs.length };
  }
  const bits = new Uint8Array((table.rowCount >>> 3) + 1);
  for (const seq of seqs) {
    const row = table.findRow(seq);
    if (row >= 0) bits[row >>> 3] = (bits[row >>> 3] ?? 0) | (1 << (row & 7));
  }
  return { test: (row) => ((bits[row >>> 3] ?? 0) & (1 << (row & 7))) !== 0, bytes: bytes + bits.length };
}

/** Tests whether name or brand contain the words as they were typed; words of signs that are removed match nothing. */
const testLiteral = ({ names }: OfferTable, literal: string): RowTest =>
  names.test(
    ({ foldedName, foldedBrand }) => literal !== '' && (foldedName.includes(literal) || foldedBrand.includes(literal)),
  );

/** Tests whether brand and name together contain the words. */
const testJoinedLiteral = ({ names }: OfferTable, literal: string): RowTest =>
  names.test(
    ({ foldedName, foldedBrand }) =>
      literal !== '' && (foldedName.includes(literal) || `${foldedBrand} ${foldedName}`.includes(literal)),
  );

function selectMatches(
  table: OfferTable,
  tableName: TableName,
  { filters, search, findModels }: OfferQuery,
  { findStories, among }: { findStories: FindStories; among: 'visible' | 'sample' },
): Uint32Array {
  const isListed = table.hasFlag(among);
  const own = createTests(table, tableName, filters, findModels);
  if (!search) return table.select(combineTests([...own, isListed]));
  const isLiteral = testJoinedLiteral(table, search.literal);
  const { text, excluded } = search;
  const understood = createTests(table, tableName, search.filters, findModels);
  if (text) understood.push(compileExpression(text.anywhere, table, findStories));
  if (excluded) {
    const isExcluded = compileExpression(excluded, table, findStories);
    understood.push((row) => !isExcluded(row));
  }
  const isUnderstood = combineTests(understood);
  const isOwn = combineTests(own);
  return table.select((row) => isListed(row) && ((isLiteral(row) && isOwn(row)) || isUnderstood(row)));
}

/**
 * Finds the offers of a search: those that meet its filters and contain its words, or what these are understood to mean.
 *
 * @param among 'sample' for the built-in samples of the sell screens
 */
export function findOffers(db: Database, query: OfferQuery, among: 'visible' | 'sample' = 'visible'): OfferSelection {
  const tables = getOfferTables(db);
  const findStories = createStoryLookup(db);
  return new OfferSelection(
    query.tables.map((tableName) => {
      const table = tables[tableName];
      const rows = selectMatches(table, tableName, query, { findStories, among });
      return { tableName, table, rows, rowCount: table.rowCount };
    }),
  );
}

/** Kilometres to a place by its id; null if unknown. */
type DistanceLookup = (place: string | null) => number | null;

/** Looks up the distances of a filter on places; null without one. */
export const createDistanceLookup = (near: RowFilters['near']): DistanceLookup | null =>
  near ? (place) => (place === null ? null : (near.get(place) ?? null)) : null;

const last = Number.POSITIVE_INFINITY;
const isBehind = ({ table }: SelectionPart) => {
  const test = table.hasFlag('behind');
  return (row: number): number => Number(test(row));
};
const isOlder = ({ table }: SelectionPart) => {
  const getTime = table.figure('createdAt');
  return (row: number): number => -getTime(row);
};

/**
 * Newest first; offers whose sellers have not confirmed them for a long time come last. The numbers of one table are in
 * the order of creation; offers of several tables are compared by time.
 */
const getAgeKeys = (tables: readonly TableName[]): OfferOrder['keys'] =>
  tables.length > 1 ? [isBehind, isOlder] : [isBehind];

/** By a figure; offers without it come last in either direction. */
const createFigureOrder = (column: RangeColumn, isDescending: boolean): OfferOrder => ({
  keys: [
    ({ table }) => {
      const getFigure = table.figure(column);
      return (row) => {
        const figure = getFigure(row);
        return Number.isNaN(figure) ? last : isDescending ? -figure : figure;
      };
    },
  ],
  isNewestFirst: isDescending,
});

const figureColumns = ['price', 'kilometres', 'year', 'mileage', 'rating'] as const;

/**
 * Creates the order of a list.
 *
 * @param sort 'relevance' without a search is newest first, and so is 'distance' without distances
 */
export function createOrder(
  db: Database,
  sort: ListSort | 'rating' | '-rating',
  { tables, search }: Pick<OfferQuery, 'tables' | 'search'>,
  getDistance: DistanceLookup | null,
): OfferOrder {
  if (sort === 'relevance' && search) return createRelevanceOrder(db, search, tables);
  if (sort === 'distance' && getDistance) {
    return {
      keys: [
        ({ table }) => {
          const getKilometres = table.places.figure(({ id }) => getDistance(id));
          return (row) => {
            const kilometres = getKilometres(row);
            return Number.isNaN(kilometres) ? last : kilometres;
          };
        },
      ],
      isNewestFirst: true,
    };
  }
  const column = figureColumns.find((name) => sort === name || sort === `-${name}`);
  if (column) return createFigureOrder(column, sort.startsWith('-'));
  return { keys: getAgeKeys(tables), isNewestFirst: true };
}

/** What contains the words as typed comes first, then what is understood, by its rank and age. */
function createRelevanceOrder(
  db: Database,
  { literal, parsedQuery, text }: TextSearch,
  tables: readonly TableName[],
): OfferOrder {
  const findStories = createStoryLookup(db);
  return {
    keys: [
      ({ table }) => {
        const isLiteral = testLiteral(table, literal);
        return (row) => Number(!isLiteral(row));
      },
      ({ table }) => {
        const isInName = text ? compileExpression(text.exact, table, findStories) : () => true;
        const [isSold, isUnconfirmed] = [table.hasFlag('sold'), table.hasFlag('behind')];
        const { rankName, isPreferred, rankOffer } = createRanks(parsedQuery);
        const getNameRank = table.names.figure(rankName);
        const isUpcoming = table.details.test(({ kind }) => kind === 'upcoming');
        const isModel = table.details.test(({ kind }) => kind === 'new');
        const hasPreferredStyle = table.details.test(({ bodyStyle }) => isPreferred(bodyStyle));
        return (row) =>
          rankOffer({
            isOutsideName: !isInName(row),
            isUnavailable: isSold(row) || isUpcoming(row),
            isBehind: isUnconfirmed(row),
            hasPreferredStyle: hasPreferredStyle(row),
            name: getNameRank(row),
            isModel: isModel(row),
          });
      },
      ...getAgeKeys(tables),
    ],
    isNewestFirst: true,
  };
}
