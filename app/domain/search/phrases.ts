import {
  type Correctable,
  type Dictionary,
  type Entry,
  lettersOf,
  type NamedVehicle,
  nameKey,
  shortestSkeleton,
  wordsOf,
} from './dictionary';
import { isIndic, phraseKey, skeletonOf, soundsOf } from './typed-words';

/** Adds `item` to the list of a key. */
export function append<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const known = lists.get(key);
  if (known) known.push(item);
  else lists.set(key, [item]);
}

/** Weight of other names, to which the words of sellers are not corrected. */
export const rareNameWeight = 0.5;

/** Collects the phrases of the facts, and the words that typing errors are corrected to. */
export class Phrases {
  readonly entries = new Map<string, Entry>();
  readonly besideBrand = new Map<string, Extract<Entry, { type: 'name' }>[]>();
  readonly bySound = new Map<string, Entry>();
  readonly bySkeleton = new Map<string, { sounds: string; entry: Entry }[]>();
  readonly #weights = new Map<string, number>();
  readonly #spellings = new Map<string, Set<string>>();

  /** The first entry of a spelling holds it. */
  add(text: string, entry: Entry): void {
    const key = phraseKey(text);
    if (key === '') return;
    // A single letter says nothing alone.
    if (entry.type === 'name' && (entry.needsBrand || key.length === 1)) {
      append(this.besideBrand, key, entry);
      return;
    }
    if (!this.entries.has(key)) this.entries.set(key, entry);
    if (!isIndic(key)) return;
    const sounds = soundsOf(key);
    if (!this.bySound.has(sounds)) this.bySound.set(sounds, entry);
    const skeleton = skeletonOf(sounds);
    if (skeleton.length >= shortestSkeleton) append(this.bySkeleton, skeleton, { sounds, entry });
  }

  addName(text: string, entry: Extract<Entry, { type: 'name' }>): void {
    this.add(text, entry);
    this.spell(entry.name, text);
  }

  /** Notes a spelling of a name that is not a phrase by itself. */
  spell(name: NamedVehicle, text: string): void {
    const key = nameKey(name);
    const known = this.#spellings.get(key);
    if (known) known.add(text);
    else this.#spellings.set(key, new Set([text]));
  }

  /** Makes the words of a phrase targets of corrections. */
  correctTo(text: string, weight: number): void {
    for (const word of wordsOf(text)) {
      if (/^\d/.test(word) || word.length < 3) continue;
      this.#weights.set(word, Math.max(weight, this.#weights.get(word) ?? 0));
    }
  }

  /** Makes other names of one word targets of corrections. */
  correctToWords(texts: readonly string[], weight: number): void {
    for (const text of texts) if (/^\p{Script=Latin}{5,}$/u.test(text)) this.correctTo(text, weight);
  }

  get spellings(): Dictionary['spellings'] {
    return new Map([...this.#spellings].map(([key, texts]) => [key, [...texts]]));
  }

  get correctable(): Dictionary['correctable'] {
    const byLength = new Map<number, Correctable[]>();
    for (const [word, weight] of this.#weights) {
      const ofLength = byLength.get(word.length) ?? [];
      ofLength.push({ word, weight, letters: lettersOf(word) });
      byLength.set(word.length, ofLength);
    }
    return byLength;
  }
}
