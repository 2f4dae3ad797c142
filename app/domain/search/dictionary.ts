import { mistakesBetween, phraseKey, plainSoundsOf, skeletonOf, soundsOf, typedWords } from './typed-words';

export type UnitName =
  | 'engineCc'
  | 'kilometres'
  | 'mileageKmpl'
  | 'rangeKm'
  | 'batteryKwh'
  | 'seatHeightMm'
  | 'weightKg'
  | 'ageYears'
  | 'ageMonths'
  | 'personAge'
  | 'speedKmph';
export type RangeRole = 'min' | 'max' | 'around' | 'between';

/** What a word sets: filters, an order or an action. */
export type WordMeaning = {
  fuelType?: 'Petrol' | 'Diesel' | 'Electric' | 'Hybrid';
  vehicleType?: 'Bike' | 'Scooter';
  stock?: 'new' | 'used' | 'upcoming';
  condition?: 'Like New' | 'Excellent' | 'Good' | 'Fair' | 'Poor';
  bodyStyle?: readonly string[];
  maxOwners?: number;
  transmission?: 'automatic' | 'manual';
  withPhoto?: true;
  /** Emission standard, which tells the years of sale. */
  bharatStage?: 3 | 4 | 6;
  sort?: string;
  action?: string;
  seller?: string;
  brakes?: string;
  maxWeightKg?: number;
  maxSeatHeightMm?: number;
};

/** A brand, or a family or model of one. */
export type NamedVehicle = { brand: string; family: string | null; model: string | null };

export type City = { id: string; city: string; state: string; stateCode: string; plates: readonly string[] };

/** What a phrase of the dictionary stands for. */
export type Entry =
  | { type: 'name'; name: NamedVehicle; needsBrand: boolean; spelling: string }
  | { type: 'word'; means: WordMeaning; isStrong: boolean; spelling: string }
  /** @property isPart whether the phrase names a part of the city */
  | { type: 'city'; city: City; spelling: string; isPart?: true }
  | { type: 'state'; name: string; code: string; spelling: string };

/** A single word that typing errors are corrected to; a heavier one is preferred. */
export type Correctable = { word: string; weight: number; letters: number };

export type Dictionary = {
  /** Entry of a phrase by its key; of several the most likely. */
  phrases: ReadonlyMap<string, Entry>;
  /** Names that count only beside their brand, by the key of the name. */
  besideBrand: ReadonlyMap<string, readonly Extract<Entry, { type: 'name' }>[]>;
  /** Phrases in Indian scripts by their sounds, and by their consonants. */
  bySound: ReadonlyMap<string, Entry>;
  bySkeleton: ReadonlyMap<string, readonly { sounds: string; entry: Entry }[]>;
  /** Words of the phrases, by length. */
  correctable: ReadonlyMap<number, readonly Correctable[]>;
  /** The same words by how they sound, and by their letters in the order of the alphabet. */
  correctableByKey: ReadonlyMap<string, readonly Correctable[]>;
  /** Folded single words that are known, and never corrected. */
  known: ReadonlySet<string>;
  /** Folded keys in order, for the beginning of a word that is still being typed. */
  sortedKeys: readonly string[];
  /** Every spelling of a brand, a family or a model, by `nameKey`. */
  spellings: ReadonlyMap<string, readonly string[]>;
  /** Words with a meaning as they are written, by their keys. */
  wordTexts: ReadonlyMap<string, string>;
  /** Every spelling of a place. */
  placeSpellings: ReadonlyMap<string, readonly string[]>;
  models: readonly {
    name: NamedVehicle;
    words: ReadonlySet<string>;
    kind: 'Bike' | 'Scooter';
    isElectric: boolean;
    engineCc: number | null;
  }[];
  /** Sets of words that make up a model's name or alias, without its brand; a model can have several. */
  wordings: ReadonlyMap<string, readonly { name: NamedVehicle; words: readonly string[] }[]>;
  /** Words of the names of all models, digits left out. */
  modelWords: ReadonlySet<string>;
  /** Cities whose plates an office issues, the largest first, by the key of its code. */
  citiesOfPlate: ReadonlyMap<string, readonly City[]>;
  /** Name of a state by its code, old codes included. */
  stateOfCode: ReadonlyMap<string, string>;
  numbers: NumberWords;
  stopWords: ReadonlySet<string>;
  placeWords: ReadonlySet<string>;
  /** Words after the code of a state where it is that of a number plate: "mh passing". */
  plateWords: ReadonlySet<string>;
  /** Keys of words for parts of cities, such as "road" and "bus stand", and endings of their names. */
  partWords: ReadonlySet<string>;
  partEndings: readonly string[];
  /** Words for parts of cities that have numbers: "sector". */
  numberedParts: ReadonlySet<string>;
  pinWords: ReadonlySet<string>;
  /** Cities by the first three figures of their PIN codes. */
  citiesOfPin: ReadonlyMap<string, City>;
  /** Words of names in other scripts, as the names spell them in Latin letters. */
  latinWords: ReadonlyMap<string, string>;
  /** Endings of nouns in Indian scripts, such as that of "in Chennai", which are words of their own elsewhere. */
  endings: readonly string[];
  /** Words of every day, which are never taken for the beginning of a name, and alone are looked for in names. */
  plainWords: ReadonlySet<string>;
  /** Words before what is not wanted, and phrases after it. */
  negations: ReadonlySet<string>;
  negationsAfter: ReadonlySet<string>;
  /** Keys of names that begin like those of vehicles, and are of something else. */
  otherProducts: ReadonlySet<string>;
};

/** Folded words of amounts; the key of a phrase of several words is their key as a whole. */
export type NumberWords = {
  times: ReadonlyMap<string, number>;
  wordNumbers: ReadonlyMap<string, number>;
  /** What a word before a number adds to it: half in "sadhe teen". */
  prefixes: ReadonlyMap<string, number>;
  /** Words after a number that add a half to it. */
  halves: ReadonlyMap<string, number>;
  currency: ReadonlySet<string>;
  units: ReadonlyMap<string, UnitName>;
  looseUnits: ReadonlyMap<string, UnitName>;
  before: ReadonlyMap<string, RangeRole>;
  after: ReadonlyMap<string, RangeRole>;
  /** Keys of those that stand beside figures of any size, such as `plus`. */
  loose: ReadonlySet<string>;
  joiners: ReadonlySet<string>;
  yearsBefore: ReadonlyMap<string, 'min' | 'max' | 'exact'>;
};

export const nameKey = ({ brand, family, model }: NamedVehicle): string => `${brand}|${model ?? family ?? ''}`;

/** Fewest consonants by which words of two scripts are compared. */
export const shortestSkeleton = 3;

/** Whether a word only joins, counts or asks for others, and is no name of anything. */
export const isFunctionWord = ({ stopWords, placeWords, numbers }: Dictionary, key: string): boolean =>
  stopWords.has(key) ||
  placeWords.has(key) ||
  numbers.wordNumbers.has(key) ||
  numbers.times.has(key) ||
  numbers.currency.has(key) ||
  numbers.units.has(key) ||
  numbers.before.has(key) ||
  numbers.after.has(key) ||
  numbers.joiners.has(key) ||
  numbers.yearsBefore.has(key);

/** Mistakes that a word of so many sounds may have to be taken for another. */
const mostMistakes = (sounds: string): number => (sounds.length < 4 ? 0 : sounds.length < 8 ? 1 : 2);

/**
 * The phrase that sounds like words in an Indian script; of several the nearest, and names before places.
 *
 * @param isWord whether the key is that of a single word
 */
export function soundingLike(dictionary: Dictionary, key: string, isWord: boolean): Entry | undefined {
  const { bySound, bySkeleton } = dictionary;
  if (isFunctionWord(dictionary, key)) return undefined;
  const sounds = soundsOf(key);
  const exact = bySound.get(sounds);
  // Consonants of two words together are those of too many others.
  if (exact || !isWord) return exact;
  const skeleton = skeletonOf(sounds);
  if (skeleton.length < shortestSkeleton) return undefined;
  const plain = plainSoundsOf(sounds);
  const most = mostMistakes(plain);
  const like = (bySkeleton.get(skeleton) ?? [])
    .map((one) => ({ ...one, mistakes: mistakesBetween(plain, plainSoundsOf(one.sounds), most) }))
    .filter(({ mistakes }) => mistakes <= most)
    .sort(
      (one, other) =>
        one.mistakes - other.mistakes || Number(other.entry.type === 'name') - Number(one.entry.type === 'name'),
    );
  return like[0]?.entry;
}

/** Words of a phrase, letters and digits apart. */
export const wordsOf = (text: string): string[] =>
  typedWords(text).map(({ text: word }) => (word === '+' ? 'plus' : word));

/** Key of a word of a range, which may be a sign: `<`, `~`, `-`. */
export const rangeKey = (text: string): string => phraseKey(text) || text.replace(/[–—]/g, '-');

/** The set of letters of a word as bits, to tell most pairs of unlike words apart at once. */
export function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}
