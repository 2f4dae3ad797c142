import { foldForSearch } from '~db/search-fold';
import { longestTerm } from './limits';

/** The trigram index needs at least three characters; a shorter term matches nothing in it. */
const shortestIndexed = 3;

/**
 * Number of newest rows scanned for a term that is too short for the index. One or two characters occur in nearly every
 * name, so the newest rows contain enough matches, and a term without any costs milliseconds, not a scan of all
 * listings.
 */
export const shortTermScan = 2_000;

/** A search term, ready to be bound to a statement. */
export type SearchTerm =
  /** A quoted phrase for a full-text index: nothing in it is an operator. */
  | { kind: 'phrase'; folded: string; match: string }
  /** Under three characters: searched with `instr` in the newest rows. */
  | { kind: 'short'; folded: string };

/** @returns the folded term; null when it is empty */
export function searchTerm(text: string | null | undefined): SearchTerm | null {
  const letters = [...foldForSearch(text?.trim() ?? '')];
  if (letters.length === 0) return null;
  const folded = letters.slice(0, longestTerm).join('');
  return letters.length < shortestIndexed
    ? { kind: 'short', folded }
    : { kind: 'phrase', folded, match: `"${folded.replaceAll('"', '""')}"` };
}
