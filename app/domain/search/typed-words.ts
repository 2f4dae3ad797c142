/** Splits a query into words, and folds them so that case, accents, digits and spelling marks do not matter. */

import { asciiDigits } from '../shared/money';

/** Significant characters of a search. Longer than any name, to bound the cost of huge input. */
export const longestTerm = 100;

/** A piece of a query: letters, digits (a number) or a sign. */
export type TypedWord = {
  /** Folded; a number in ASCII digits without grouping. */
  text: string;
  /** Position in the query. */
  start: number;
  end: number;
  isNumber: boolean;
  /** Whether it continues the word before it without a blank, as `350` does in `classic350`. */
  isJoined: boolean;
  /** Whether it stood between quotation marks, and is taken literally. */
  isQuoted: boolean;
};

/** Letters of Urdu that keyboards for Arabic write otherwise. */
const urduLetters: Readonly<Record<string, string>> = { ي: 'ی', ك: 'ک', ه: 'ہ', ة: 'ہ' };

/**
 * Folds letters: NFKD, lower case, no Latin accents, no nukta, chandrabindu as anusvara, no invisible joiners. Other
 * characters stay.
 */
export function foldLetters(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase();
  return asciiDigits(
    text.normalize('NFKD').replace(/(?:[\u0300-\u036f]|\u093c|[\u064b-\u0652]|[\u200b-\u200d]|\u2060|\ufe0f)/g, ''),
  )
    .normalize('NFC')
    .replace(/[يكهة]/g, (letter) => urduLetters[letter] ?? letter)
    .replaceAll('\u0901', '\u0902')
    .toLowerCase();
}

const pieces = /"[^"]*"|\d+(?:[.,]\d+)*|[\p{L}\p{M}\u200c\u200d]+|[₹<>~+&\-–—/"]/gu;
const numberPiece = /^\d/;
/** A figure with its unit or multiplier before a dash, and one with its currency after it. */
const figureBefore = /\p{N}\s*\p{L}{0,8}\s*$/u;
const figureAfter = /^\s*(?:₹|rs\.?|inr)?\s*\p{N}/iu;

function wordAt(piece: string, start: number, end: number, before: TypedWord | undefined): TypedWord {
  const isNumber = numberPiece.test(piece);
  return {
    text: isNumber ? piece.replaceAll(',', '') : foldLetters(piece),
    start,
    end,
    isNumber,
    isJoined: before?.end === start && /[\p{L}\p{M}\p{N}]$/u.test(before.text) && /^[\p{L}\p{M}\p{N}]/u.test(piece),
    isQuoted: false,
  };
}

/**
 * Splits a text into words. Digits and letters are words of their own even where they are joined (`r15v4`); text in
 * quotation marks is one literal word. A sign counts as a word only where it can mean something: `₹`, `<`, `>`, `~`, a
 * plus, and a dash or an ampersand between figures.
 */
export function typedWords(typed: string): TypedWord[] {
  const text = asciiDigits(typed);
  const words: TypedWord[] = [];
  for (const { 0: piece, index } of text.matchAll(pieces)) {
    const end = index + piece.length;
    if (piece.length > 1 && piece.startsWith('"')) {
      const literal = foldLetters(piece.slice(1, -1)).trim();
      if (literal) words.push({ text: literal, start: index, end, isNumber: false, isJoined: false, isQuoted: true });
      continue;
    }
    if (/^[-–—&/"]$/.test(piece)) {
      const isBetweenFigures =
        /[-–—&]/.test(piece) && figureBefore.test(text.slice(0, index)) && figureAfter.test(text.slice(end));
      if (isBetweenFigures) words.push({ ...wordAt('-', index, end, undefined) });
      continue;
    }
    words.push(wordAt(piece, index, end, words.at(-1)));
  }
  return words.filter(({ text: word }) => word !== '');
}

/**
 * Key of a name or phrase: its folded letters and digits without blanks, so that `Classic 350`, `classic-350` and
 * `classic350` are one. A plus sign reads as the word it stands for.
 */
export const phraseKey = (text: string): string =>
  foldLetters(text)
    .replaceAll('+', 'plus')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

/** Whether the letters are of Devanagari or one of seven other Indian scripts. */
export const isIndic = (text: string): boolean => /[\u0900-\u0d7f]/.test(text);

/** Offsets of a letter within a block, which is the same for all these scripts, to the sound it stands for. */
const soundOf: Readonly<Record<number, string>> = /* @__PURE__ */ (() => {
  const sounds: Record<number, string> = {};
  const put = (sound: string, ...offsets: number[]) => {
    for (const offset of offsets) sounds[offset] = sound;
  };
  put('n', 0x02);
  // Vowels, independent and as signs: length and openness differ between scripts, so only front and back count.
  put('i', 0x07, 0x08, 0x0d, 0x0e, 0x0f, 0x10, 0x3f, 0x40, 0x45, 0x46, 0x47, 0x48);
  put('u', 0x09, 0x0a, 0x11, 0x12, 0x13, 0x14, 0x41, 0x42, 0x49, 0x4a, 0x4b, 0x4c);
  put('ri', 0x0b, 0x43);
  put('k', 0x15, 0x16, 0x58, 0x59);
  put('g', 0x17, 0x18, 0x5a);
  put('c', 0x1a, 0x1b);
  put('j', 0x1c, 0x1d, 0x5b);
  put('t', 0x1f, 0x20, 0x24, 0x25);
  put('d', 0x21, 0x22, 0x26, 0x27, 0x5c, 0x5d);
  put('n', 0x19, 0x1e, 0x23, 0x28, 0x29);
  put('p', 0x2a, 0x2b, 0x5e);
  put('b', 0x2c, 0x2d);
  put('m', 0x2e);
  put('y', 0x2f, 0x5f);
  put('r', 0x30, 0x31);
  put('l', 0x32, 0x33, 0x34);
  put('v', 0x35);
  put('s', 0x36, 0x37, 0x38);
  put('h', 0x39);
  return sounds;
})();

/** Signs outside that order: Gurmukhi's nasal and doubling signs, and the letters of Malayalam that end a syllable. */
const otherSigns: Readonly<Record<string, string>> = {
  '\u0a70': 'n',
  '\u0a71': '',
  '\u09ce': 't',
  '\u0d7a': 'n',
  '\u0d7b': 'n',
  '\u0d7c': 'r',
  '\u0d7d': 'l',
  '\u0d7e': 'l',
  '\u0d7f': 'k',
};

/**
 * Reduces a word of any of eight Indian scripts to its sounds, so that one name spelt in two of them compares as equal:
 * vowels count only as front or back and not at the beginning, doubled and aspirated consonants as simple ones. ASCII digits stay.
 */
export function soundsOf(folded: string): string {
  let sounds = '';
  // Telugu, Kannada and Malayalam write a last m as the sign for any nasal.
  const spelled = folded.replace(/\u0d31\u0d4d\u0d31/g, '\u0d1f').replace(/[\u0c02\u0c82\u0d02]$/, 'm');
  for (const sign of spelled) {
    const code = sign.codePointAt(0) ?? 0;
    if (code < 0x80) sounds += sign;
    else if (code >= 0x0900 && code < 0x0d80) sounds += otherSigns[sign] ?? soundOf[(code - 0x0900) % 0x80] ?? '';
  }
  return sounds
    .replace(/^[iuy]+/, '')
    .replace(/n(?=m)/g, '')
    .replace(/m(?=[pb])/g, 'n')
    .replace(/([a-z])\1+/g, '$1');
}

const bareSounds: Readonly<Record<string, string>> = { g: 'k', c: 's', j: 's', d: 't', b: 'p', v: 'p' };

/** Sounds without the difference between voiced and voiceless, and simple and aspirated, that Tamil does not write. */
export const plainSoundsOf = (sounds: string): string =>
  sounds
    .replace(/h/g, '')
    .replace(/[gcjdbv]/g, (sound) => bareSounds[sound] ?? sound)
    .replace(/([a-z])\1+/g, '$1');

/** Consonants alone of those. Names of fewer than three of them have no reliable skeleton. */
export const skeletonOf = (sounds: string): string =>
  plainSoundsOf(sounds)
    .replace(/[iuy]/g, '')
    .replace(/([a-z])\1+/g, '$1');

/**
 * Number of single-letter mistakes between two words, where two neighbouring letters that changed places are one.
 *
 * @param most the count beyond which the words are not compared further
 * @returns the number, or `most + 1` when there are more
 */
export function mistakesBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let older: number[] = [];
  let old = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let row = 1; row <= one.length; row += 1) {
    const fresh = [row];
    let least = row;
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let cost = Math.min(
        (old[column - 1] ?? 0) + (isSame ? 0 : 1),
        (old[column] ?? 0) + 1,
        (fresh[column - 1] ?? 0) + 1,
      );
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwapped) cost = Math.min(cost, (older[column - 2] ?? 0) + 1);
      fresh.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    older = old;
    old = fresh;
  }
  return Math.min(old[other.length] ?? most + 1, most + 1);
}

/** Text without line breaks, tabs and repeated blanks. */
export const oneLineOf = (text: string): string => text.replace(/\s+/gu, ' ').trim();
