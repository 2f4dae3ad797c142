import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Database, Statement } from '~db/connection';
import { preparedOf } from '../shared/memoize.server';
import type { Bounds, Filter, Matches, SearchableTable, SearchQuery, Values } from './search-query';

/**
 * Finds rows of a table by filters and by the words of their documents, in bounded time regardless of the number of rows.
 *
 * - Each filter has its index. The most selective one drives the query; if it matches fewer rows than the counting
 *   limit, all of them are examined and the result is exact.
 * - A single filter that has an index in the requested order is read along that index, however many rows match.
 * - When every given filter matches more, the newest rows of the most selective one with a chronological index are
 *   examined: the result is useful, and never empty merely because of the order.
 * - A search by words reads its newest matches, and more of them with filters or another order.
 */

/** Source of the rows: the SQL between FROM and ORDER BY, and its parameters. */
type Source = {
  sql: string;
  values: Values;
  order: string;
  /** Query for the `seq` of all examined rows, answered by the index alone; absent: there is none. */
  candidates?: string;
  /** Number of rows, where it is known without reading them. */
  total: number | null;
  /** Whether further rows may match that are never examined. */
  isCut: () => boolean;
};

/**
 * Statements that are kept of each kind of rows. The SQL never contains a value, but each combination of filters and
 * order has its own, of which there are millions, and each statement takes 30 KB.
 */
export const mostStatements = 40;

/**
 * Caches the statements that were last used by their SQL.
 * Raw: every search forces its index, and looks names up in the full-text index.
 */
export const byText = <Row>(rows: 'value' | 'object' | 'array') =>
  preparedOf(({ $client }) => {
    const known = new LRUCache<string, Statement<[Values], Row>>({ max: mostStatements });
    return (sql: string): Statement<[Values], Row> => {
      const earlier = known.get(sql);
      if (earlier) return earlier;
      const made = $client.prepare<[Values], Row>(sql);
      if (rows === 'value') made.pluck();
      if (rows === 'array') made.raw();
      known.set(sql, made);
      return made;
    };
  });

export const numbers = byText<number>('value');

export const and = (...conditions: readonly string[]): string => conditions.join(' AND ');
export const by = (index: string): string => `INDEXED BY ${index}`;

type IndexedFilter = Filter & { index: string };

const isIndexed = (filter: Filter): filter is IndexedFilter => filter.index !== undefined;

/** Number of rows that one filter matches, counted only as far as it matters. */
function sizeOf(db: Database, { table, values }: SearchQuery, filter: IndexedFilter, bounds: Bounds): number {
  if (filter.size !== undefined) return filter.size;
  const sql = `SELECT count(*) FROM (SELECT 1 FROM ${table.from} ${by(filter.index)}
                WHERE ${and(table.visible, filter.sql)} LIMIT ${bounds.counted})`;
  return numbers(db)(sql).get(values) ?? 0;
}

type SizedFilter = { filter: IndexedFilter; size: number };

const bySize = (one: SizedFilter, other: SizedFilter): number => one.size - other.size;

/** The given filters that have an index, with the number of rows each matches, the most selective first. */
export const sizedFilters = (db: Database, query: SearchQuery, bounds: Bounds): SizedFilter[] =>
  query.filters
    .filter(isIndexed)
    .map((filter) => ({ filter, size: sizeOf(db, query, filter, bounds) }))
    .sort(bySize);

/** The same, and other requests are answered between the filters. */
async function sizedFiltersInPieces(db: Database, query: SearchQuery, bounds: Bounds): Promise<SizedFilter[]> {
  const sized: SizedFilter[] = [];
  for (const filter of query.filters.filter(isIndexed)) {
    sized.push({ filter, size: sizeOf(db, query, filter, bounds) });
    await setImmediate();
  }
  return sized.sort(bySize);
}

/** Position of the oldest row that a walk along an index reaches; null when the index ends before. */
function endOfWalk(
  db: Database,
  { table, values }: SearchQuery,
  filter: IndexedFilter | undefined,
  bounds: Bounds,
): number | null {
  const sql = `SELECT ${table.position} FROM ${table.from} ${by(filter?.index ?? table.newest.index)}
                WHERE ${filter ? and(table.visible, filter.sql) : table.visible}
                ORDER BY ${table.position} DESC LIMIT 1 OFFSET ${bounds.walked - 1}`;
  return numbers(db)(sql).get(values) ?? null;
}

function planFilters(
  db: Database,
  query: SearchQuery,
  bounds: Bounds,
  sized = sizedFilters(db, query, bounds),
): Source {
  const { table, filters, values, order, inAll = null } = query;
  const wanted = and(table.visible, ...filters.map((filter) => filter.sql));
  const along = (index: string, total: number | null, driving?: Filter): Source => ({
    sql: `${table.from} ${by(index)} WHERE ${wanted}`,
    candidates: `SELECT ${table.seq} FROM ${table.from} ${by(index)} WHERE ${and(table.visible, driving?.sql ?? '1')}`,
    values,
    order: order.by,
    total,
    isCut: () => false,
  });
  const [narrowest] = sized;
  if (!narrowest && filters.length === 0) return along(order.index, inAll);
  const cut = (source: Source, end: number | null): Source => {
    if (end === null) return { ...source, total: null };
    const within = `${table.position} >= @end`;
    return {
      ...source,
      sql: and(source.sql, within),
      ...(source.candidates && { candidates: and(source.candidates, within) }),
      values: { ...values, end },
      total: null,
      isCut: () => true,
    };
  };
  if (!narrowest) return cut(along(table.newest.index, null), endOfWalk(db, query, undefined, bounds));
  const total = filters.length === 1 ? narrowest.size : null;
  if (narrowest.size < bounds.counted) return along(narrowest.filter.index, total, narrowest.filter);

  const inRequestedOrder = filters.length === 1 ? narrowest.filter.ordered?.[order.index] : undefined;
  if (inRequestedOrder !== undefined) return along(inRequestedOrder, total);
  const inTime = sized.find(({ filter }) => filter.inOrder)?.filter;
  const isNewest = order.by === table.newest.by;
  const natural = isNewest ? inTime : narrowest.filter.index === order.index ? narrowest.filter : undefined;
  if (natural && filters.length === 1) return along(natural.index, total);
  const end = endOfWalk(db, query, inTime, bounds);
  const source = along(inTime?.index ?? table.newest.index, total, inTime);
  return end === null ? source : cut(source, end);
}

/** Number of matches that a search by words reads. */
export function mostMatches({ table, filters, order }: SearchQuery, bounds: Bounds): number {
  const isPlain = order.by === table.newest.by && filters.every(({ isBroad }) => isBroad === true);
  return isPlain ? bounds.matches : bounds.sifted;
}

/** The newest rows whose documents match. */
export function newestMatches(db: Database, table: SearchableTable, match: string, most: number): Matches {
  const sql = `SELECT rowid FROM ${table.documents} WHERE ${table.documents} MATCH @match ORDER BY rowid DESC LIMIT @most`;
  const seqs = numbers(db)(sql).all({ match, most: most + 1 });
  return { seqs: seqs.slice(0, most), isCut: seqs.length > most };
}

function planMatches({ table, filters, order, values }: SearchQuery, { seqs, isCut }: Matches): Source {
  const conditions = and(`${table.seq} = matches.value`, ...filters.map((filter) => filter.sql));
  return {
    sql: `json_each(@matches) matches CROSS JOIN ${table.from} ON ${conditions}`,
    values: { ...values, matches: JSON.stringify(seqs) },
    order: order.by,
    total: null,
    isCut: () => isCut,
  };
}

const plan = (db: Database, query: SearchQuery, bounds: Bounds): Source =>
  query.among ? planMatches(query, query.among) : planFilters(db, query, bounds);

/** One page of rows; the total is a lower bound when it is not exact. */
type FoundRows = { seqs: number[]; total: number; isExact: boolean };

/**
 * Finds one page of rows, as their chronological sequence numbers (`seq`) in the requested order.
 *
 * @param page from 1; a page after the last is empty
 * @returns the total is exact when a counter is maintained or one filter is selective enough; otherwise it is at most
 *   the number of rows examined
 */
export function findRows(
  db: Database,
  query: SearchQuery,
  bounds: Bounds,
  { page, limit }: { page: number; limit: number },
): FoundRows {
  const source = plan(db, query, bounds);
  const select = numbers(db)(
    `SELECT ${query.table.seq} FROM ${source.sql} ORDER BY ${source.order} LIMIT @limit OFFSET @offset`,
  );
  const offset = (page - 1) * limit;
  if (source.total === null) {
    // The count is unknown: one sorted query of all of them returns it as well.
    const seqs = select.all({ ...source.values, limit: bounds.counted, offset: 0 });
    const isExact = seqs.length < bounds.counted && !source.isCut();
    return { seqs: seqs.slice(offset, offset + limit), total: seqs.length, isExact };
  }
  const counted = { total: source.total, isExact: source.total !== bounds.counted };
  if (offset >= Math.min(source.total, bounds.counted)) return { seqs: [], ...counted };
  return { seqs: select.all({ ...source.values, limit, offset }), ...counted };
}

type SiftedRow = { seq: number; value: number | null };
const sifted = byText<SiftedRow>('object');
/** Rows examined before other requests are answered again: about 2 ms, or 8 ms when none is in memory yet. */
const rowsPerPiece = 1_000;

/**
 * Like `findRows`, for a large table: rows that must be examined one by one are read in portions, and other requests
 * are answered in between. A row that changes meanwhile is found in its old or its new state.
 */
export async function findRowsInPieces(
  db: Database,
  query: SearchQuery,
  bounds: Bounds,
  { page, limit }: { page: number; limit: number },
): Promise<FoundRows> {
  if (query.filters.length === 0) return findRows(db, query, bounds, { page, limit });
  const { table, filters, order } = query;
  const sized = await sizedFiltersInPieces(db, query, bounds);
  const { candidates, values, total, isCut } = planFilters(db, query, bounds, sized);
  if (candidates === undefined || total !== null) return findRows(db, query, bounds, { page, limit });
  await setImmediate();
  const seqs = numbers(db)(candidates).all(values);
  const sift = sifted(db)(
    `SELECT ${table.seq} AS seq, ${order.first?.column ?? table.position} AS value
       FROM json_each(@piece) CROSS JOIN ${table.from} ON ${table.seq} = json_each.value
      WHERE ${and(table.visible, ...filters.map((filter) => filter.sql))}`,
  );
  const found: SiftedRow[] = [];
  for (let at = 0; at < seqs.length; at += rowsPerPiece) {
    await setImmediate();
    found.push(...sift.all({ ...values, piece: JSON.stringify(seqs.slice(at, at + rowsPerPiece)) }));
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
    isExact: found.length < bounds.counted && !isCut(),
  };
}

/** Examined rows in the requested order; `total` is their number, a lower bound when it is not exact. */
export type LookedAt<Row> = { rows: Row[]; total: number; isExact: boolean };

/** Rows of a JSON document that holds each column as an array. */
function rowsIn<Values>(document: string): Values[] {
  const columns = JSON.parse(document);
  return columns[0].map((_: unknown, at: number) => columns.map((column: unknown[]) => column[at]));
}

/**
 * Creates a reader of the first `bounds.counted` matching rows. SQLite returns each column as one JSON array: values
 * that the driver returns one by one take a quarter longer. `rowOf` makes the rows from arrays: the objects that the
 * driver makes take twice as long, and are slow to use.
 *
 * @param columns SQL expressions of `Values`
 */
export function rowReader<Values>(columns: (query: SearchQuery) => readonly string[]) {
  const statements = byText<string>('value');
  return <Row>(db: Database, query: SearchQuery, bounds: Bounds, rowOf: (values: Values) => Row): LookedAt<Row> => {
    const source = plan(db, query, bounds);
    // Matches are found the newest first; to sort whole rows once more costs as much as to read them.
    const isInOrder = query.among !== undefined && query.order.by === query.table.newest.by;
    const inOrder = isInOrder ? '' : `ORDER BY ${source.order}`;
    const named = columns(query).map((column, at) => `${column} AS c${at}`);
    const document = statements(db)(
      `SELECT json_array(${named.map((_, at) => `json_group_array(c${at})`).join(', ')})
         FROM (SELECT ${named.join(', ')} FROM ${source.sql} ${inOrder} LIMIT ${bounds.counted})`,
    ).get(source.values);
    const rows = rowsIn<Values>(document ?? '[[]]').map(rowOf);
    if (rows.length < bounds.counted) return { rows, total: rows.length, isExact: !source.isCut() };
    const total = source.total ?? rows.length;
    return { rows, total, isExact: total > rows.length };
  };
}
