import type { Database } from '~db/connection';
import { type PageOf, type Pagination, paginationOf } from './pagination';

/** A list that its filters narrow, in SQL that nobody outside writes any part of. */
type FilteredList = {
  columns: string;
  /** The table, and what is joined to each of its rows. */
  source: string;
  /** What each filter asks, of a parameter with the filter's name. */
  conditions: Readonly<Partial<Record<string, string>>>;
  /** What every row of it is, whatever is asked for; absent: anything. */
  always?: string;
  order: string;
};

/**
 * One page of a list. It counts every match, so it is for what people send one by one; catalogue and listings are
 * walked by `bounded-search.server.ts`.
 *
 * @param filters by the names of the conditions; absent or undefined: any
 */
export function filteredPage<Row>(
  db: Database,
  { columns, source, conditions, always, order }: FilteredList,
  place: Pick<Pagination, 'page' | 'limit'>,
  filters: Readonly<Record<string, string | undefined>>,
): PageOf<Row> {
  const named = Object.entries(conditions).filter(([name]) => filters[name] !== undefined);
  const asked = Object.fromEntries(named.map(([name]) => [name, filters[name]]));
  const from = `${source} WHERE ${[always ?? '1', ...named.map(([, condition]) => condition)].join(' AND ')}`;
  const total = db.$client.prepare<[object], number>(`SELECT count(*) FROM ${from}`).pluck().get(asked) ?? 0;
  const items = db.$client
    .prepare<[object], Row>(`SELECT ${columns} FROM ${from} ORDER BY ${order} LIMIT @limit OFFSET @offset`)
    .all({ ...asked, limit: place.limit, offset: (place.page - 1) * place.limit });
  return { items, pagination: paginationOf(place, total) };
}
