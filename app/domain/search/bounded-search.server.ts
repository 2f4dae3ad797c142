/**
 * Searches rows of a table by filters in bounded time, regardless of the number of rows.
 *
 * - Each filter has an index. The most selective filter drives the query; if it matches fewer than `maxRows`, all of
 *   its rows are examined and the result is exact.
 * - A single filter that has an index in the requested order is read along that index, however many rows match.
 * - Otherwise the newest rows of the most selective filter with a chronological index are examined, up to `maxScanned`.
 * - A full-text search examines its newest matches, more of them with filters or another order.
 */

import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Database, Statement } from '~db/connection';
import { memoizePrepared } from '~db/statements';
import { removeAbsentPhrases } from './indexed-words.server';
import type { Bounds, Filter, FtsTable, Matches, SearchableTable, SearchQuery, Values } from './search-query';

/** Query plan: where the rows come from. */
type QueryPlan = {
  /** SQL between FROM and ORDER BY. */
  sql: string;
  values: Values;
  order: string;
  /**
   * Query for the sequence numbers of the rows to examine, which reads the index only; absent for full-text matches.
   */
  candidates?: string;
  /** Number of rows, if known without reading them. */
  total: number | null;
  /** Whether there are further rows that are not examined. */
  isTruncated: boolean;
};

/**
 * Maximum number of cached statements per result type. Each combination of filters and order has its own statement of
 * 30 KB, and there are millions of combinations.
 */
export const maxStatements = 40;

/**
 * Creates a cache of prepared statements by their SQL.
 * Raw: searches force their indexes, and use the full-text index.
 */
export const createStatementCache = <Row>(rows: 'value' | 'object') =>
  memoizePrepared(({ $client }) => {
    const cache = new LRUCache<string, Statement<[Values], Row>>({ max: maxStatements });
    return (sql: string): Statement<[Values], Row> => {
      const cached = cache.get(sql);
      if (cached) return cached;
      const statement = $client.prepare<[Values], Row>(sql);
      if (rows === 'value') statement.pluck();
      cache.set(sql, statement);
      return statement;
    };
  });

/** Statements that return one number per row. */
export const numberStatements = createStatementCache<number>('value');

export const joinConditions = (...conditions: readonly string[]): string => conditions.join(' AND ');
export const createIndexHint = (index: string): string => `INDEXED BY ${index}`;

type IndexedFilter = Filter & { index: string };

const isIndexed = (filter: Filter): filter is IndexedFilter => filter.index !== undefined;

/** Number of rows that a filter matches, at most `maxRows`. */
function countMatching(db: Database, { table, values }: SearchQuery, filter: IndexedFilter, bounds: Bounds): number {
  if (filter.count !== undefined) return filter.count;
  const sql = `SELECT count(*) FROM (SELECT 1 FROM ${table.from} ${createIndexHint(filter.index)}
                WHERE ${joinConditions(table.visible, filter.sql)} LIMIT ${bounds.maxRows})`;
  return numberStatements(db)(sql).get(values) ?? 0;
}

type CountedFilter = { filter: IndexedFilter; count: number };

const compareSelectivity = (one: CountedFilter, other: CountedFilter): number => one.count - other.count;

/** The filters that have an index with their numbers of rows, the most selective first. */
export const countFilters = (db: Database, query: SearchQuery, bounds: Bounds): CountedFilter[] =>
  query.filters
    .filter(isIndexed)
    .map((filter) => ({ filter, count: countMatching(db, query, filter, bounds) }))
    .sort(compareSelectivity);

/** The same, yielding to other requests between the filters. */
async function countFiltersInChunks(db: Database, query: SearchQuery, bounds: Bounds): Promise<CountedFilter[]> {
  const counted: CountedFilter[] = [];
  for (const filter of query.filters.filter(isIndexed)) {
    counted.push({ filter, count: countMatching(db, query, filter, bounds) });
    await setImmediate();
  }
  return counted.sort(compareSelectivity);
}

/** Position of the last row of a scan along an index; null if the index has at most `maxScanned` rows. */
function findScanEnd(
  db: Database,
  { table, values }: SearchQuery,
  filter: IndexedFilter | undefined,
  bounds: Bounds,
): number | null {
  const sql = `SELECT ${table.position} FROM ${table.from} ${createIndexHint(filter?.index ?? table.newest.index)}
                WHERE ${filter ? joinConditions(table.visible, filter.sql) : table.visible}
                ORDER BY ${table.position} DESC LIMIT 1 OFFSET ${bounds.maxScanned - 1}`;
  return numberStatements(db)(sql).get(values) ?? null;
}

function planFilters(
  db: Database,
  query: SearchQuery,
  bounds: Bounds,
  counted = countFilters(db, query, bounds),
): QueryPlan {
  const { table, filters, values, order, tableCount = null } = query;
  const where = joinConditions(table.visible, ...filters.map((filter) => filter.sql));
  const createPlan = (index: string, total: number | null, driving?: Filter): QueryPlan => ({
    sql: `${table.from} ${createIndexHint(index)} WHERE ${where}`,
    candidates: `SELECT ${table.seq} FROM ${table.from} ${createIndexHint(index)} WHERE ${joinConditions(table.visible, driving?.sql ?? '1')}`,
    values,
    order: order.by,
    total,
    isTruncated: false,
  });
  const [narrowest] = counted;
  if (!narrowest && filters.length === 0) return createPlan(order.index, tableCount);
  const truncate = (plan: QueryPlan, end: number | null): QueryPlan => {
    if (end === null) return { ...plan, total: null };
    const isScanned = `${table.position} >= @end`;
    return {
      ...plan,
      sql: joinConditions(plan.sql, isScanned),
      ...(plan.candidates && { candidates: joinConditions(plan.candidates, isScanned) }),
      values: { ...values, end, oldest: end },
      total: null,
      isTruncated: true,
    };
  };
  if (!narrowest) return truncate(createPlan(table.newest.index, null), findScanEnd(db, query, undefined, bounds));
  const total = filters.length === 1 ? narrowest.count : null;
  if (narrowest.count < bounds.maxRows) return createPlan(narrowest.filter.index, total, narrowest.filter);

  const orderedIndex = filters.length === 1 ? narrowest.filter.orderedIndexes?.[order.index] : undefined;
  if (orderedIndex !== undefined) return createPlan(orderedIndex, total);
  const chronological = counted.find(({ filter }) => filter.isChronological)?.filter;
  const isNewestFirst = order.by === table.newest.by;
  const inOrder = isNewestFirst ? chronological : narrowest.filter.index === order.index ? narrowest.filter : undefined;
  if (inOrder && filters.length === 1) return createPlan(inOrder.index, total);
  const end = findScanEnd(db, query, chronological, bounds);
  const plan = createPlan(chronological?.index ?? table.newest.index, total, chronological);
  return end === null ? plan : truncate(plan, end);
}

/** Maximum number of full-text matches that a search reads. */
export function getMatchLimit({ table, filters, order }: SearchQuery, bounds: Bounds): number {
  const isPlain =
    order.by === table.newest.by && filters.every(({ isBroad, fts }) => isBroad === true || fts !== undefined);
  return isPlain ? bounds.maxMatches : bounds.maxFilteredMatches;
}

/** The newest rows that a full-text query matches. */
export function findNewestMatches(db: Database, documents: FtsTable, fts: string, limit: number): Matches {
  const sql = `SELECT rowid FROM ${documents} WHERE ${documents} MATCH @fts ORDER BY rowid DESC LIMIT @limit`;
  const present = removeAbsentPhrases(db, documents, fts);
  const seqs = numberStatements(db)(sql).all({ fts: present, limit: limit + 1 });
  return { seqs: seqs.slice(0, limit), isTruncated: seqs.length > limit };
}

function planMatches(
  { table, filters, order, values }: SearchQuery,
  { seqs, isTruncated }: Matches,
  facts: SearchableTable['facts'],
): QueryPlan {
  const from = facts ? `${table.from} ${createIndexHint(facts.index)}` : table.from;
  const conditions = joinConditions(
    ...(facts ? [facts.where] : []),
    `${table.seq} = matches.value`,
    ...filters.map((filter) => filter.sql),
  );
  return {
    sql: `json_each(@matches) matches CROSS JOIN ${from} ON ${conditions}`,
    values: { ...values, matches: JSON.stringify(seqs), oldest: Math.min(...seqs) },
    order: order.by,
    total: null,
    isTruncated,
  };
}

const planQuery = (db: Database, query: SearchQuery, bounds: Bounds, facts?: SearchableTable['facts']): QueryPlan =>
  query.matches ? planMatches(query, query.matches, facts) : planFilters(db, query, bounds);

/** Sequence numbers of one page; `total` is a lower bound unless `isExact`. */
type FoundRows = { seqs: number[]; total: number; isExact: boolean };

/**
 * Finds one page of rows in the order of the query.
 *
 * @param page from 1; a page after the last is empty
 * @returns `total` is exact if a counter is maintained or a filter is selective enough; otherwise it is at most the
 *   number of rows examined
 */
export function findRows(
  db: Database,
  query: SearchQuery,
  bounds: Bounds,
  { page, limit }: { page: number; limit: number },
): FoundRows {
  const plan = planQuery(db, query, bounds);
  const select = numberStatements(db)(
    `SELECT ${query.table.seq} FROM ${plan.sql} ORDER BY ${plan.order} LIMIT @limit OFFSET @offset`,
  );
  const offset = (page - 1) * limit;
  if (plan.total === null) {
    // One sorted query for all rows returns their number too.
    const seqs = select.all({ ...plan.values, limit: bounds.maxRows, offset: 0 });
    const isExact = seqs.length < bounds.maxRows && !plan.isTruncated;
    return { seqs: seqs.slice(offset, offset + limit), total: seqs.length, isExact };
  }
  const counted = { total: plan.total, isExact: plan.total !== bounds.maxRows };
  if (offset >= Math.min(plan.total, bounds.maxRows)) return { seqs: [], ...counted };
  return { seqs: select.all({ ...plan.values, limit, offset }), ...counted };
}

type FilteredRow = { seq: number; value: number | null };
const filterStatements = createStatementCache<FilteredRow>('object');
/** Rows examined before yielding to other requests: about 2 ms, or 8 ms if none is in the page cache. */
const rowsPerChunk = 1_000;

/**
 * Like `findRows`, for a large table: rows that must be examined one by one are read in chunks, yielding to other
 * requests between them. A row that is changed in between is found in its old or its new state.
 */
export async function findRowsInChunks(
  db: Database,
  query: SearchQuery,
  bounds: Bounds,
  { page, limit }: { page: number; limit: number },
): Promise<FoundRows> {
  if (query.filters.length === 0) return findRows(db, query, bounds, { page, limit });
  const { table, filters, order } = query;
  const counted = await countFiltersInChunks(db, query, bounds);
  const { candidates, values, total, isTruncated } = planFilters(db, query, bounds, counted);
  if (candidates === undefined || total !== null) return findRows(db, query, bounds, { page, limit });
  await setImmediate();
  const seqs = numberStatements(db)(candidates).all(values);
  const filterRows = filterStatements(db)(
    `SELECT ${table.seq} AS seq, ${order.first?.column ?? table.position} AS value
       FROM json_each(@chunk) CROSS JOIN ${table.from} ON ${table.seq} = json_each.value
      WHERE ${joinConditions(table.visible, ...filters.map((filter) => filter.sql))}`,
  );
  const found: FilteredRow[] = [];
  for (let at = 0; at < seqs.length; at += rowsPerChunk) {
    await setImmediate();
    found.push(...filterRows.all({ ...values, chunk: JSON.stringify(seqs.slice(at, at + rowsPerChunk)) }));
  }
  const direction = order.first && !order.first.isDescending ? 1 : -1;
  const last = direction * Number.POSITIVE_INFINITY;
  found.sort((one, other) => {
    const [value, otherValue] = [one.value ?? last, other.value ?? last];
    return direction * (value === otherValue ? one.seq - other.seq : value < otherValue ? -1 : 1);
  });
  const offset = (page - 1) * limit;
  return {
    seqs: found.slice(offset, offset + limit).map(({ seq }) => seq),
    total: found.length,
    isExact: found.length < bounds.maxRows && !isTruncated,
  };
}

/** The examined rows in the order of the query; `total` is a lower bound unless `isExact`. */
export type ExaminedRows<Row> = { rows: Row[]; total: number; isExact: boolean };

/** The examined rows as a list or, if only their number is needed, without them. */
const summarizeRows = <Row>(rows: Row[], count: number, plan: QueryPlan, { maxRows }: Bounds): ExaminedRows<Row> => {
  if (count < maxRows) return { rows, total: count, isExact: !plan.isTruncated };
  const total = plan.total ?? count;
  return { rows, total, isExact: total > count };
};

/** Counts the rows that a reader would examine. */
export function countRows(db: Database, query: SearchQuery, bounds: Bounds): ExaminedRows<never> {
  const plan = planQuery(db, query, bounds, query.table.facts);
  const count = numberStatements(db)(`SELECT count(*) FROM (SELECT 1 FROM ${plan.sql} LIMIT ${bounds.maxRows})`);
  return summarizeRows([], count.get(plan.values) ?? 0, plan, bounds);
}

/**
 * Creates a reader of the first `maxRows` matching rows. SQLite returns them as one JSON document, because reading single
 * values through the driver takes a quarter longer. `toRow` creates the rows from arrays of values: objects of the driver
 * take twice as long to create, and are slow to access.
 *
 * @param toJson SQL expression of `Values` as a JSON array
 * @param readsFacts whether the facts in the index of the table suffice for the expression
 */
export function createRowReader<Values>(toJson: (query: SearchQuery) => string, readsFacts = false) {
  const statements = createStatementCache<string | null>('value');
  return <Row>(db: Database, query: SearchQuery, bounds: Bounds, toRow: (values: Values) => Row): ExaminedRows<Row> => {
    const plan = planQuery(db, query, bounds, readsFacts ? query.table.facts : undefined);
    // Matches are newest first already; sorting whole rows again costs as much as reading them.
    const isInOrder = query.matches !== undefined && query.order.by === query.table.newest.by;
    const orderBy = isInOrder ? '' : `ORDER BY ${plan.order}`;
    const json = statements(db)(
      `SELECT group_concat(row) FROM (SELECT ${toJson(query)} AS row FROM ${plan.sql} ${orderBy} LIMIT ${bounds.maxRows})`,
    ).get(plan.values);
    const values: Values[] = JSON.parse(`[${json ?? ''}]`);
    const rows = values.map(toRow);
    return summarizeRows(rows, rows.length, plan, bounds);
  };
}
