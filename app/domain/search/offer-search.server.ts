/** Searches the offers in memory by filters and words (docs/product.md, "Browse"). */

import { LRUCache } from 'lru-cache';
import type { Database, Sqlite } from '~db/connection';
import { memoizePrepared } from '~db/statements';
import { foldBrand } from './brand-names.server';
import { type OfferOrder, OfferSelection, type TableName } from './offer-selection';
import type { ColumnName, OfferTable } from './offer-table.server';
import { getOfferTables } from './offer-tables.server';
import type { ParsedQuery } from './parsed-query';
import { createRanks, rankWeights } from './ranking';
import { addToOthers, type RowTest, testAll, testMembers, testNot, testRange, uniteRows } from './row-tests';
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

const ranges: readonly { column: ColumnName; min?: keyof RowFilters; max?: keyof RowFilters }[] = [
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
    tests.push(table.testRange(column, ends.low, ends.high));
  }
  if (mileageBand) {
    const { from, below } = mileageBand;
    const isBelow = below === null ? [] : [testNot(table.testRange('mileage', below, Number.POSITIVE_INFINITY))];
    tests.push(table.testRange('mileage', from, Number.POSITIVE_INFINITY), ...isBelow);
  }
  if (availability) tests.push(table.testFlag('sold', availability === 'sold'));
  if (filters.withPhoto) tests.push(table.testFlag('photo'));
  if (postedSince !== undefined) {
    tests.push(table.testRange('createdAt', Date.parse(postedSince), Number.POSITIVE_INFINITY));
  }
  if (after) {
    const last = tableName === 'vehicle' ? after.vehicle : after.listing;
    tests.push(testRange(table.seqs, last + 1, Number.POSITIVE_INFINITY));
  }
  return tests;
}

/** Bytes of remembered story matches. */
const maxStoryBytes = 16 * 2 ** 20;

/** Rows whose story contains a phrase, ascending, by phrase. */
const createStoryCache = () =>
  new LRUCache<string, Uint32Array>({
    maxSize: maxStoryBytes,
    sizeCalculation: (rows, query) => 256 + 2 * query.length + rows.byteLength,
  });

const storyCaches = new WeakMap<Sqlite, { change: number; cache: ReturnType<typeof createStoryCache> }>();

// Raw: full-text indexes.
const storyReads = memoizePrepared(({ $client: sqlite }) => {
  const createRead = (documents: OfferTable['documents']) =>
    sqlite
      .prepare<[string], string | null>(
        `SELECT group_concat(rowid) FROM (SELECT rowid FROM ${documents} WHERE ${documents} MATCH ? ORDER BY rowid)`,
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
    current = { change, cache: createStoryCache() };
    storyCaches.set(db.$client, current);
  }
  const { cache } = current;
  return (table, phrases, isPrefix) => {
    const query = phrases.map((phrase) => `"${phrase.replaceAll('"', '""')}"${isPrefix ? '*' : ''}`).join(' OR ');
    const key = `${table.documents} ${query}`;
    const rows = cache.get(key) ?? readStories(db, table, query);
    cache.set(key, rows);
    return rows.length === 0 ? null : testMembers(rows);
  };
}

function readStories(db: Database, table: OfferTable, query: string): Uint32Array {
  const numbers = storyReads(db)[table.documents].get(query);
  if (!numbers) return new Uint32Array(0);
  const seqs: number[] = JSON.parse(`[${numbers}]`);
  return Uint32Array.from(seqs.map((seq) => table.findRow(seq)).filter((row) => row >= 0));
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
  const listed = table.findRowsWith(among);
  const applyFilters = testAll(createTests(table, tableName, filters, findModels));
  if (!search) return applyFilters(listed);
  const { literal, text, excluded } = search;
  const understood = createTests(table, tableName, search.filters, findModels);
  if (text) understood.push(compileExpression(text.anywhere, table, findStories));
  if (excluded) understood.push(testNot(compileExpression(excluded, table, findStories)));
  return uniteRows(applyFilters(testJoinedLiteral(table, literal)(listed)), testAll(understood)(listed));
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
      return { table, rows: selectMatches(table, tableName, query, { findStories, among }) };
    }),
  );
}

/** Kilometres to a place by its id; null if unknown. */
type DistanceLookup = (place: string | null) => number | null;

/** Looks up the distances of a filter on places; null without one. */
export const createDistanceLookup = (near: RowFilters['near']): DistanceLookup | null =>
  near ? (place) => (place === null ? null : (near.get(place) ?? null)) : null;

type ReadKey = OfferOrder['keys'][number];

/** Adds up what the properties of each row add to its key. */
const createKey =
  (addFigures: (sums: Float64Array, table: OfferTable, rows: Uint32Array) => void): ReadKey =>
  ({ table, rows }) => {
    const sums = new Float64Array(rows.length);
    addFigures(sums, table, rows);
    return sums;
  };

const readBehind = createKey((sums, table, rows) => table.addByFlag(sums, rows, 'behind', 1));

/** By a figure; offers without it come last in either direction. */
const createFigureKey =
  (column: ColumnName, isDescending: boolean): ReadKey =>
  ({ table, rows }) => {
    const figures = table.readFigures(column, rows);
    for (let at = 0; at < figures.length; at += 1) {
      const figure = figures[at] ?? 0;
      figures[at] = Number.isNaN(figure) ? Number.POSITIVE_INFINITY : isDescending ? -figure : figure;
    }
    return figures;
  };
const readAge = createFigureKey('createdAt', true);

/**
 * Newest first; offers whose sellers have not confirmed them for a long time come last. The numbers of one table are in
 * the order of creation; offers of several tables are compared by time.
 */
const getAgeKeys = (tables: readonly TableName[]): OfferOrder['keys'] =>
  tables.length > 1 ? [readBehind, readAge] : [readBehind];

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
        createKey((sums, { places }, rows) =>
          places.addFigures(sums, rows, ({ id }) => getDistance(id) ?? Number.POSITIVE_INFINITY),
        ),
      ],
      isNewestFirst: true,
    };
  }
  const column = figureColumns.find((name) => sort === name || sort === `-${name}`);
  if (column) {
    const isDescending = sort.startsWith('-');
    return { keys: [createFigureKey(column, isDescending)], isNewestFirst: isDescending };
  }
  return { keys: getAgeKeys(tables), isNewestFirst: true };
}

/** By rank, then the newest first. */
function createRelevanceOrder(
  db: Database,
  { literal, parsedQuery, text }: TextSearch,
  tables: readonly TableName[],
): OfferOrder {
  const findStories = createStoryLookup(db);
  const { rankName, rankDetails } = createRanks(parsedQuery);
  return {
    keys: [
      createKey((sums, table, rows) => {
        addToOthers(sums, rows, testLiteral(table, literal)(rows), rankWeights.notLiteral);
        if (text) {
          const inName = compileExpression(text.exact, table, findStories)(rows);
          addToOthers(sums, rows, inName, rankWeights.outsideName);
        }
        table.addByFlag(sums, rows, 'sold', rankWeights.unavailable);
        table.addByFlag(sums, rows, 'behind', rankWeights.behind);
        table.details.addFigures(sums, rows, rankDetails);
        table.names.addFigures(sums, rows, rankName);
      }),
      ...(tables.length > 1 ? [readAge] : []),
    ],
    isNewestFirst: true,
  };
}
