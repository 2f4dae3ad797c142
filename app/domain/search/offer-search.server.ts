/** Searches the offers in memory by filters and words (docs/product.md, "Browse"). */

import { LRUCache } from 'lru-cache';
import type { Database } from '~db/connection';
import { memoizePrepared } from '~db/statements';
import { foldBrand } from './brand-names.server';
import { type OfferOrder, OfferSelection, type TableName } from './offer-selection';
import type { ColumnName, OfferName, OfferTable } from './offer-table.server';
import { getOfferCopy, type OfferCopy } from './offer-tables.server';
import type { ParsedQuery } from './parsed-query';
import { createRanks, rankWeights } from './ranking';
import {
  addToOthers,
  createFullSet,
  exclude,
  getLowest,
  intersect,
  type RowSet,
  type RowTest,
  readByCode,
  sumByCodes,
  testAll,
  testMembers,
  testNot,
  testRange,
  toRowSet,
  unite,
} from './row-sets';
import { type ListSort, type OneOrMore, type RowFilters, unknownPlaceKey } from './search-query';
import { compileExpression, type FindStories, type TextExpression, type TextQuery } from './text-query.server';

export type TextSearch = {
  literal: string;
  parsedQuery: ParsedQuery;
  /** Null if the query consists of filters alone. */
  text: TextQuery | null;
  filters: RowFilters;
  excluded: TextExpression | null;
};

export type OfferQuery = {
  tables: readonly TableName[];
  filters: RowFilters;
  search: TextSearch | null;
  /** Keys (`brand|model`) of the models within bounds of weight and seat height, which listings do not state. */
  findModels: (bounds: Pick<RowFilters, 'maxWeight' | 'maxSeatHeight'>) => readonly string[];
};

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
];

function getEnds(filters: RowFilters, min: keyof RowFilters | undefined, max: keyof RowFilters | undefined) {
  const [low, high] = [min && filters[min], max && filters[max]];
  if (low === undefined && high === undefined) return null;
  return { low: Number(low ?? 0), high: Number(high ?? Number.POSITIVE_INFINITY) };
}

function createTests(
  table: OfferTable,
  tableName: TableName,
  filters: RowFilters,
  findModels: OfferQuery['findModels'],
): RowTest[] {
  const { details, names, places, states } = table;
  const tests: RowTest[] = [];
  const { withPhoto, maxOwners } = filters;
  if (withPhoto || maxOwners !== undefined) {
    tests.push(
      states.test(
        ({ hasPhoto, owners }) =>
          (withPhoto !== true || hasPhoto) && (maxOwners === undefined || (owners !== null && owners <= maxOwners)),
      ),
    );
  }
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
  const { near, postedSince, after, mileageBand } = filters;
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
  if (postedSince !== undefined) {
    tests.push(table.testRange('createdAt', Date.parse(postedSince), Number.POSITIVE_INFINITY));
  }
  if (after) {
    const last = tableName === 'vehicle' ? after.vehicle : after.listing;
    tests.push(testRange(table.seqs, last + 1, Number.POSITIVE_INFINITY));
  }
  return tests;
}

const maxStoryBytes = 16 * 2 ** 20;

const createStoryCache = () =>
  new LRUCache<string, RowSet>({
    maxSize: maxStoryBytes,
    sizeCalculation: (rows, query) => 256 + 2 * query.length + rows.byteLength,
  });

const storyCaches = new WeakMap<OfferCopy, { change: number; cache: ReturnType<typeof createStoryCache> }>();

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
  };
});

function createStoryLookup(db: Database, copy: OfferCopy): FindStories {
  const { change } = copy;
  let current = storyCaches.get(copy);
  if (current?.change !== change) {
    current = { change, cache: createStoryCache() };
    storyCaches.set(copy, current);
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

function readStories(db: Database, table: OfferTable, query: string): RowSet {
  const numbers = storyReads(db)[table.documents].get(query);
  if (!numbers) return new Uint32Array(0);
  const seqs: number[] = JSON.parse(`[${numbers}]`);
  const rows = seqs.map((seq) => table.findRow(seq)).filter((row) => row >= 0);
  return toRowSet(Uint32Array.from(rows), table.rowCount);
}

const isLiteral = ({ foldedName, foldedBrand }: OfferName, literal: string): boolean =>
  literal !== '' && (foldedName.includes(literal) || foldedBrand.includes(literal));

const testJoinedLiteral = ({ names }: OfferTable, literal: string): RowTest =>
  names.test(
    ({ foldedName, foldedBrand }) =>
      literal !== '' && (foldedName.includes(literal) || `${foldedBrand} ${foldedName}`.includes(literal)),
  );

function testListed(table: OfferTable, among: 'visible' | 'sample', { availability }: RowFilters): RowTest {
  const listed = among === 'sample' ? table.samples : table.visible;
  if (availability === undefined) return testMembers(listed);
  return testMembers((availability === 'sold' ? intersect : exclude)(listed, table.sold));
}

function selectMatches(
  table: OfferTable,
  tableName: TableName,
  { filters, search, findModels }: OfferQuery,
  { findStories, among }: { findStories: FindStories; among: 'visible' | 'sample' },
): RowSet {
  const createAllTests = (ofSearch: RowFilters): RowTest[] => [
    testListed(table, among, ofSearch),
    ...createTests(table, tableName, ofSearch, findModels),
  ];
  const filterTests = createAllTests(filters);
  const all = createFullSet(table.rowCount);
  if (!search) return testAll(filterTests).select(all);
  const { literal, text, excluded } = search;
  const understood = createAllTests(search.filters);
  if (text) understood.push(compileExpression(text.anywhere, table, findStories));
  if (excluded) understood.push(testNot(compileExpression(excluded, table, findStories)));
  return unite(
    testAll([testJoinedLiteral(table, literal), ...filterTests]).select(all),
    testAll(understood).select(all),
  );
}

/** @param among 'sample' for the built-in samples of the sell screens */
export function findOffers(db: Database, query: OfferQuery, among: 'visible' | 'sample' = 'visible'): OfferSelection {
  const copy = getOfferCopy(db);
  const { tables } = copy;
  const findStories = createStoryLookup(db, copy);
  return new OfferSelection(
    query.tables.map((tableName) => {
      const table = tables[tableName];
      return { table, set: selectMatches(table, tableName, query, { findStories, among }) };
    }),
  );
}

/** Kilometres to a place by its id; null if unknown. */
type DistanceLookup = (place: string | null) => number | null;

export const createDistanceLookup = (near: RowFilters['near']): DistanceLookup | null =>
  near ? (place) => (place === null ? null : (near.get(place) ?? null)) : null;

type PrepareKey = OfferOrder['keys'][number];

const byBehind: PrepareKey = ({ table: { states } }) => {
  const figures = states.getFigures(({ isBehind }) => Number(isBehind));
  return { read: (rows, read) => readByCode(rows, figures, read) };
};

/** By a figure; offers without it come last in either direction. */
const createFigureKey =
  (column: ColumnName, isDescending: boolean): PrepareKey =>
  ({ table }) => ({ read: table.createReader(column, isDescending ? -1 : 1) });

/** The newest first, where the last rows of a table come first among ties. */
const byAge: PrepareKey = ({ table }) => ({
  read: table.createReader('createdAt', -1),
  isSorted: table.isChronological,
});

/** Offers whose sellers have not confirmed them for a long time come last. */
const getAgeKeys = (tables: readonly TableName[]): OfferOrder['keys'] =>
  tables.length > 1 ? [byBehind, byAge] : [byBehind];

const figureColumns = ['price', 'kilometres', 'year', 'mileage', 'rating'] as const;

/** @param sort 'relevance' without a search is newest first, and so is 'distance' without distances */
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
        ({ table: { places } }) => {
          const figures = places.getFigures(({ id }) => getDistance(id) ?? Number.POSITIVE_INFINITY);
          return { read: (rows, read) => readByCode(rows, figures, read) };
        },
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

function createRelevanceOrder(
  db: Database,
  { literal, parsedQuery, text }: TextSearch,
  tables: readonly TableName[],
): OfferOrder {
  const findStories = createStoryLookup(db, getOfferCopy(db));
  const { rankName, rankDetails } = createRanks(parsedQuery);
  return {
    keys: [
      ({ table, set }) => {
        const { states, details, names } = table;
        const ofName = names.getFigures(
          (name) => rankName(name) + (isLiteral(name, literal) ? 0 : rankWeights.notLiteral),
        );
        const ofDetails = details.getFigures(rankDetails);
        const ofState = states.getFigures(
          ({ isSold, isBehind }) => (isSold ? rankWeights.unavailable : 0) + (isBehind ? rankWeights.behind : 0),
        );
        const inName = text && compileExpression(text.exact, table, findStories).select(set);
        return {
          lowest: [ofName, ofDetails, ofState].reduce((sum, column) => sum + getLowest(column), 0),
          read: (rows, read) => {
            sumByCodes(rows, ofName, ofDetails, ofState, read);
            if (inName) addToOthers(rows, inName, rankWeights.outsideName, read);
          },
        };
      },
      ...(tables.length > 1 ? [byAge] : []),
    ],
    isNewestFirst: true,
  };
}
