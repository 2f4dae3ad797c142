import type { BrowseFilters, BrowseSort } from '~/domain/browse/browse-query';

/** What the screen is asked for, as its address says it: the usual order and the first page go without saying. */
export const browseAddress = (filters: BrowseFilters, sort: BrowseSort, page = 1) => ({
  ...filters,
  sort: sort === 'newest' ? null : sort,
  page: page === 1 ? null : page,
});

/** What the screen is narrowed to, in a few words: its title, and the name of its feeds. */
export function browseTitle({ q, brand }: BrowseFilters): string {
  if (q !== null) return `“${q}”`;
  return brand ?? 'Browse';
}
