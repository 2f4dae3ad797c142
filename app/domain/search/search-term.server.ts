import { foldForSearch } from '~db/search-fold';
import { longestTerm } from './limits';

/** The trigram index knows runs of three letters and more; a shorter term finds nothing in it. */
const shortestIndexed = 3;

/**
 * How many rows, the newest first, are read for a term that the index cannot answer. One or two letters are in nearly
 * every name: whoever types them sees enough among the newest, and a term that is nowhere costs milliseconds, not
 * a scan of the whole stock.
 */
export const shortTermScan = 2_000;

/** What a person typed to search for, ready to be bound to a statement. */
export type SearchTerm =
  /** A phrase for a full-text index, quoted: nothing in it is an operator. */
  | { kind: 'phrase'; folded: string; match: string }
  /** Under three letters: looked for with `instr` in the newest rows. */
  | { kind: 'short'; folded: string };

/** @returns the folded term, or null when nothing is left to search for */
export function searchTerm(typed: string | null | undefined): SearchTerm | null {
  const letters = [...foldForSearch(typed?.trim() ?? '')];
  if (letters.length === 0) return null;
  const folded = letters.slice(0, longestTerm).join('');
  return letters.length < shortestIndexed
    ? { kind: 'short', folded }
    : { kind: 'phrase', folded, match: `"${folded.replaceAll('"', '""')}"` };
}
