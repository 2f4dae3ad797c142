/** Finds texts by the words in them, like SQLite's full-text index, for short texts in memory. */

import { foldForSearch } from '~db/search-fold';

const marksOfLatin = /(?<=\p{Script=Latin})\p{Mn}+/gu;

/**
 * Splits a text into words, as the full-text index does: runs of letters, marks and digits, in any case, without the
 * accents of Latin letters.
 */
const splitWords = (text: string): string[] =>
  foldForSearch(text)
    .normalize('NFD')
    .replace(marksOfLatin, '')
    .normalize('NFC')
    .match(/[\p{L}\p{M}\p{N}\p{Co}]+/gu) ?? [];

const noTexts: readonly number[] = [];

export class WordIndex {
  /** Numbers of the texts with a word, ascending. */
  readonly #textsByWord = new Map<string, number[]>();
  /** The words of each text, with a space around each. */
  readonly #phrases: string[] = [];

  /** All words, in the order in which they first occurred. */
  get words(): IterableIterator<string> {
    return this.#textsByWord.keys();
  }

  get wordCount(): number {
    return this.#textsByWord.size;
  }

  /** Adds the text with the next number, from 0. */
  add(text: string): void {
    const words = splitWords(text);
    const number = this.#phrases.push(` ${words.join(' ')} `) - 1;
    for (const word of new Set(words)) {
      const texts = this.#textsByWord.get(word);
      if (texts) texts.push(number);
      else this.#textsByWord.set(word, [number]);
    }
  }

  /** Whether a word occurs in any text. @param word folded, as `splitWords` returns it */
  has = (word: string): boolean => this.#textsByWord.has(word);

  hasPrefix(prefix: string): boolean {
    for (const word of this.#textsByWord.keys()) if (word.startsWith(prefix)) return true;
    return false;
  }

  /** Numbers of the texts that contain a phrase. @param isPrefix whether its last word may be the beginning of one */
  find(phrase: string, isPrefix = false): readonly number[] {
    const words = splitWords(phrase);
    const last = words.at(-1);
    if (last === undefined) return noTexts;
    const complete = isPrefix ? words.slice(0, -1) : words;
    const [first, ...others] = complete;
    if (first === undefined) return this.#findByPrefix(last);
    let texts = this.#textsByWord.get(first) ?? noTexts;
    for (const word of others) {
      const next = this.#textsByWord.get(word) ?? noTexts;
      if (next.length < texts.length) texts = next;
    }
    if (words.length === 1) return texts;
    const wanted = ` ${words.join(' ')}${isPrefix ? '' : ' '}`;
    return texts.filter((number) => this.#phrases[number]?.includes(wanted));
  }

  #findByPrefix(prefix: string): readonly number[] {
    const texts: number[] = [];
    for (const [word, withWord] of this.#textsByWord) {
      if (word.startsWith(prefix)) for (const number of withWord) texts.push(number);
    }
    return texts;
  }
}
