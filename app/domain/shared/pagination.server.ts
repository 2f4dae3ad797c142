import { count, eq, type SQL } from 'drizzle-orm';
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from '~db/connection';

/** Position of a page in its list. */
export type Pagination = {
  /** Page number from 1. A page after the last is empty. */
  page: number;
  /** Maximum number of items per page. */
  limit: number;
  total: number;
  pages: number;
};

export type Page<Item> = { items: Item[]; pagination: Pagination };

/**
 * Computes the position of a page in a list.
 *
 * @param reachable number of items that can be paged to, if not all
 */
export const createPagination = (
  { page, limit }: Pick<Pagination, 'page' | 'limit'>,
  total: number,
  reachable = total,
): Pagination => ({ page, limit, total, pages: Math.ceil(reachable / limit) });

/**
 * Vehicles on one page of a list: few enough for a slow phone to lay out without a pause, and divisible by two, three
 * and four, so that no row of cards is half empty.
 */
export const cardsPerPage = 12;

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
 * searched in memory. The query is built on each call, because it depends on the filters.
 *
 * @param total number of matches
 */
export const readPage = <Row>(
  rows: OrderedRows<Row>,
  total: number,
  { page, limit }: Pick<Pagination, 'page' | 'limit'>,
): Page<Row> => ({
  items: rows
    .limit(limit)
    .offset((page - 1) * limit)
    .all(),
  pagination: createPagination({ page, limit }, total),
});
