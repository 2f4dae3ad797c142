import type { Database } from '~db/connection';
import type { PageOf, Pagination } from './pagination';

/** A list that its filters narrow, in SQL that nobody outside writes any part of. */
type FilteredList = {
  columns: string;
  /** The table, and what is joined to each of its rows. */
  source: string;
  /** What each filter asks, of a parameter with the filter's name. */
  conditions: Readonly<Record<string, string>>;
  order: string;
};

/**
 * One page of a list. It counts every match, so it is for what people send one by one; catalogue and listings are walked
 * by `bounded-search.server.ts`.
 *
 * @param filters by the names of the conditions; absent or undefined: any
 */
export function filteredPage<Row>(
  db: Database,
  { columns, source, conditions, order }: FilteredList,
  { page, limit }: Pick<Pagination, 'page' | 'limit'>,
  filters: Readonly<Record<string, string | undefined>>,
): PageOf<Row> {
  const named = Object.entries(conditions).filter(([name]) => filters[name] !== undefined);
  const where = named.length > 0 ? `WHERE ${named.map(([, condition]) => condition).join(' AND ')}` : '';
  const asked = Object.fromEntries(named.map(([name]) => [name, filters[name]]));
  const total = db.$client.prepare<[object], number>(`SELECT count(*) FROM ${source} ${where}`).pluck().get(asked) ?? 0;
  const items = db.$client
    .prepare<[object], Row>(`SELECT ${columns} FROM ${source} ${where} ORDER BY ${order} LIMIT @limit OFFSET @offset`)
    .all({ ...asked, limit, offset: (page - 1) * limit });
  return { items, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
}
