/** The dictionary of a search: its entries, and lookups in them. Built in `dictionary.server.ts`. */

import type { BodyStyle, FuelType, Transmission, UsedCondition, VehicleStock, VehicleType } from '~db/enums';
import {
  calculateEditDistance,
  createBroadPhoneticKey,
  createCoarsePhoneticKey,
  createConsonantSkeleton,
  createPhoneticKey,
  createPhoneticLookupKey,
} from '../names/fuzzy-match';
import { createPhraseKey, type Token } from '../names/tokenizer';

/** Unit of a number; the name of a unit states the property that it measures. */
export const units = [
  'engineCc',
  'kilometres',
  'mileageKmpl',
  'rangeKm',
  'batteryKwh',
  'seatHeightMm',
  'weightKg',
  'ageYears',
  'ageMonths',
  'personAge',
  'personWeight',
  'motorKw',
  'speedKmph',
  'litres',
] as const;
export type Unit = (typeof units)[number];

/** How a word such as "under" or "between" bounds a range. */
export type RangeKind = 'min' | 'max' | 'around' | 'between';

/** What a query asks for in addition to vehicles. */
export const searchActions = ['emi', 'compare', 'exchange', 'on-road-price', 'sell', 'insurance', 'service'] as const;
export type SearchAction = (typeof searchActions)[number];

/** Meaning of a word: the filters, the sort order or the action that it sets. */
export type WordMeaning = {
  fuelType?: FuelType;
  vehicleType?: VehicleType;
  stock?: VehicleStock;
  condition?: UsedCondition;
  bodyStyle?: readonly BodyStyle[];
  maxOwners?: number;
  transmission?: Transmission;
  withPhoto?: true;
  /** Emission standard, from which the years of sale follow. */
  bharatStage?: 3 | 4 | 6;
  sort?: string;
  action?: SearchAction;
  seller?: string;
  brakes?: string;
  maxWeightKg?: number;
  maxSeatHeightMm?: number;
};

/** A brand, or a family or model of one. */
export type VehicleName = { brand: string; family: string | null; model: string | null };

export type City = { id: string; city: string; state: string; stateCode: string; plates: readonly string[] };

/** Meaning of a phrase. `spelling` is its standard spelling. */
export type DictionaryEntry =
  /** @property needsBrand whether the phrase is this name only next to its brand */
  | { type: 'name'; name: VehicleName; needsBrand: boolean; spelling: string }
  /** @property isStrong whether the word sets filters; otherwise it only affects the order and the suggestions */
  | { type: 'word'; means: WordMeaning; isStrong: boolean; spelling: string }
  /** @property isPart whether the phrase is the name of a locality in the city */
  | { type: 'city'; city: City; spelling: string; isPart?: true }
  | { type: 'state'; name: string; code: string; spelling: string };

export type NameEntry = Extract<DictionaryEntry, { type: 'name' }>;

/**
 * Word to which a misspelt word may be corrected. Of several the one with the greater weight is preferred; `letters` is
 * its `createLetterMask`.
 */
export type SpellingCandidate = { word: string; weight: number; letters: number };

export type Dictionary = {
  /** Entries by `createPhraseKey`; of several entries with one key, the most likely. */
  phrases: ReadonlyMap<string, DictionaryEntry>;
  /** Names that are recognized only next to their brand, by `createPhraseKey`. */
  withBrandOnly: ReadonlyMap<string, readonly NameEntry[]>;
  /** Phrases in Indian scripts by `createPhoneticLookupKey`. */
  byPhoneticKey: ReadonlyMap<string, DictionaryEntry>;
  /** The same by `createConsonantSkeleton`, each with its `createPhoneticKey`. */
  bySkeleton: ReadonlyMap<string, readonly { phoneticKey: string; entry: DictionaryEntry }[]>;
  /** Candidates for spelling correction, by length. */
  candidates: ReadonlyMap<number, readonly SpellingCandidate[]>;
  /** The same by `createFuzzyKeys`. */
  candidatesByKey: ReadonlyMap<string, readonly SpellingCandidate[]>;
  /** Folded words that are spelt correctly. */
  knownWords: ReadonlySet<string>;
  /** Families after which people name all models of the brand, by `createNameKey`. */
  nicknames: ReadonlySet<string>;
  /** Keys of `phrases`, sorted for prefix search. */
  sortedKeys: readonly string[];
  /** Words with which a phrase of two words begins, by the second one: "single" by "owner". */
  wordsBefore: ReadonlyMap<string, readonly string[]>;
  /** All spellings of a brand, a family or a model, by `createNameKey`. */
  spellings: ReadonlyMap<string, readonly string[]>;
  /** Words with a meaning as displayed, by `createPhraseKey`. */
  wordTexts: ReadonlyMap<string, string>;
  /** All spellings of a city or state, by its name. */
  placeSpellings: ReadonlyMap<string, readonly string[]>;
  models: readonly {
    name: VehicleName;
    words: ReadonlySet<string>;
    kind: VehicleType;
    isElectric: boolean;
    engineCc: number | null;
  }[];
  /** The words of each name and alias of a model, by brand; a model can have several. */
  modelNames: ReadonlyMap<string, readonly { name: VehicleName; words: readonly string[] }[]>;
  /** Words of the names of all models, without numbers. */
  modelWords: ReadonlySet<string>;
  /** Cities of a registration office by the key of its code (`mh12`), the most populous first. */
  citiesByOffice: ReadonlyMap<string, readonly City[]>;
  /** Names of states by code, including former codes. */
  stateByCode: ReadonlyMap<string, string>;
  numbers: NumberWords;
  stopWords: ReadonlySet<string>;
  /** Words next to the name of a place, such as "in". */
  placeWords: ReadonlySet<string>;
  /** Words before or after a number plate or the code of its state: "mh passing". */
  plateWords: ReadonlySet<string>;
  /** Papers that are valid until a year, and words between them and the year: "insurance", "till", "March". */
  paperWords: ReadonlySet<string>;
  untilWords: ReadonlySet<string>;
  validityFillers: ReadonlySet<string>;
  /** Words next to the height of a rider, and its units. */
  heightWords: ReadonlySet<string>;
  feetWords: ReadonlySet<string>;
  inchWords: ReadonlySet<string>;
  centimetreWords: ReadonlySet<string>;
  /** Words for parts of cities, such as "road" and "bus stand", by `createPhraseKey`; and endings of their names. */
  partWords: ReadonlySet<string>;
  partEndings: readonly string[];
  /** Words for numbered parts of cities: "sector". */
  numberedParts: ReadonlySet<string>;
  /** Words before a PIN code. */
  pinWords: ReadonlySet<string>;
  /** Cities by the first three digits of their PIN codes. */
  citiesByPin: ReadonlyMap<string, City>;
  /** Words of names in other scripts, with their spelling in Latin letters. */
  latinWords: ReadonlyMap<string, string>;
  /** Case endings of nouns in Indian scripts, such as that of "in Chennai", the longest first. */
  endings: readonly string[];
  /** Common words that resemble names: never completed to a name, and searched only in names and places. */
  plainWords: ReadonlySet<string>;
  /** Names that are common words, such as "speed": they count in the names of offers only. */
  commonNames: ReadonlySet<string>;
  /** Phrases that exclude what follows: "not", "without". */
  negations: ReadonlySet<string>;
  /** Phrases that exclude what precedes: "nahi chahiye". */
  negationsAfter: ReadonlySet<string>;
  /** Keys of names of other products that begin with a brand of vehicles: "honda city", a car. */
  otherProducts: ReadonlySet<string>;
};

/** Words of numbers and ranges, by `createRangeKey`; a phrase of several words has one key. */
export type NumberWords = {
  /** Multipliers: "lakh". */
  multipliers: ReadonlyMap<string, number>;
  /** Numbers in words: "saath". */
  wordNumbers: ReadonlyMap<string, number>;
  /** Words before a number, with what they add to it: 0.5 for "sadhe" in "sadhe teen". */
  prefixes: ReadonlyMap<string, number>;
  /** Words after a number that add 0.5 to it. */
  halves: ReadonlyMap<string, number>;
  currency: ReadonlySet<string>;
  units: ReadonlyMap<string, Unit>;
  /** Units that count only next to a number of a usual size, because the words have other uses: "mileage". */
  looseUnits: ReadonlyMap<string, Unit>;
  /** Range words before and after a number: "under", "tak". */
  before: ReadonlyMap<string, RangeKind>;
  after: ReadonlyMap<string, RangeKind>;
  /** Range words that occur next to any number, such as "plus", and do not make it a price. */
  loose: ReadonlySet<string>;
  /** Words between the two ends of a range: "to". */
  joiners: ReadonlySet<string>;
  /** Range words next to a year: "after", "model". */
  yearWords: ReadonlyMap<string, 'min' | 'max' | 'exact'>;
  /** Those next to which two digits are a year: "14 model". */
  shortYearWords: ReadonlySet<string>;
  /** English words of digits, in which numbers of models are spoken: "three fifty". */
  spokenDigits: ReadonlyMap<string, string>;
};

/** Key of a brand, family or model. */
export const createNameKey = ({ brand, family, model }: VehicleName): string => `${brand}|${model ?? family ?? ''}`;

/** Whether a name is that of a brand, or of a family named like its brand, such as Ather. */
export const isBrandName = ({ brand, family, model }: VehicleName): boolean =>
  model === null && (family === null || family === brand);

/** Minimum number of consonants by which words of two scripts are compared. */
export const minSkeletonLength = 3;

/** Whether a word has only a grammatical function: a stop word, or a word of a number or range. */
export const isFunctionWord = ({ stopWords, placeWords, numbers }: Dictionary, key: string): boolean =>
  stopWords.has(key) ||
  placeWords.has(key) ||
  numbers.wordNumbers.has(key) ||
  numbers.multipliers.has(key) ||
  numbers.currency.has(key) ||
  numbers.units.has(key) ||
  numbers.before.has(key) ||
  numbers.after.has(key) ||
  numbers.joiners.has(key) ||
  numbers.yearWords.has(key);

const isTamil = (key: string): boolean => /[\u0b80-\u0bff]/.test(key);

/** Length from which two keys of the same word may differ in a sound. Names of vehicles are fewer than those of places. */
const minFuzzyKeyLength = { name: 4, place: 6 } as const;
/** Length from which they may differ in two sounds, and below which they only differ by a sound left out. */
const longKeyLength = 8;
const shortKeyLength = 6;

/** Edit distance of two phonetic keys; null if they are too different to be of the same word. */
function comparePhoneticKeys(key: string, other: string, { type }: DictionaryEntry): number | null {
  const minLength = type === 'city' || type === 'state' ? minFuzzyKeyLength.place : minFuzzyKeyLength.name;
  const max = key.length < minLength ? 0 : key.length < longKeyLength ? 1 : 2;
  const distance = calculateEditDistance(key, other, max);
  const isReplaced = distance > 0 && key.length === other.length;
  return distance > max || (isReplaced && key.length < shortKeyLength) ? null : distance;
}

/**
 * Finds the phrase with the pronunciation of words in an Indian script; of several the nearest, names before places.
 *
 * @param key phrase key
 * @param isWord whether it is the key of a single word
 */
export function findPhonetically(dictionary: Dictionary, key: string, isWord: boolean): DictionaryEntry | undefined {
  const { byPhoneticKey, bySkeleton, plainWords } = dictionary;
  if (isFunctionWord(dictionary, key) || plainWords.has(key)) return undefined;
  const phonetic = createPhoneticKey(key);
  const exact = byPhoneticKey.get(createPhoneticLookupKey(key, phonetic));
  // Several words share their consonants with too many others.
  if (exact || !isWord) return exact;
  const skeleton = createConsonantSkeleton(phonetic);
  if (skeleton.length < minSkeletonLength) return undefined;
  // Only Tamil has "Balasore" sound like "Pulsar".
  const reduce = isTamil(key) ? createCoarsePhoneticKey : createBroadPhoneticKey;
  const reduced = reduce(phonetic);
  const [nearest] = (bySkeleton.get(skeleton) ?? [])
    .flatMap(({ entry, phoneticKey: other }) => {
      const distance = comparePhoneticKeys(reduced, reduce(other), entry);
      return distance === null ? [] : [{ entry, distance }];
    })
    .sort(
      (one, other) =>
        one.distance - other.distance || Number(other.entry.type === 'name') - Number(one.entry.type === 'name'),
    );
  return nearest?.entry;
}

/** Key of a range word, which may be a sign: `<`, `~`, `-`. */
export const createRangeKey = (text: string): string => createPhraseKey(text) || text.replace(/[–—]/g, '-');

/**
 * Set of the letters of a word as a bit mask, with which most pairs of different words are rejected without a
 * comparison.
 */
export function createLetterMask(word: string): number {
  let letters = 0;
  for (let index = 0; index < word.length; index += 1) letters |= 1 << (word.charCodeAt(index) & 31);
  return letters;
}

/** Creates candidates for spelling correction from words and their weights, by length. */
export function groupByLength(weights: Iterable<readonly [word: string, weight: number]>): Dictionary['candidates'] {
  const byLength = new Map<number, SpellingCandidate[]>();
  for (const [word, weight] of weights) {
    const sameLength = byLength.get(word.length) ?? [];
    sameLength.push({ word, weight, letters: createLetterMask(word) });
    byLength.set(word.length, sameLength);
  }
  return byLength;
}

/** Whether a token alone is no search term: a stop word, a place word, a range word or a sign. */
export const isStopWord = (dictionary: Dictionary, { text, isQuoted }: Token): boolean => {
  if (isQuoted) return false;
  const { stopWords, placeWords, numbers } = dictionary;
  return (
    /^[^\p{L}\p{N}]+$/u.test(text) ||
    stopWords.has(text) ||
    placeWords.has(text) ||
    numbers.joiners.has(text) ||
    numbers.before.has(text) ||
    numbers.after.has(text) ||
    numbers.yearWords.has(text) ||
    numbers.currency.has(text)
  );
};

/** Index of the first of `count` sorted keys that is not less than `key`. */
export function findLowerBound(count: number, getKey: (index: number) => string, key: string): number {
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (getKey(middle) < key) from = middle + 1;
    else to = middle;
  }
  return from;
}
