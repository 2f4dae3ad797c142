import { foldForSearch } from '~db/search-fold';
import { createNameKey, findPhonetically, isBrandName } from './dictionary';
import { dictionary } from './dictionary.server';
import { calculateEditDistance } from '../names/fuzzy-match';
import { createPhraseKey, isIndic } from '../names/tokenizer';

export const brandsByKey: ReadonlyMap<string, string> = new Map(
  [...dictionary.spellings].flatMap(([key, spellings]) => {
    const [brand = ''] = key.split('|');
    return key === createNameKey({ brand, family: null, model: null })
      ? spellings.map((spelling) => [createPhraseKey(spelling), brand] as const)
      : [];
  }),
);

const companyWords: ReadonlySet<string> = new Set(
  'and auto automobile automobiles bike bikes co company corp corporation electric energy ev group inc india industries limited ltd mobility motor motorcycle motorcycles motors of private pvt scooter scooters two vehicle vehicles wheeler wheelers 2'.split(
    ' ',
  ),
);

function findBrandOfCompany(typed: string): string | undefined {
  const words = typed.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  while (companyWords.has(words.pop() ?? '')) {
    const brand = brandsByKey.get(createPhraseKey(words.join(' ')));
    if (brand !== undefined) return brand;
  }
  return undefined;
}

/** Brands that are common words, which other words and brands resemble: a Rover is no River, and "Sample" not Simple. */
const commonWords: ReadonlySet<string> = new Set(['Bounce', 'Matter', 'Quantum', 'Revolt', 'River', 'Simple']);

/** Minimum length of a brand in which one typing error is recognized. Shorter ones have too many neighbours. */
const minLengthOfErrors = 5;

function findMisspelledBrand(key: string): string | undefined {
  if (key.length < minLengthOfErrors || dictionary.phrases.has(key)) return undefined;
  const brands = new Set(
    [...brandsByKey].flatMap(([brandKey, brand]) =>
      !commonWords.has(brand) &&
      brandKey[0] === key[0] &&
      brandKey.length >= minLengthOfErrors &&
      calculateEditDistance(key, brandKey, 1) === 1
        ? [brand]
        : [],
    ),
  );
  return brands.size === 1 ? [...brands][0] : undefined;
}

/** "Honda" for "HONDA", "hmsi", "होंडा" and "Hnoda" (docs/product.md, "Brands"). */
export function toCanonicalBrand(typed: string): string {
  const key = createPhraseKey(typed);
  const exact = brandsByKey.get(key);
  if (exact !== undefined) return exact;
  if (!isIndic(key)) return findBrandOfCompany(typed) ?? findMisspelledBrand(key) ?? typed;
  const entry = findPhonetically(dictionary, key, true);
  return entry?.type === 'name' && isBrandName(entry.name) ? entry.name.brand : typed;
}

export const foldBrand = (typed: string): string => foldForSearch(toCanonicalBrand(typed.trim()));
