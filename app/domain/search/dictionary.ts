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

export type RangeKind = 'min' | 'max' | 'around' | 'between';

export const searchActions = ['emi', 'compare', 'exchange', 'on-road-price', 'sell', 'insurance', 'service'] as const;
export type SearchAction = (typeof searchActions)[number];

export type WordMeaning = {
  fuelType?: FuelType;
  vehicleType?: VehicleType;
  stock?: VehicleStock;
  condition?: UsedCondition;
  bodyStyle?: readonly BodyStyle[];
  maxOwners?: number;
  transmission?: Transmission;
  withPhoto?: true;
  bharatStage?: 3 | 4 | 6;
  sort?: string;
  action?: SearchAction;
  seller?: string;
  brakes?: string;
  maxWeightKg?: number;
  maxSeatHeightMm?: number;
};

export type VehicleName = { brand: string; family: string | null; model: string | null };

export type City = { id: string; city: string; state: string; stateCode: string; plates: readonly string[] };

export type DictionaryEntry =
  /** @property needsBrand whether the phrase is this name only next to its brand */
  | { type: 'name'; name: VehicleName; needsBrand: boolean; spelling: string }
  /** @property isStrong whether the word sets filters; otherwise it only affects the order and the suggestions */
  | { type: 'word'; means: WordMeaning; isStrong: boolean; spelling: string }
  /** @property isPart whether the phrase is the name of a locality in the city */
  | { type: 'city'; city: City; spelling: string; isPart?: true }
  | { type: 'state'; name: string; code: string; spelling: string };

export type NameEntry = Extract<DictionaryEntry, { type: 'name' }>;

/** `letters` is its `createLetterMask`. */
export type SpellingCandidate = { word: string; weight: number; letters: number };

export type Dictionary = {
  /** Entries by `createPhraseKey`; of several entries with one key, the most likely. */
  phrases: ReadonlyMap<string, DictionaryEntry>;
  /** Names that are recognized only next to their brand, by `createPhraseKey`. */
  withBrandOnly: ReadonlyMap<string, readonly NameEntry[]>;
  byPhoneticKey: ReadonlyMap<string, DictionaryEntry>;
  /** The same by `createConsonantSkeleton`, each with its `createPhoneticKey`. */
  bySkeleton: ReadonlyMap<string, readonly { phoneticKey: string; entry: DictionaryEntry }[]>;
  /** Candidates for spelling correction, by length. */
  candidates: ReadonlyMap<number, readonly SpellingCandidate[]>;
  /** The same by `createFuzzyKeys`. */
  candidatesByKey: ReadonlyMap<string, readonly SpellingCandidate[]>;
  knownWords: ReadonlySet<string>;
  nicknames: ReadonlySet<string>;
  sortedKeys: readonly string[];
  /** Words with which a phrase of two words begins, by the second one: "single" by "owner". */
  wordsBefore: ReadonlyMap<string, readonly string[]>;
  spellings: ReadonlyMap<string, readonly string[]>;
  wordTexts: ReadonlyMap<string, string>;
  placeSpellings: ReadonlyMap<string, readonly string[]>;
  models: readonly {
    name: VehicleName;
    words: ReadonlySet<string>;
    kind: VehicleType;
    isElectric: boolean;
    engineCc: number | null;
  }[];
  modelNames: ReadonlyMap<string, readonly { name: VehicleName; words: readonly string[] }[]>;
  modelWords: ReadonlySet<string>;
  /** Cities of a registration office by the key of its code (`mh12`), the most populous first. */
  citiesByOffice: ReadonlyMap<string, readonly City[]>;
  stateByCode: ReadonlyMap<string, string>;
  numbers: NumberWords;
  stopWords: ReadonlySet<string>;
  placeWords: ReadonlySet<string>;
  plateWords: ReadonlySet<string>;
  paperWords: ReadonlySet<string>;
  untilWords: ReadonlySet<string>;
  validityFillers: ReadonlySet<string>;
  heightWords: ReadonlySet<string>;
  feetWords: ReadonlySet<string>;
  inchWords: ReadonlySet<string>;
  centimetreWords: ReadonlySet<string>;
  partWords: ReadonlySet<string>;
  partEndings: readonly string[];
  numberedParts: ReadonlySet<string>;
  pinWords: ReadonlySet<string>;
  /** Cities by the first three digits of their PIN codes. */
  citiesByPin: ReadonlyMap<string, City>;
  latinWords: ReadonlyMap<string, string>;
  /** Case endings of nouns in Indian scripts, such as that of "in Chennai", the longest first. */
  endings: readonly string[];
  /** Common words that resemble names: never completed to a name, and searched only in names and places. */
  plainWords: ReadonlySet<string>;
  /** Names that are common words, such as "speed": they count in the names of offers only. */
  commonNames: ReadonlySet<string>;
  negations: ReadonlySet<string>;
  /** Phrases that exclude what precedes: "nahi chahiye". */
  negationsAfter: ReadonlySet<string>;
  otherProducts: ReadonlySet<string>;
};

export type NumberWords = {
  multipliers: ReadonlyMap<string, number>;
  wordNumbers: ReadonlyMap<string, number>;
  /** Words before a number, with what they add to it: 0.5 for "sadhe" in "sadhe teen". */
  prefixes: ReadonlyMap<string, number>;
  halves: ReadonlyMap<string, number>;
  currency: ReadonlySet<string>;
  units: ReadonlyMap<string, Unit>;
  /** Units that count only next to a number of a usual size, because the words have other uses: "mileage". */
  looseUnits: ReadonlyMap<string, Unit>;
  before: ReadonlyMap<string, RangeKind>;
  after: ReadonlyMap<string, RangeKind>;
  /** Range words that occur next to any number, such as "plus", and do not make it a price. */
  loose: ReadonlySet<string>;
  joiners: ReadonlySet<string>;
  yearWords: ReadonlyMap<string, 'min' | 'max' | 'exact'>;
  shortYearWords: ReadonlySet<string>;
  spokenDigits: ReadonlyMap<string, string>;
};

export const createNameKey = ({ brand, family, model }: VehicleName): string => `${brand}|${model ?? family ?? ''}`;

export const isBrandName = ({ brand, family, model }: VehicleName): boolean =>
  model === null && (family === null || family === brand);

export const minSkeletonLength = 3;

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
function comparePhoneticKeys(key: string, candidate: string, { type }: DictionaryEntry): number | null {
  const minLength = type === 'city' || type === 'state' ? minFuzzyKeyLength.place : minFuzzyKeyLength.name;
  const max = key.length < minLength ? 0 : key.length < longKeyLength ? 1 : 2;
  const distance = calculateEditDistance(key, candidate, max);
  const isReplaced = distance > 0 && key.length === candidate.length;
  return distance > max || (isReplaced && key.length < shortKeyLength) ? null : distance;
}

/** Of several phrases the nearest, names before places. */
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
    .flatMap(({ entry, phoneticKey: candidate }) => {
      const distance = comparePhoneticKeys(reduced, reduce(candidate), entry);
      return distance === null ? [] : [{ entry, distance }];
    })
    .sort(
      (one, other) =>
        one.distance - other.distance || Number(other.entry.type === 'name') - Number(one.entry.type === 'name'),
    );
  return nearest?.entry;
}

export const createRangeKey = (text: string): string => createPhraseKey(text) || text.replace(/[–—]/g, '-');

/** A bit mask, with which most pairs of different words are rejected without a comparison. */
export function createLetterMask(word: string): number {
  let letters = 0;
  for (let index = 0; index < word.length; index += 1) letters |= 1 << (word.charCodeAt(index) & 31);
  return letters;
}

export function groupByLength(weights: Iterable<readonly [word: string, weight: number]>): Dictionary['candidates'] {
  const byLength = new Map<number, SpellingCandidate[]>();
  for (const [word, weight] of weights) {
    const sameLength = byLength.get(word.length) ?? [];
    sameLength.push({ word, weight, letters: createLetterMask(word) });
    byLength.set(word.length, sameLength);
  }
  return byLength;
}

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

export function findLowerBound(count: number, getKey: (index: number) => string, key: string): number {
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (getKey(middle) < key) from = middle + 1;
    else to = middle;
  }
  return from;
}
