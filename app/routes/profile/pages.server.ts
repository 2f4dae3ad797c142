import { cardsPerPage } from '~/domain/shared/pagination.server';

/** One page of a list that is read whole; the last one for a number past it. */
export function paginate<Item>(items: readonly Item[], page: number): { items: Item[]; page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(items.length / cardsPerPage));
  const shown = Math.min(page, pages);
  return { items: items.slice((shown - 1) * cardsPerPage, shown * cardsPerPage), page: shown, pages };
}
