import type { Database } from '~db/connection';
import { type PageOf, type Pagination, paginationOf } from './pagination';

/** A list with optional filters. Its SQL contains no user input. */
type FilteredList = {
  columns: string;
  /** The table and its joins. */
  source: string;
  /** Condition of each filter, with a parameter named like the filter. */
  conditions: Readonly<Partial<Record<string, string>>>;
  /** Condition that applies whatever the filters are; absent: none. */
  always?: string;
  order: string;
};

/**
 * Reads one page of a list. It counts every match, which suits what people submit one at a time; catalogue and listings
 * are paged by `bounded-search.server.ts`.
 *
 * @param filters values by the names of the conditions; absent or undefined: not filtered
 */
export function filteredPage<Row>(
  db: Database,
  { columns, source, conditions, always, order }: FilteredList,
  place: Pick<Pagination, 'page' | 'limit'>,
  filters: Readonly<Record<string, string | undefined>>,
): PageOf<Row> {
  const named = Object.entries(conditions).filter(([name]) => filters[name] !== undefined);
  const requested = Object.fromEntries(named.map(([name]) => [name, filters[name]]));
  const from = `${source} WHERE ${[always ?? '1', ...named.map(([, condition]) => condition)].join(' AND ')}`;
  const total = db.$client.prepare<[object], number>(`SELECT count(*) FROM ${from}`).pluck().get(requested) ?? 0;
  const items = db.$client
    .prepare<[object], Row>(`SELECT ${columns} FROM ${from} ORDER BY ${order} LIMIT @limit OFFSET @offset`)
    .all({ ...requested, limit: place.limit, offset: (place.page - 1) * place.limit });
  return { items, pagination: paginationOf(place, total) };
}
