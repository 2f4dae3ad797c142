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
