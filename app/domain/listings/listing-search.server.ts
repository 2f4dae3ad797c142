import type { Statement } from 'better-sqlite3';
import type { Database } from '~db/connection';
import { foldForSearch } from '~db/search-fold';
import { type SearchTerm, searchTerm, shortTermScan } from '../search/search-term.server';
import { statementsOf } from '../statements.server';
import type { ListingStatistics } from './listing';
import type { ListingQuery } from './listing-filters';
import type { ListingKind, ListingSort } from './limits';

/**
 * Finds which listings a query asks for and how many there are, in bounded time however many are on sale.
 *
 * - Counts stop at 10,000; only the statistics, which triggers keep, are exact beyond.
 * - Each filter has its index. The one that narrows most drives the query; if it narrows to fewer than 10,000 rows
 *   those are looked at, and the answer is exact.
 * - When every filter given matches 10,000 rows or more, the newest 10,000 of the narrowest that knows the order of
 *   time are looked at: sensible, and never empty for being in the wrong order.
 * - A search reads its newest 500 matches; with filters or another order its newest 5,000.
 */
export const mostCounted = 10_000;
const longestWalk = 10_000;
const mostMatches = 500;
const mostMatchesToSift = 5_000;

type Values = Record<string, string | number>;
type FilterName = 'availability' | 'type' | 'condition' | 'brand' | 'price' | 'year';
/** `inOrder`: rows of one value come out of its index newest first. */
type Filter = { name: FilterName; sql: string; index: string; inOrder: boolean };

const filters: Record<FilterName, Filter> = {
  availability: {
    name: 'availability',
    sql: 'l.availability = @availability',
    index: 'listings_availability',
    inOrder: true,
  },
  type: { name: 'type', sql: 'l.type = @type', index: 'listings_type', inOrder: true },
  condition: { name: 'condition', sql: 'l.condition = @condition', index: 'listings_condition', inOrder: true },
  brand: { name: 'brand', sql: 'l.search_brand = @brand', index: 'listings_brand', inOrder: true },
  price: {
    name: 'price',
    sql: 'l.present_price_rupees BETWEEN @minPrice AND @maxPrice',
    index: 'listings_price',
    inOrder: false,
  },
  year: { name: 'year', sql: 'l.year BETWEEN @minYear AND @maxYear', index: 'listings_year', inOrder: false },
};

const orders: Record<ListingSort, { by: string; index: string }> = {
  newest: { by: 'l.seq DESC', index: 'listings_newest' },
  price: { by: 'l.present_price_rupees, l.seq', index: 'listings_price' },
  '-price': { by: 'l.present_price_rupees DESC, l.seq DESC', index: 'listings_price' },
};

const visible = 'l.kind = @kind AND l.is_sample = 0 AND l.hidden_at IS NULL';
const largest = Number.MAX_SAFE_INTEGER;

const counters = statementsOf((sqlite) =>
  sqlite.prepare<[ListingKind], ListingStatistics>(
    'SELECT total, available, sold, petrol, electric FROM listing_counters WHERE kind = ?',
  ),
);

/** Of one kind, without samples, as triggers keep them. */
export function listingStatistics(db: Database, kind: ListingKind): ListingStatistics {
  return counters(db).get(kind) ?? { total: 0, available: 0, sold: 0, petrol: 0, electric: 0 };
}

/** Statements by their text: the parts they are put together from are a few, and no value is ever among them. */
const statementsByText = statementsOf((sqlite) => {
  const known = new Map<string, Statement<[Values], number>>();
  return (sql: string): Statement<[Values], number> => {
    const made = known.get(sql) ?? sqlite.prepare<[Values], number>(sql).pluck();
    known.set(sql, made);
    return made;
  };
});

function givenFilters(query: ListingQuery): { given: Filter[]; values: Values } {
  const values: Values = { kind: query.kind };
  const given: Filter[] = [];
  for (const name of ['availability', 'type', 'condition'] as const) {
    const value = query[name];
    if (value === undefined) continue;
    values[name] = value;
    given.push(filters[name]);
  }
  if (query.brand !== undefined) {
    values.brand = foldForSearch(query.brand.trim());
    given.push(filters.brand);
  }
  if (query.minPrice !== undefined || query.maxPrice !== undefined) {
    values.minPrice = query.minPrice ?? 0;
    values.maxPrice = query.maxPrice ?? largest;
    given.push(filters.price);
  }
  if (query.minYear !== undefined || query.maxYear !== undefined) {
    values.minYear = query.minYear ?? 0;
    values.maxYear = query.maxYear ?? largest;
    given.push(filters.year);
  }
  return { given, values };
}

/** Where the wanted rows come from: the text between FROM and ORDER BY, and what it is bound to. */
type Source = { sql: string; values: Values; order: string };

const and = (...conditions: readonly (string | null)[]): string =>
  conditions.filter((condition) => condition !== null).join(' AND ');

/** How many rows one filter matches, counted no further than it matters. */
function sizeOf(db: Database, filter: Filter, values: Values, statistics: ListingStatistics): number {
  if (filter.name === 'availability') return values.availability === 'sold' ? statistics.sold : statistics.available;
  if (filter.name === 'type') return values.type === 'Petrol' ? statistics.petrol : statistics.electric;
  const sql = `SELECT count(*) FROM (SELECT 1 FROM listings l INDEXED BY ${filter.index}
                WHERE ${and(visible, filter.sql)} LIMIT ${mostCounted})`;
  return statementsByText(db)(sql).get(values) ?? 0;
}

/** The place in time of the oldest row that a walk along an index reaches; null when the index ends before. */
function endOfWalk(db: Database, index: string, filter: Filter | undefined, values: Values): number | null {
  const sql = `SELECT l.seq FROM listings l INDEXED BY ${index} WHERE ${and(visible, filter?.sql ?? null)}
                ORDER BY l.seq DESC LIMIT 1 OFFSET ${longestWalk - 1}`;
  return statementsByText(db)(sql).get(values) ?? null;
}

/** @returns the rows wanted, and their number when it is known without looking at them */
function planFilters(db: Database, query: ListingQuery): { source: Source; total: number | null } {
  const { given, values } = givenFilters(query);
  const statistics = listingStatistics(db, query.kind);
  const order = orders[query.sort];
  const wanted = and(visible, ...given.map((filter) => filter.sql));
  const along = (index: string): Source => ({
    sql: `listings l INDEXED BY ${index} WHERE ${wanted}`,
    values,
    order: order.by,
  });
  const sized = given
    .map((filter) => ({ filter, size: sizeOf(db, filter, values, statistics) }))
    .sort((one, other) => one.size - other.size);
  const [narrowest] = sized;
  if (!narrowest) return { source: along(order.index), total: statistics.total };
  const total = given.length === 1 ? narrowest.size : null;
  if (narrowest.size < mostCounted) return { source: along(narrowest.filter.index), total };

  const inTime = sized.find(({ filter }) => filter.inOrder)?.filter;
  const natural =
    query.sort === 'newest' ? inTime : narrowest.filter.index === order.index ? narrowest.filter : undefined;
  if (natural && given.length === 1) return { source: along(natural.index), total };
  const source = along(inTime?.index ?? 'listings_newest');
  const end = endOfWalk(db, inTime?.index ?? 'listings_newest', inTime, values);
  if (end === null) return { source, total };
  return { source: { ...source, sql: and(source.sql, 'l.seq >= @end'), values: { ...values, end } }, total: null };
}

const newestMatches = (kind: ListingKind, most: number): string =>
  `SELECT rowid AS seq FROM ${kind}_search WHERE ${kind}_search MATCH @term ORDER BY rowid DESC LIMIT ${most}`;
const newestRows = `SELECT l.seq FROM listings l INDEXED BY listings_newest WHERE ${visible} ORDER BY l.seq DESC LIMIT ${shortTermScan}`;

function planSearch(query: ListingQuery, term: SearchTerm): Source {
  const { given, values } = givenFilters(query);
  const order = orders[query.sort].by;
  const conditions = and('l.hidden_at IS NULL', ...given.map((filter) => filter.sql));
  if (term.kind === 'short') {
    return {
      sql: `(${newestRows}) m CROSS JOIN listings l ON l.seq = m.seq
            WHERE ${conditions} AND (instr(l.search_name, @term) OR instr(l.search_brand, @term))`,
      values: { ...values, term: term.folded },
      order,
    };
  }
  const isPlain = query.sort === 'newest' && given.every(({ name }) => name === 'availability');
  return {
    sql: `(${newestMatches(query.kind, isPlain ? mostMatches : mostMatchesToSift)}) m
          CROSS JOIN listings l ON l.seq = m.seq WHERE ${conditions}`,
    values: { ...values, term: term.match },
    order,
  };
}

/**
 * The place in the order of time (`seq`) of each listing on a page, in the order asked for.
 *
 * @param query `page` from 1; a page after the last is empty
 * @returns how many there are in all: exact for the whole stock, one availability or one type; else no more than were
 *   looked at
 */
export function findListings(db: Database, query: ListingQuery): { seqs: number[]; total: number } {
  const term = searchTerm(query.q);
  const { source, total } = term ? { source: planSearch(query, term), total: null } : planFilters(db, query);
  const select = statementsByText(db)(
    `SELECT l.seq FROM ${source.sql} ORDER BY ${source.order} LIMIT @limit OFFSET @offset`,
  );
  const offset = (query.page - 1) * query.limit;
  if (total === null) {
    // Not known ahead: all of them are put in order once, which counts them too.
    const seqs = select.all({ ...source.values, limit: mostCounted, offset: 0 });
    return { seqs: seqs.slice(offset, offset + query.limit), total: seqs.length };
  }
  if (offset >= Math.min(total, mostCounted)) return { seqs: [], total };
  return { seqs: select.all({ ...source.values, limit: query.limit, offset }), total };
}
