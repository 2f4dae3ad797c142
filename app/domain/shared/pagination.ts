/** Position of a page in its list. */
export type Pagination = {
  /** Page number from 1. A page after the last is empty. */
  page: number;
  /** Maximum number of items per page. */
  limit: number;
  total: number;
  pages: number;
};

export type PageOf<Item> = { items: Item[]; pagination: Pagination };

/**
 * Computes the position of a page in a list.
 *
 * @param reachable number of items that can be paged to, if not all
 */
export const paginationOf = (
  { page, limit }: Pick<Pagination, 'page' | 'limit'>,
  total: number,
  reachable = total,
): Pagination => ({ page, limit, total, pages: Math.ceil(reachable / limit) });

/**
 * Vehicles on one page of a list: few enough for a slow phone to lay out without a pause, and divisible by two, three
 * and four, so that no row of cards is half empty.
 */
export const cardsPerPage = 12;
