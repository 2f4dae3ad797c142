import type { Pagination } from '~/domain/pagination';

/** Pagination links of a list: the `Link` header (RFC 8288), with absolute URLs. */
export function pageLinks(
  { url, origin }: { url: URL; origin: string },
  { page, pages }: Pick<Pagination, 'page' | 'pages'>,
): { Link: string } {
  const last = Math.max(1, pages);
  const link = (rel: string, to: number): string => {
    const search = new URLSearchParams(url.searchParams);
    search.set('page', String(to));
    return `<${origin}${url.pathname}?${search}>; rel="${rel}"`;
  };
  const links = [
    link('first', 1),
    ...(page > 1 ? [link('prev', Math.min(page - 1, last))] : []),
    ...(page < last ? [link('next', page + 1)] : []),
    link('last', last),
  ];
  return { Link: links.join(', ') };
}
