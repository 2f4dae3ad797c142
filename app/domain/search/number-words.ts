/** Builds the words of numbers and ranges. */

import { type NumberWords, type RangeKind, rangeKey, type Unit } from './dictionary';
import type { DictionaryData } from './dictionary-data.server';
import { foldText, phraseKey } from './tokenizer';

const unitsOf = ({ units }: DictionaryData['words'], isLooseWanted: boolean): ReadonlyMap<string, Unit> =>
  new Map(
    units
      .filter(({ isLoose = false }) => isLoose === isLooseWanted)
      .flatMap(({ unit, words }) => words.map((text) => [phraseKey(text), unit])),
  );

const byKey = (values: Readonly<Record<string, number>>): ReadonlyMap<string, number> =>
  new Map(Object.entries(values).map(([text, value]) => [phraseKey(text), value]));

/** Builds the words of numbers and ranges from the data file. */
export function numberWords(words: DictionaryData['words']): NumberWords {
  const before = new Map<string, RangeKind>();
  const after = new Map<string, RangeKind>();
  const joiners = new Set<string>();
  const loose = new Set<string>();
  for (const { role, place, words: texts, joiners: joinerTexts = [], isLoose = false } of words.ranges) {
    const kinds = place === 'before' ? before : after;
    for (const text of texts) {
      kinds.set(rangeKey(text), role);
      if (isLoose) loose.add(rangeKey(text));
    }
    for (const text of joinerTexts) joiners.add(rangeKey(text));
  }
  const yearWords = new Map<string, 'min' | 'max' | 'exact'>();
  for (const { role, words: texts } of words.yearWords) for (const text of texts) yearWords.set(phraseKey(text), role);
  return {
    multipliers: new Map(
      [...words.multipliers, ...words.inflectedMultipliers].flatMap(({ times, words: texts }) =>
        texts.map((text) => [phraseKey(text), times]),
      ),
    ),
    wordNumbers: byKey(words.wordNumbers),
    prefixes: byKey(words.numberPrefixes),
    halves: new Map(words.halfWords.map((text) => [rangeKey(text), 0.5])),
    currency: new Set(words.currency.map((text) => phraseKey(text) || foldText(text))),
    units: unitsOf(words, false),
    looseUnits: unitsOf(words, true),
    before,
    after,
    loose,
    joiners,
    yearWords,
    shortYearWords: new Set(words.shortYearWords.map(foldText)),
    spokenDigits: new Map(Object.entries(words.spokenDigits)),
  };
}
