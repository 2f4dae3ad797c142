import type { BrowseQuery } from '~/domain/browse/browse-query';
import type { FieldErrors } from '~/domain/outcome';
import { browseQuery } from './browse-query';
import { isUpsideDown } from './query-rules';

/** Figures of the browse screen's address, and how a sentence calls them. */
const figures = [
  ['minPrice', 'The lowest price'],
  ['maxPrice', 'The highest price'],
  ['minYear', 'The earliest year'],
  ['maxYear', 'The latest year'],
  ['maxKilometres', 'The most kilometres'],
] as const satisfies readonly (readonly [keyof BrowseQuery, string])[];

/** Both ends of each range, the lower first, and what is said when it stands above the other. */
const ranges = [
  ['minPrice', 'maxPrice', 'The lowest price must not be above the highest price'],
  ['minYear', 'maxYear', 'The earliest year must not be above the latest year'],
] as const;

type AskedBrowse = {
  /** Without the figures that mean nothing, and without both ends of a range that is upside down. */
  query: BrowseQuery;
  /** What is wrong with those, each with its sentence. */
  errors: FieldErrors;
  /** What was typed for them. */
  typed: Readonly<Record<string, string>>;
};

/**
 * What an address asks the browse screen for, and what of it cannot be used: whoever typed it is told, and has it back
 * to mend.
 */
export function askedBrowse(search: URLSearchParams): AskedBrowse {
  const query = browseQuery(search);
  const errors: Record<string, string> = {};
  const typed: Record<string, string> = {};
  for (const [name, called] of figures) {
    const text = search.get(name)?.trim();
    if (!text || query[name] !== null) continue;
    errors[name] = `${called} must be a number of at most 10 digits`;
    typed[name] = text;
  }
  for (const [least, most, sentence] of ranges) {
    if (!isUpsideDown(query[least] ?? undefined, query[most] ?? undefined)) continue;
    errors[least] = sentence;
    for (const name of [least, most]) {
      typed[name] = search.get(name)?.trim() ?? '';
      query[name] = null;
    }
  }
  return { query, errors, typed };
}
