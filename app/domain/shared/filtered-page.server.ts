import { count, eq, type SQL } from 'drizzle-orm';
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from '~db/connection';
import { type PageOf, type Pagination, paginationOf } from './pagination';

/** Condition of an optional filter; undefined, which `and` ignores, if it is not set. */
export const isEqual = (column: AnySQLiteColumn, value: string | undefined): SQL | undefined =>
  value === undefined ? undefined : eq(column, value);

/** Number of rows that meet a condition. */
export const countRows = (db: Database, table: SQLiteTable, where: SQL | undefined): number =>
  db.select({ rows: count() }).from(table).where(where).get()?.rows ?? 0;

/** Query with its condition and order, but without limit and offset. */
export type OrderedRows<Row> = { limit: (limit: number) => { offset: (offset: number) => { all: () => Row[] } } };

/**
 * Reads one page of a list and counts all matches, which suits content submitted by hand; catalogue and listings are
 * paged by `bounded-search.server.ts`. The query is built on each call, because it depends on the filters.
 *
 * @param total number of matches
 */
export const pageOfRows = <Row>(
  rows: OrderedRows<Row>,
  total: number,
  { page, limit }: Pick<Pagination, 'page' | 'limit'>,
): PageOf<Row> => ({
  items: rows
    .limit(limit)
    .offset((page - 1) * limit)
    .all(),
  pagination: paginationOf({ page, limit }, total),
});
