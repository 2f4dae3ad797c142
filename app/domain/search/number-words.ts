/** Builds the words of numbers and ranges. */

import { createRangeKey, type NumberWords, type RangeKind, type Unit } from './dictionary';
import type { DictionaryData } from './dictionary-data.server';
import { createPhraseKey, foldText } from '../names/tokenizer';

const createUnits = ({ units }: DictionaryData['words'], isLooseWanted: boolean): ReadonlyMap<string, Unit> =>
  new Map(
    units
      .filter(({ isLoose = false }) => isLoose === isLooseWanted)
      .flatMap(({ unit, words }) => words.map((text) => [createPhraseKey(text), unit])),
  );

const createKeyMap = (values: Readonly<Record<string, number>>): ReadonlyMap<string, number> =>
  new Map(Object.entries(values).map(([text, value]) => [createPhraseKey(text), value]));

/** Builds the words of numbers and ranges from the data file. */
export function createNumberWords(words: DictionaryData['words']): NumberWords {
  const before = new Map<string, RangeKind>();
  const after = new Map<string, RangeKind>();
  const joiners = new Set<string>();
  const loose = new Set<string>();
  for (const { role, place, words: texts, joiners: joinerTexts = [], isLoose = false } of words.ranges) {
    const kinds = place === 'before' ? before : after;
    for (const text of texts) {
      kinds.set(createRangeKey(text), role);
      if (isLoose) loose.add(createRangeKey(text));
    }
    for (const text of joinerTexts) joiners.add(createRangeKey(text));
  }
  const yearWords = new Map<string, 'min' | 'max' | 'exact'>();
  for (const { role, words: texts } of words.yearWords)
    for (const text of texts) yearWords.set(createPhraseKey(text), role);
  return {
    multipliers: new Map(
      [...words.multipliers, ...words.inflectedMultipliers].flatMap(({ times, words: texts }) =>
        texts.map((text) => [createPhraseKey(text), times]),
      ),
    ),
    wordNumbers: createKeyMap(words.wordNumbers),
    prefixes: createKeyMap(words.numberPrefixes),
    halves: new Map(words.halfWords.map((text) => [createRangeKey(text), 0.5])),
    currency: new Set(words.currency.map((text) => createPhraseKey(text) || foldText(text))),
    units: createUnits(words, false),
    looseUnits: createUnits(words, true),
    before,
    after,
    loose,
    joiners,
    yearWords,
    shortYearWords: new Set(words.shortYearWords.map(foldText)),
    spokenDigits: new Map(Object.entries(words.spokenDigits)),
  };
}
