import { LRUCache } from 'lru-cache';
import { foldForSearch } from '~db/search-fold';

const marksOfLatin = /(?<=\p{Script=Latin})\p{Mn}+/gu;

/** Runs of letters, marks and digits, as in the full-text index, without the accents of Latin letters. */
const splitWords = (text: string): string[] =>
  foldForSearch(text)
    .normalize('NFD')
    .replace(marksOfLatin, '')
    .normalize('NFC')
    .match(/[\p{L}\p{M}\p{N}\p{Co}]+/gu) ?? [];

/** A search looks for each of its phrases in every column of every table. */
const wordsByPhrase = new LRUCache<string, string[]>({ max: 500 });

function splitPhrase(phrase: string): string[] {
  const words = wordsByPhrase.get(phrase) ?? splitWords(phrase);
  wordsByPhrase.set(phrase, words);
  return words;
}

const noTexts: readonly number[] = [];

export class WordIndex {
  readonly #textsByWord = new Map<string, number[]>();
  readonly #phrases: string[] = [];

  get words(): IterableIterator<string> {
    return this.#textsByWord.keys();
  }

  get wordCount(): number {
    return this.#textsByWord.size;
  }

  add(text: string): void {
    const words = splitWords(text);
    const number = this.#phrases.push(` ${words.join(' ')} `) - 1;
    for (const word of new Set(words)) {
      const texts = this.#textsByWord.get(word);
      if (texts) texts.push(number);
      else this.#textsByWord.set(word, [number]);
    }
  }

  has = (word: string): boolean => this.#textsByWord.has(word);

  hasPrefix(prefix: string): boolean {
    for (const word of this.#textsByWord.keys()) if (word.startsWith(prefix)) return true;
    return false;
  }

  find(phrase: string, isPrefix = false): readonly number[] {
    const words = splitPhrase(phrase);
    const last = words.at(-1);
    if (last === undefined) return noTexts;
    const complete = isPrefix ? words.slice(0, -1) : words;
    const [first, ...rest] = complete;
    if (first === undefined) return this.#findByPrefix(last);
    let texts = this.#textsByWord.get(first) ?? noTexts;
    for (const word of rest) {
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
