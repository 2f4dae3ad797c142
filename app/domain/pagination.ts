/** Where a page stands in its list. */
export type Pagination = {
  /** From 1; one past the last is empty. */
  page: number;
  /** Most items of a page. */
  limit: number;
  total: number;
  pages: number;
};

export type PageOf<Item> = { items: Item[]; pagination: Pagination };

/**
 * Where a page stands in a list of so many items.
 *
 * @param reachable how many of them can be turned to, where those are not all
 */
export const paginationOf = (
  { page, limit }: Pick<Pagination, 'page' | 'limit'>,
  total: number,
  reachable = total,
): Pagination => ({ page, limit, total, pages: Math.ceil(reachable / limit) });
