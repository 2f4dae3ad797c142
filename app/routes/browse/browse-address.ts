import type { BrowseFilters, BrowseSort } from '~/domain/browse/browse-query';

/** Query parameters of the screen, without the default sort order and the first page. */
export const browseAddress = (filters: BrowseFilters, sort: BrowseSort, page = 1) => ({
  ...filters,
  // The best match is the usual order of a search by words, and none without them.
  sort: sort === 'relevance' || (sort === 'newest' && filters.q === null) ? null : sort,
  page: page === 1 ? null : page,
});

/** Short description of the set filters: title of the screen, and name of its feeds. */
export function browseTitle({ q, brand }: BrowseFilters): string {
  if (q !== null) return `“${q}”`;
  return brand.length > 0 ? brand.join(', ') : 'Browse';
}
