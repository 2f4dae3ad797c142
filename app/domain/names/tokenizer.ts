/** Normalizes tokens, so that case, accents and the script of digits do not matter. */

import type { Reason } from '../shared/result';
import { validateMaxLength } from '../shared/text';
import { toAsciiDigits } from '../shared/typed-numbers';

/** Maximum length of a query in characters, which bounds the cost of parsing. A longer one is rejected. */
export const maxQueryLength = 200;

export const validateSearchText = (text: string, most = maxQueryLength): Reason | null =>
  validateMaxLength('Search text', text, most);

export type Token = {
  /** Normalized by `foldText`; a number in ASCII digits without group separators. */
  text: string;
  /** Offsets in the query: from `start` up to, but not including, `end`. */
  start: number;
  end: number;
  isNumber: boolean;
  /** Whether no space separates it from the token before, as `350` in `classic350`. */
  isJoined: boolean;
  isQuoted: boolean;
};

const urduLetters: Readonly<Record<string, string>> = { ي: 'ی', ك: 'ک', ه: 'ہ', ة: 'ہ' };

/** NFKD without accents, nukta and joiners. Stored text is folded by `foldForSearch`, as the index requires. */
export function foldText(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase();
  return toAsciiDigits(
    text.normalize('NFKD').replace(/(?:[\u0300-\u036f]|\u093c|[\u064b-\u0652]|[\u200b-\u200d]|\u2060|\ufe0f)/g, ''),
  )
    .normalize('NFC')
    .replace(/[يكهة]/g, (letter) => urduLetters[letter] ?? letter)
    .replaceAll('\u0901', '\u0902')
    .toLowerCase();
}

/** The ending of "honda's", phrases in quotation marks, heights in feet and inches, numbers, words and signs. */
const tokenPattern =
  /(?<=\p{L})['’]s(?![\p{L}\p{M}\p{N}])|(?<![\d'’′])[4-7]['’′](?:1[01]|\d)(?!\d)["”″]?|"[^"]*"|\d+(?:[.,]\d+)*|[\p{L}\p{M}\u200c\u200d]+|[₹<>~+&\-–—/"]/giu;
const numberPattern = /^\d[\d.,]*$/;
/** What must precede and follow a dash between two numbers: `50k - ₹60k`. */
const numberBefore = /\p{N}\s*\p{L}{0,8}\s*$/u;
const numberAfter = /^\s*(?:₹|rs\.?|inr)?\s*\p{N}/iu;

function createToken(match: string, start: number, end: number, previous: Token | undefined): Token {
  const isNumber = numberPattern.test(match);
  return {
    text: isNumber ? match.replaceAll(',', '') : foldText(match),
    start,
    end,
    isNumber,
    isJoined: previous?.end === start && /[\p{L}\p{M}\p{N}]$/u.test(previous.text) && /^[\p{L}\p{M}\p{N}]/u.test(match),
    isQuoted: false,
  };
}

/** Letters and digits are separate tokens even without a space (`r15v4`); a quoted phrase is one token. */
export function tokenize(query: string): Token[] {
  const text = toAsciiDigits(query);
  const tokens: Token[] = [];
  for (const { 0: match, index } of text.matchAll(tokenPattern)) {
    const end = index + match.length;
    // "honda's" is "honda".
    if (/^['’]/.test(match)) continue;
    if (match.length > 1 && match.startsWith('"')) {
      const literal = foldText(match.slice(1, -1)).trim();
      if (literal) tokens.push({ text: literal, start: index, end, isNumber: false, isJoined: false, isQuoted: true });
      continue;
    }
    if (/^[-–—&/"]$/.test(match)) {
      const isBetweenNumbers =
        /[-–—&]/.test(match) && numberBefore.test(text.slice(0, index)) && numberAfter.test(text.slice(end));
      if (isBetweenNumbers) tokens.push(createToken('-', index, end, undefined));
      continue;
    }
    tokens.push(createToken(match, index, end, tokens.at(-1)));
  }
  return tokens.filter((token) => token.text !== '');
}

/** `Classic 350`, `classic-350` and `classic350` are equal. A plus sign is the word `plus`. */
export const createPhraseKey = (text: string): string =>
  foldText(text)
    .replaceAll('+', 'plus')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

/** Whether a text has letters of Devanagari, Bengali, Gurmukhi, Gujarati, Tamil, Telugu, Kannada or Malayalam. */
export const isIndic = (text: string): boolean => /[\u0900-\u0d7f]/.test(text);

export const collapseSpaces = (text: string): string => text.replace(/\s+/gu, ' ').trim();

export const getKeyText = (token: Token): string =>
  token.text === '+' ? 'plus' : token.isQuoted ? `"${token.text}"` : token.text;

export const createKeyOfTokens = (tokens: readonly Token[], from: number, to: number): string =>
  tokens.slice(from, to).map(getKeyText).join('');

export function getTokenTexts(phrase: string): string[] {
  // Nearly all phrases of the dictionary are such words and numbers, which need no tokenizer.
  if (/^[a-z\d ]*$/i.test(phrase)) return phrase.toLowerCase().match(/[a-z]+|\d+/g) ?? [];
  if (/^\p{L}[\p{L}\p{M}]*(?: \p{L}[\p{L}\p{M}]*)*$/u.test(phrase)) return phrase.split(' ').map(foldText);
  return tokenize(phrase).map(({ text }) => (text === '+' ? 'plus' : text));
}
