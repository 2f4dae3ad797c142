import type { BrowseFilters } from '~/domain/browse/browse-query';

/** Short description of the set filters: title of the screen, and name of its feeds. */
export function browseTitle({ q, brand }: BrowseFilters): string {
  if (q !== null) return `“${q}”`;
  return brand.length > 0 ? brand.join(', ') : 'Browse';
}
