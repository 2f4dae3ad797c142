/** Ranks offers by relevance. */

import type { BodyStyle } from '~db/enums';
import type { VehicleName } from './dictionary';
import type { ParsedQuery } from './parsed-query';
import type { OfferKind } from './search-query';

type RankedName = { name: string; brand: string };

/** Splits a name into words and numbers. */
const splitName = (name: string): readonly string[] => name.toLowerCase().match(/[\p{L}\p{M}]+|\d+/gu) ?? [];

/** Number of words of the query that name a variant, such as "rtr", and do not occur in a name. */
function countMissingVariants(words: readonly string[], variantWords: readonly string[]): number {
  return variantWords.filter((word) => !words.includes(word)).length;
}

/** Number of words of a name that are neither its brand nor in the query. */
function countOtherWords(words: readonly string[], brand: string, queryWords: ReadonlySet<string>): number {
  const brandWords = splitName(brand);
  return words.filter((word) => !brandWords.includes(word) && !queryWords.has(word)).length;
}

/** Each of the two counts in the rank of a name is below this number. */
const countBase = 64;

const getOwnName = ({ family, model }: VehicleName): string | null => model ?? family;

/** Each weight is greater than the sum of all ranks below it. */
const weightOfName = 2;
const weightOfStatus = countBase ** 2 * weightOfName;

/** What the properties of an offer add to its rank, the most significant first. */
export const rankWeights = {
  /** Neither its name nor its brand contains the words as they were typed. */
  notLiteral: 16 * weightOfStatus,
  /** It matches the search only outside its name and place. */
  outsideName: 8 * weightOfStatus,
  /** It cannot be bought now: sold, or not launched. */
  unavailable: 4 * weightOfStatus,
  /** Its seller has not confirmed for a long time that it is still for sale. */
  behind: 2 * weightOfStatus,
  ordinaryStyle: weightOfStatus,
} as const;

/**
 * Creates the ranks of offers by relevance (docs/product.md, "Browse"), by these criteria in turn: words as typed, match
 * in the name, available now, confirmed by the seller, preferred body style, variant in the name, fewest other words in
 * the name, new model of the catalogue. A lower rank comes first. The rank of an offer is the sum of what its properties
 * add.
 */
export function createRanks({ names, terms, engineClass, variants, preferredBodyStyles }: ParsedQuery) {
  const isSpecific = terms.length > 0 || engineClass !== null || names.some((name) => getOwnName(name) !== null);
  const variantWords = variants.flatMap(splitName);
  const queryWords = new Set([
    ...names.flatMap((name) => splitName(getOwnName(name) ?? '')),
    ...terms,
    ...(engineClass === null ? [] : [String(engineClass)]),
    ...variantWords,
  ]);
  return {
    rankName({ name, brand }: RankedName): number {
      const words = splitName(name);
      const missing = Math.min(countMissingVariants(words, variantWords), countBase - 1);
      const others = isSpecific ? Math.min(countOtherWords(words, brand, queryWords), countBase - 1) : 0;
      return weightOfName * (missing * countBase + others);
    },
    /** Models of the catalogue rank before single offers of them. */
    rankDetails: ({ kind, bodyStyle }: { kind: OfferKind; bodyStyle: BodyStyle }): number =>
      (kind === 'upcoming' ? rankWeights.unavailable : 0) +
      (preferredBodyStyles.includes(bodyStyle) ? 0 : rankWeights.ordinaryStyle) +
      (isSpecific && kind !== 'new' ? 1 : 0),
  };
}
