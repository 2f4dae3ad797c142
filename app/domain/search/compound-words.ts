/** Splits words that were typed as one: `hondaactiva`, `yamahar15`. */

import type { Dictionary, DictionaryEntry } from './dictionary';

/** Minimum length of a part, unless a number continues it. */
const minPartLength = 3;

/**
 * Splits a word that consists of several phrases, such as `hondaactiva`; null if it does not.
 *
 * @param number the number that continues the word, as in `yamahar15` and `bikeunder50000`
 * @param before the entry of the phrase before it, of whose brand it may name a model: `rtr` in `tvsapachertr160`
 */
export function splitCompound(
  word: string,
  dictionary: Dictionary,
  number: string,
  before: DictionaryEntry | undefined = undefined,
): string[] | null {
  const { phrases, modelNames, numbers } = dictionary;
  const isPart = (entry: DictionaryEntry | undefined): entry is DictionaryEntry =>
    entry?.type === 'name' || (entry?.type === 'word' && entry.isStrong) || entry?.type === 'city';
  const isModelWord = (text: string, entry: DictionaryEntry): boolean =>
    entry.type === 'name' && (modelNames.get(entry.name.brand) ?? []).some(({ words }) => words.includes(text));
  if (before && number !== '' && isModelWord(word, before)) return [word];
  for (let length = word.length - 1; length >= minPartLength; length -= 1) {
    const head = word.slice(0, length);
    const entry = phrases.get(head);
    if (!isPart(entry)) continue;
    const tail = word.slice(length);
    const isContinued = phrases.get(tail + number)?.type === 'name' || numbers.before.has(tail);
    if (number !== '' && isContinued) return [head, tail];
    if (tail.length < minPartLength) continue;
    // "advice" is no adventure bike with petrol ("adv", "ice").
    if (isPart(phrases.get(tail)) && word.length > 2 * minPartLength) return [head, tail];
    const rest = splitCompound(tail, dictionary, number, entry);
    if (rest) return [head, ...rest];
  }
  return null;
}
