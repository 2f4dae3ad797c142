import type { Reason } from './result';
import { formatCount } from './money';

/** Before the name of a field: name of a button whose value replaces what was typed in it. */
export const readingPrefix = 'reading.';

/** Spaces, joiners and invisible characters, such as U+200B, and the blank Braille pattern. */
const invisibleText = /^[\p{Default_Ignorable_Code_Point}\s\u2800]*$/u;

/** Joiners inside words are kept, which Indian scripts and emoji need. */
const emptyIfInvisible = (text: string): string => (invisibleText.test(text) ? '' : text);

/** No control or bidirectional formatting characters, single spaces, NFC; empty if nothing is visible. */
export const toOneLine = (text: string): string =>
  emptyIfInvisible(
    text
      .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .replace(/[\p{Cs}\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu, '')
      .normalize('NFC')
      .trim(),
  );

/** As `toOneLine`, with line breaks as LF; empty if nothing in it is visible. */
export const toLines = (text: string): string =>
  emptyIfInvisible(
    text
      .replace(/\r\n?/g, '\n')
      .replace(/[^\P{Cc}\n\t]/gu, '')
      .replace(/[\p{Cs}\u00AD\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu, '')
      .normalize('NFC')
      .trim(),
  );

/** Code points, as the browser's counters and JSON Schema count: an emoji counts once. */
export const countCharacters = (text: string): number => [...text].length;

/** docs/product.md, "Forms". @param text normalized @returns null if it is not too long */
export function validateMaxLength(label: string, text: string, most: number): Reason | null {
  const excess = countCharacters(text) - most;
  if (excess <= 0) return null;
  return { code: 'too_long', values: { label, excess: formatCount(excess), most: formatCount(most) } };
}

const maxExcerptLength = 200;

/** @returns the unchanged text if it is hardly longer than an excerpt */
export function createExcerpt(text: string): { text: string; isTruncated: boolean } {
  const letters = [...text];
  if (letters.length <= maxExcerptLength * 1.25) return { text, isTruncated: false };
  const start = letters.slice(0, maxExcerptLength).join('');
  const lastSpace = start.search(/\s\S*$/);
  return { text: `${lastSpace > 0 ? start.slice(0, lastSpace) : start}…`, isTruncated: true };
}

/** Joins options in a sentence: 'Petrol, Electric or Hybrid'. */
export const joinWithOr = (options: readonly string[]): string =>
  options.length < 2 ? options.join('') : `${options.slice(0, -1).join(', ')} or ${options.at(-1)}`;

export const getInitials = (name: string): string => name.replace(/^(\S)\S*\s*(\S?).*$/u, '$1$2');

const latinLookalikes: Readonly<Record<string, string>> = {
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
const digitLookalikes: Readonly<Record<string, string>> = {
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

/** Texts that look alike have the same skeleton. @returns letters only; empty if the text has none */
export function createVisualSkeleton(text: string): string {
  const letters = [...text.normalize('NFKC').toLowerCase()]
    .map((sign) => digitLookalikes[sign] ?? latinLookalikes[sign] ?? sign)
    .join('');
  // Removes accents of Latin letters but keeps vowel signs of Indian scripts.
  return letters
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}]/gu, '')
    .replace(/\p{DI}/gu, '');
}

/** Whether a word mixes Latin with Cyrillic or Greek, as look-alikes do and no language does. */
export const hasMixedAlphabets = (text: string): boolean =>
  /\p{Script=Latin}/u.test(text.normalize('NFKC')) &&
  /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text.normalize('NFKC'));

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escapeMarkup = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);

/** Escapes text for XML 1.0, and removes characters that XML cannot contain. */
export const escapeXml = (text: string): string =>
  escapeMarkup(text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ''));

export const formatError = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What could identify a person or a vehicle: an address, a phone number, a number plate. */
export const isPersonal = (text: string): boolean =>
  /@|(?:\d[\s-]*){8}/.test(text) || /\b[a-z]{2}[\s-]?\d{1,2}[\s-]?[a-z]{1,3}[\s-]?\d{4}\b/.test(text);
