/** Ranks offers by relevance. */

import type { BodyStyle } from '~db/enums';
import type { VehicleName } from './dictionary';
import type { ParsedQuery } from './parsed-query';

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

/** The properties of an offer that affect its rank, each as 0 or 1; `name` is the rank of its name. */
type RankedOffer = {
  /** Whether it matches the search only outside its name and place. */
  isOutsideName: boolean;
  /** Whether it cannot be bought now: sold, or not launched. */
  isUnavailable: boolean;
  /** Whether its seller has not confirmed for a long time that it is still for sale. */
  isBehind: boolean;
  hasPreferredStyle: boolean;
  name: number;
  /** Whether it is a new model of the catalogue, which ranks before single offers of it. */
  isModel: boolean;
};

/**
 * Creates the ranks of offers by relevance (docs/product.md, "Browse"), by these criteria in turn: match in the name,
 * available now, confirmed by the seller, preferred body style, variant in the name, fewest other words in the name, new
 * model of the catalogue. A lower rank comes first.
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
      return missing * countBase + others;
    },
    isPreferred: (bodyStyle: BodyStyle): boolean => preferredBodyStyles.includes(bodyStyle),
    rankOffer({ isOutsideName, isUnavailable, isBehind, hasPreferredStyle, name, isModel }: RankedOffer): number {
      const status = [isOutsideName, isUnavailable, isBehind, !hasPreferredStyle].reduce(
        (rank, isLower) => 2 * rank + Number(isLower),
        0,
      );
      return (status * countBase ** 2 + name) * 2 + Number(isSpecific && !isModel);
    },
  };
}
