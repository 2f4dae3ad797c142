import { longestTerm } from '~/domain/search/limits';

/** Further than any list reaches. */
const lastPage = 10_000;

/** The page of a list that an address asks for, from 1; the first for anything that is no page. */
export function pageNumber(search: URLSearchParams): number {
  const page = Number(search.get('page'));
  return Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1;
}

/** What an address searches for, `q`; null when there is nothing in it. Past the longest term it is cut. */
export function searchedText(search: URLSearchParams): string | null {
  return search.get('q')?.trim().slice(0, longestTerm) || null;
}
