import { count, eq, type SQL } from 'drizzle-orm';
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from '~db/connection';

export type Pagination = {
  /** Page number from 1. A page after the last is empty. */
  page: number;
  limit: number;
  total: number;
  pages: number;
};

export type Page<Item> = { items: Item[]; pagination: Pagination };

/** @param reachable number of items that can be paged to, if not all */
export const createPagination = (
  { page, limit }: Pick<Pagination, 'page' | 'limit'>,
  total: number,
  reachable = total,
): Pagination => ({ page, limit, total, pages: Math.ceil(reachable / limit) });

/** Few enough for a slow phone, and divisible by two, three and four, so that no row is half empty. */
export const cardsPerPage = 12;

export const isEqual = (column: AnySQLiteColumn, value: string | undefined): SQL | undefined =>
  value === undefined ? undefined : eq(column, value);

export const countRows = (db: Database, table: SQLiteTable, where: SQL | undefined): number =>
  db.select({ rows: count() }).from(table).where(where).get()?.rows ?? 0;

export type OrderedRows<Row> = { limit: (limit: number) => { offset: (offset: number) => { all: () => Row[] } } };

/** Suits content submitted by hand; catalogue and listings are searched in memory. */
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
