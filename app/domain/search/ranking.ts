import type { BodyStyle } from '~db/enums';
import type { VehicleName } from './dictionary';
import type { ParsedQuery } from './parsed-query';
import type { OfferKind } from './search-query';

type RankedName = { name: string; brand: string };

const splitName = (name: string): readonly string[] => name.toLowerCase().match(/[\p{L}\p{M}]+|\d+/gu) ?? [];

function countMissingVariants(words: readonly string[], variantWords: readonly string[]): number {
  return variantWords.filter((word) => !words.includes(word)).length;
}

function countOtherWords(words: readonly string[], brand: string, queryWords: ReadonlySet<string>): number {
  const brandWords = splitName(brand);
  return words.filter((word) => !brandWords.includes(word) && !queryWords.has(word)).length;
}

const countBase = 64;

const getOwnName = ({ family, model }: VehicleName): string | null => model ?? family;

/** Each weight is greater than the sum of all ranks below it. */
const weightOfName = 2;
const weightOfStatus = countBase ** 2 * weightOfName;

export const rankWeights = {
  notLiteral: 16 * weightOfStatus,
  outsideName: 8 * weightOfStatus,
  /** It cannot be bought now: sold, or not launched. */
  unavailable: 4 * weightOfStatus,
  behind: 2 * weightOfStatus,
  ordinaryStyle: weightOfStatus,
} as const;

/** A lower rank comes first (docs/product.md, "Browse"). */
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
