/** Cyrillic and Greek letters that look like Latin ones. */
const latinOf: Readonly<Record<string, string>> = {
  а: 'a',
  α: 'a',
  в: 'b',
  β: 'b',
  с: 'c',
  ϲ: 'c',
  ԁ: 'd',
  е: 'e',
  ё: 'e',
  є: 'e',
  ε: 'e',
  ɡ: 'g',
  һ: 'h',
  н: 'h',
  η: 'n',
  і: 'i',
  ї: 'i',
  ι: 'i',
  ı: 'i',
  ј: 'j',
  к: 'k',
  κ: 'k',
  ӏ: 'l',
  м: 'm',
  μ: 'm',
  п: 'n',
  ո: 'n',
  о: 'o',
  ο: 'o',
  σ: 'o',
  р: 'p',
  ρ: 'p',
  ԛ: 'q',
  г: 'r',
  ѕ: 's',
  т: 't',
  τ: 't',
  υ: 'u',
  ν: 'v',
  ѵ: 'v',
  ԝ: 'w',
  ω: 'w',
  х: 'x',
  χ: 'x',
  у: 'y',
  γ: 'y',
  ү: 'y',
  з: '3',
  ζ: 'z',
};
const digitOf: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  $: 's',
  '@': 'a',
  '!': 'i',
  '|': 'i',
};

/**
 * Reduces a text to its visual skeleton: lower case, with look-alikes replaced by Latin letters, and without accents or
 * anything between the letters. Texts that look alike have the same skeleton.
 *
 * @returns letters only; empty when the text has none
 */
export function skeletonOf(text: string): string {
  const letters = [...text.normalize('NFKC').toLowerCase()]
    .map((sign) => digitOf[sign] ?? latinOf[sign] ?? sign)
    .join('');
  // Removes accents of Latin letters, keeps vowel signs of Indian scripts.
  return letters
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}]/gu, '')
    .replace(/\p{DI}/gu, '');
}

/** Whether a word mixes Latin with Cyrillic or Greek, as no language does but as look-alikes do. */
export const mixesAlphabets = (text: string): boolean =>
  /\p{Script=Latin}/u.test(text.normalize('NFKC')) &&
  /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text.normalize('NFKC'));
