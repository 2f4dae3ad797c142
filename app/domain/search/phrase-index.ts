import {
  createNameKey,
  type Dictionary,
  type DictionaryEntry,
  groupByLength,
  minSkeletonLength,
  type NameEntry,
  type VehicleName,
} from './dictionary';
import { createConsonantSkeleton, createPhoneticKey, createPhoneticLookupKey, isShortKey } from '../names/fuzzy-match';
import { createPhraseKey, getTokenTexts, isIndic } from '../names/tokenizer';

export function appendToList<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

export class PhraseIndex {
  readonly entries = new Map<string, DictionaryEntry>();
  readonly withBrandOnly = new Map<string, NameEntry[]>();
  readonly byPhoneticKey = new Map<string, DictionaryEntry>();
  readonly bySkeleton = new Map<string, { phoneticKey: string; entry: DictionaryEntry }[]>();
  readonly #weights = new Map<string, number>();
  readonly #spellings = new Map<string, Set<string>>();

  /** Adds a spelling of an entry; has no effect if another entry has that spelling. */
  add(text: string, entry: DictionaryEntry): void {
    const key = createPhraseKey(text);
    if (key === '') return;
    // A single letter is a name only next to its brand.
    if (entry.type === 'name' && (entry.needsBrand || key.length === 1)) {
      appendToList(this.withBrandOnly, key, entry);
      return;
    }
    if (!this.entries.has(key)) this.entries.set(key, entry);
    if (!isIndic(key)) return;
    const phonetic = createPhoneticKey(key);
    // Short words with a meaning sound like others in another language, and are listed in each.
    if (entry.type === 'word' && isShortKey(phonetic)) return;
    const lookupKey = createPhoneticLookupKey(key, phonetic);
    if (!this.byPhoneticKey.has(lookupKey)) this.byPhoneticKey.set(lookupKey, entry);
    const skeleton = createConsonantSkeleton(phonetic);
    if (skeleton.length >= minSkeletonLength) appendToList(this.bySkeleton, skeleton, { phoneticKey: phonetic, entry });
  }

  addName(text: string, entry: NameEntry): void {
    this.add(text, entry);
    this.addSpelling(entry.name, text);
  }

  addSpelling(name: VehicleName, text: string): void {
    const key = createNameKey(name);
    const spellings = this.#spellings.get(key);
    if (spellings) spellings.add(text);
    else this.#spellings.set(key, new Set([text]));
  }

  addCandidates(text: string, weight: number): void {
    for (const word of getTokenTexts(text)) {
      if (/^\d/.test(word) || word.length < 3) continue;
      this.#weights.set(word, Math.max(weight, this.#weights.get(word) ?? 0));
    }
  }

  addAliasCandidates(texts: readonly string[], weight: number): void {
    for (const text of texts) if (/^\p{Script=Latin}{5,}$/u.test(text)) this.addCandidates(text, weight);
  }

  get spellings(): Dictionary['spellings'] {
    return new Map([...this.#spellings].map(([key, texts]) => [key, [...texts]]));
  }

  get candidates(): Dictionary['candidates'] {
    return groupByLength(this.#weights);
  }
}
