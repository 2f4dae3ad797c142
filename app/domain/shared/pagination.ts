/** Position of a page in its list. */
export type Pagination = {
  /** From 1; a page past the last one is empty. */
  page: number;
  /** Maximum number of items per page. */
  limit: number;
  total: number;
  pages: number;
};

export type PageOf<Item> = { items: Item[]; pagination: Pagination };

/**
 * Computes the position of a page in a list with this many items.
 *
 * @param reachable number of items that can be paged to, where that is not all of them
 */
export const paginationOf = (
  { page, limit }: Pick<Pagination, 'page' | 'limit'>,
  total: number,
  reachable = total,
): Pagination => ({ page, limit, total, pages: Math.ceil(reachable / limit) });

/**
 * Vehicles on one page of a list: few enough that a slow phone lays them out without a pause, and divisible by two,
 * three and four, so that no row of cards is left half empty.
 */
export const cardsPerPage = 12;
