/** Ranks offers by relevance. */

import type { BodyStyle } from '~db/enums';
import type { VehicleName } from './dictionary';
import type { ParsedQuery } from './parsed-query';

/** The properties of an offer that affect its rank. */
export type RankedRow = {
  name: string;
  brand: string;
  /** Whether it matches the search only outside its name and place. */
  isOutsideName: boolean;
  /** Whether it cannot be bought now: sold, or not launched. */
  isUnavailable: 0 | 1;
  /** Whether its seller has not confirmed for a long time that it is still for sale. */
  isBehind: 0 | 1;
  /** Whether it is a new model of the catalogue, which ranks before single offers of it. */
  isModel: 0 | 1;
  bodyStyle: BodyStyle;
};

/** Splits a name into words and numbers. */
const splitName = (name: string): readonly string[] => name.toLowerCase().match(/[\p{L}\p{M}]+|\d+/gu) ?? [];

/** Maximum number of cached names: a search ranks up to 1,500, and the next search many of the same. */
const maxCachedNames = 5_000;
const cachedWords = new Map<string, readonly string[]>();

function getNameWords(name: string): readonly string[] {
  const known = cachedWords.get(name);
  if (known) return known;
  if (cachedWords.size >= maxCachedNames) cachedWords.clear();
  const words = splitName(name);
  cachedWords.set(name, words);
  return words;
}

/** Number of words of the query that name a variant, such as "rtr", and do not occur in a name. */
function countMissingVariants({ name }: RankedRow, variantWords: readonly string[]): number {
  if (variantWords.length === 0) return 0;
  const words = getNameWords(name);
  return variantWords.filter((word) => !words.includes(word)).length;
}

/** Number of words of a name that are neither its brand nor in the query. */
function countOtherWords({ name, brand }: RankedRow, queryWords: ReadonlySet<string>): number {
  const brandWords = getNameWords(brand);
  let count = 0;
  for (const word of getNameWords(name)) if (!brandWords.includes(word) && !queryWords.has(word)) count += 1;
  return count;
}

/** Base of the number that combines the criteria of a rank, each with a value below it. */
const rankBase = 64;

const getOwnName = ({ family, model }: VehicleName): string | null => model ?? family;

/**
 * Sorts offers by relevance (docs/product.md, "Browse"), by these criteria in turn: match in the name, available now,
 * confirmed by the seller, preferred body style, variant in the name, fewest other words in the name, new model of the
 * catalogue, newest.
 */
export function sortByRelevance<Row extends RankedRow>(
  rows: readonly Row[],
  parsedQuery: ParsedQuery | null,
  newestFirst: (one: Row, other: Row) => number,
): Row[] {
  const { names = [], terms = [], engineClass = null, variants = [], preferredBodyStyles = [] } = parsedQuery ?? {};
  const isSpecific = terms.length > 0 || engineClass !== null || names.some((name) => getOwnName(name) !== null);
  const variantWords = variants.flatMap(splitName);
  const queryWords = new Set([
    ...names.flatMap((name) => getNameWords(getOwnName(name) ?? '')),
    ...terms,
    ...(engineClass === null ? [] : [String(engineClass)]),
    ...variantWords,
  ]);
  const rankRow = (row: Row): number =>
    [
      Number(row.isOutsideName),
      row.isUnavailable,
      row.isBehind,
      preferredBodyStyles.includes(row.bodyStyle) ? 0 : 1,
      countMissingVariants(row, variantWords),
      isSpecific ? countOtherWords(row, queryWords) : 0,
      isSpecific ? 1 - row.isModel : 0,
    ].reduce((rank, value) => rank * rankBase + Math.min(value, rankBase - 1), 0);
  return rows
    .map((row) => ({ row, rank: rankRow(row) }))
    .sort((one, other) => one.rank - other.rank || newestFirst(one.row, other.row))
    .map(({ row }) => row);
}
