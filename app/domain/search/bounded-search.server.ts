import { setImmediate } from 'node:timers/promises';
import type { Database, Statement } from '~db/connection';
import { preparedOf } from '../shared/memoize.server';
import { type SearchTerm, searchTerm, shortTermScan } from './search-term.server';

/**
 * Finds rows of a table by filters and by substring of a name, in bounded time regardless of the number of rows.
 *
 * - Each filter has its index. The most selective one drives the query; if it matches fewer rows than the counting
 *   limit, all of them are examined and the result is exact.
 * - A single filter that has an index in the requested order is read along that index, however many rows match.
 * - When every given filter matches more, the newest rows of the most selective one with a chronological index are
 *   examined: the result is useful, and never empty merely because of the order.
 * - A search reads its newest matches, and more of them with filters or another order.
 */
export type Bounds = {
  /** Maximum number of rows counted or returned. */
  counted: number;
  /** Rows examined along one index when every filter is common. */
  walked: number;
  /** Matches of a search without filters, in chronological order. */
  matches: number;
  /** Matches of any other search. */
  sifted: number;
};

export type Values = Record<string, string | number>;

export type Filter = {
  /** SQL condition with named parameters. */
  sql: string;
  /** Absent: no index has it, so it only leaves out rows that something else has found. */
  index?: string;
  /** Its index returns the rows of one value newest first. */
  inOrder: boolean;
  /** Further indexes by sort order: each returns the rows of one value in that order. */
  ordered?: Readonly<Partial<Record<string, string>>>;
  /** Number of matching rows, where a counter is maintained. */
  size?: number;
  /** Nearly every row matches, so a search need not examine more rows because of it. */
  isBroad?: boolean;
};

export type Order = {
  by: string;
  index: string;
  /** Columns that precede `seq` in the index; absent in chronological order. */
  first?: {
    column: string;
    isDescending: boolean;
    /** NULLs sort first, or last in a descending order. */
    isNullable?: boolean;
    /** Names of the parameters of a range filter on the column. */
    between?: readonly [from: string, to: string];
  };
};

export type SearchableTable = {
  /** With the alias that conditions and columns use. */
  from: string;
  seq: string;
  /** Condition that every result must meet; word for word the condition of the partial indexes. */
  visible: string;
  newest: Order;
  /** Full-text index over the folded names; it contains exactly the visible rows of this table. */
  fullText: string;
  /** Full-text index over the documents of exactly the visible rows. */
  documents: string;
  searchName: string;
  searchBrand: string;
};

/** A search query. */
export type SearchQuery = {
  table: SearchableTable;
  filters: readonly Filter[];
  values: Values;
  order: Order;
  /** Substring of a name or brand, case-insensitive in every script. */
  q?: string;
  /** Expression over the documents, in place of `q`. */
  match?: string;
  /** Number of visible rows, where a counter is maintained. */
  inAll?: number;
};

/** What a search may ask for beside the filters that have an index. */
export type FurtherLimits = {
  /** Expression over the documents. */
  match?: string;
  minCc?: number;
  maxCc?: number;
  /** Any of them. */
  bodyStyles?: readonly string[];
  maxOwners?: number;
  transmission?: 'automatic' | 'manual';
  /** Kilometres per litre. */
  minMileage?: number;
  /** Kilometres a charge. */
  minRange?: number;
};

/** Source of the rows: the SQL between FROM and ORDER BY, and its parameters. */
type Source = {
  sql: string;
  values: Values;
  order: string;
  /** Query for their `seq`, where the index suffices. */
  seqs?: string;
  /** Query for the `seq` of all examined rows, answered by the index alone; absent: there is none. */
  candidates?: string;
  /** Number of rows, where it is known without reading them. */
  total: number | null;
  /** Whether further rows may match that are never examined. */
  isCut: () => boolean;
};

/**
 * Caches statements by their SQL, of which there are few: it is assembled from fixed parts and never contains a value.
 * Raw: every search forces its index, and looks names up in the full-text index.
 */
export const byText = <Row>(pluck: boolean) =>
  preparedOf(({ $client }) => {
    const known = new Map<string, Statement<[Values], Row>>();
    return (sql: string): Statement<[Values], Row> => {
      const made = known.get(sql) ?? $client.prepare<[Values], Row>(sql).pluck(pluck);
      known.set(sql, made);
      return made;
    };
  });

export const numbers = byText<number>(true);

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

/** Sequence number of the oldest row that a walk along an index reaches; null when the index ends before. */
function endOfWalk(
  db: Database,
  { table, values }: SearchQuery,
  filter: IndexedFilter | undefined,
  bounds: Bounds,
): number | null {
  const sql = `SELECT ${table.seq} FROM ${table.from} ${by(filter?.index ?? table.newest.index)}
                WHERE ${filter ? and(table.visible, filter.sql) : table.visible}
                ORDER BY ${table.seq} DESC LIMIT 1 OFFSET ${bounds.walked - 1}`;
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
    const within = `${table.seq} >= @end`;
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

/** What is looked for in a full-text index, or in the newest names where it is too short for one. */
type Sought = SearchTerm | { kind: 'documents'; match: string };

function planSearch(db: Database, query: SearchQuery, term: Sought, bounds: Bounds): Source {
  const { table, filters, order } = query;
  const isPlain = order.by === table.newest.by && filters.every(({ isBroad }) => isBroad === true);
  const isShort = term.kind === 'short';
  const fullText = term.kind === 'documents' ? table.documents : table.fullText;
  const most = isShort ? shortTermScan : isPlain ? bounds.matches : bounds.sifted;
  const looked = isShort
    ? `SELECT ${table.seq} AS seq, ${table.searchName} AS name, ${table.searchBrand} AS brand
         FROM ${table.from} ${by(table.newest.index)} WHERE ${table.visible} ORDER BY ${table.seq} DESC`
    : `SELECT rowid AS seq FROM ${fullText} WHERE ${fullText} MATCH @term ORDER BY rowid DESC`;
  const matches = isShort
    ? `SELECT seq FROM (${looked} LIMIT ${most}) WHERE instr(name, @term) OR instr(brand, @term) ORDER BY seq DESC`
    : `${looked} LIMIT ${most}`;
  const conditions = and(`${table.seq} = m.seq`, ...filters.map((filter) => filter.sql));
  const values = { ...query.values, term: isShort ? term.folded : term.match };
  return {
    sql: `(${matches}) m CROSS JOIN ${table.from} ON ${conditions}`,
    values,
    order: order.by,
    ...(filters.length === 0 && order.by === table.newest.by && { seqs: matches }),
    total: null,
    isCut: () => numbers(db)(`${looked} LIMIT 1 OFFSET ${most}`).get(values) !== undefined,
  };
}

function plan(db: Database, query: SearchQuery, bounds: Bounds): Source {
  const term = query.match === undefined ? searchTerm(query.q) : { kind: 'documents' as const, match: query.match };
  return term ? planSearch(db, query, term, bounds) : planFilters(db, query, bounds);
}

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
): { seqs: number[]; total: number } {
  const source = plan(db, query, bounds);
  const select = numbers(db)(
    source.seqs ?? `SELECT ${query.table.seq} FROM ${source.sql} ORDER BY ${source.order} LIMIT @limit OFFSET @offset`,
  );
  const offset = (page - 1) * limit;
  if (source.total === null) {
    // The count is unknown: one sorted query of all of them returns it as well.
    const seqs = select.all({ ...source.values, limit: bounds.counted, offset: 0 });
    return { seqs: seqs.slice(offset, offset + limit), total: seqs.length };
  }
  if (offset >= Math.min(source.total, bounds.counted)) return { seqs: [], total: source.total };
  return { seqs: select.all({ ...source.values, limit, offset }), total: source.total };
}

type SiftedRow = { seq: number; value: number | null };
const sifted = byText<SiftedRow>(false);
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
): Promise<{ seqs: number[]; total: number }> {
  if (query.filters.length === 0 || searchTerm(query.q)) return findRows(db, query, bounds, { page, limit });
  const { table, filters, order } = query;
  const sized = await sizedFiltersInPieces(db, query, bounds);
  const { candidates, values, total } = planFilters(db, query, bounds, sized);
  if (candidates === undefined || total !== null) return findRows(db, query, bounds, { page, limit });
  await setImmediate();
  const seqs = numbers(db)(candidates).all(values);
  const sift = sifted(db)(
    `SELECT ${table.seq} AS seq, ${order.first?.column ?? 'NULL'} AS value
       FROM json_each(@piece) CROSS JOIN ${table.from} ON ${table.seq} = json_each.value
      WHERE ${and(table.visible, ...filters.map((filter) => filter.sql))}`,
  );
  const found: SiftedRow[] = [];
  for (let at = 0; at < seqs.length; at += rowsPerPiece) {
    await setImmediate();
    found.push(...sift.all({ ...values, piece: JSON.stringify(seqs.slice(at, at + rowsPerPiece)) }));
  }
  const direction = order.first && !order.first.isDescending ? 1 : -1;
  // NULL sorts before every number, as in SQLite.
  const least = Number.NEGATIVE_INFINITY;
  found.sort((one, other) => {
    const [value, otherValue] = [one.value ?? least, other.value ?? least];
    return direction * (value === otherValue ? one.seq - other.seq : value < otherValue ? -1 : 1);
  });
  const offset = (page - 1) * limit;
  return { seqs: found.slice(offset, offset + limit).map(({ seq }) => seq), total: found.length };
}

/** Examined rows in the requested order; `total` is their number, a lower bound when it is not exact. */
export type LookedAt<Row> = { rows: Row[]; total: number; isExact: boolean };

/**
 * Creates a reader of the first `bounds.counted` matching rows.
 *
 * @param columns SELECT list by the alias of the table, with the fields of `Row`
 */
export function rowReader<Row>(columns: string) {
  const statements = byText<Row>(false);
  return (db: Database, query: SearchQuery, bounds: Bounds): LookedAt<Row> => {
    const source = plan(db, query, bounds);
    const sql = `SELECT ${columns} FROM ${source.sql} ORDER BY ${source.order} LIMIT ${bounds.counted}`;
    const rows = statements(db)(sql).all(source.values);
    if (rows.length < bounds.counted) return { rows, total: rows.length, isExact: !source.isCut() };
    const total = source.total ?? rows.length;
    return { rows, total, isExact: total > rows.length };
  };
}
