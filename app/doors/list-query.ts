import { longestTerm } from '~/domain/search/limits';

/** Beyond the last page of any list. */
const lastPage = 10_000;

/** Page number of a list from the URL, starting at 1; 1 if it is invalid. */
export function pageNumber(search: URLSearchParams): number {
  const page = Number(search.get('page'));
  return Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1;
}

/** Search text of the URL, `q`; null if it is empty. Truncated to the longest search term. */
export function searchedText(search: URLSearchParams): string | null {
  return search.get('q')?.trim().slice(0, longestTerm) || null;
}
