import { foldLetters, isIndic, mistakesBetween, phraseKey, skeletonOf, soundsOf, typedWords } from './typed-words';

/** Facts about names, places and words, as the data files of the search hold them. */
type SearchFacts = {
  names: {
    brands: readonly { brand: string; aliases: readonly string[]; scripts: readonly string[] }[];
    families: readonly NameFact<'family'>[];
    models: readonly (NameFact<'model'> & { family?: string; kind: 'bike' | 'scooter' | 'moped'; engineCc?: number })[];
  };
  places: {
    states: readonly {
      code: string;
      name: string;
      devanagari?: string;
      oldCodes?: readonly string[];
      aliases?: readonly string[];
    }[];
    cities: readonly {
      id: string;
      city: string;
      /** Code of its state. */
      state: string;
      plates?: readonly string[];
      population?: number;
      aliases?: readonly string[];
      devanagari?: string;
    }[];
  };
  words: {
    words: readonly { words: readonly string[]; means: WordMeaning; strength: 'strong' | 'hint' }[];
    multipliers: readonly { times: number; words: readonly string[] }[];
    wordNumbers: Readonly<Record<string, number>>;
    currency: readonly string[];
    units: readonly { unit: UnitName; words: readonly string[] }[];
    ranges: readonly {
      role: RangeRole;
      place: 'before' | 'after';
      words: readonly string[];
      joiners?: readonly string[];
    }[];
    yearWords: readonly { role: 'min' | 'max' | 'exact'; words: readonly string[] }[];
    placeWords: readonly string[];
    stopWords: readonly string[];
  };
};

type NameFact<Kind extends string> = {
  brand: string;
  aliases: readonly string[];
  devanagari?: string;
  needsBrand?: boolean;
} & Record<Kind, string>;

export type UnitName = 'engineCc' | 'kilometres' | 'mileageKmpl' | 'rangeKm' | 'batteryKwh' | 'ageYears';
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
  | { type: 'city'; city: City; spelling: string }
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
  /** Folded single words that are known, and never corrected. */
  known: ReadonlySet<string>;
  /** Folded keys in order, for the beginning of a word that is still being typed. */
  sortedKeys: readonly string[];
  /** Every spelling of a brand, a family or a model, by `nameKey`. */
  spellings: ReadonlyMap<string, readonly string[]>;
  /** Every spelling of a place. */
  placeSpellings: ReadonlyMap<string, readonly string[]>;
  models: readonly {
    name: NamedVehicle;
    words: ReadonlySet<string>;
    kind: 'Bike' | 'Scooter';
    engineCc: number | null;
  }[];
  /** Sets of words that make up a model's name or alias, without its brand; a model can have several. */
  wordings: ReadonlyMap<string, readonly { name: NamedVehicle; words: readonly string[] }[]>;
  /** Cities whose plates an office issues, the largest first, by the key of its code. */
  citiesOfPlate: ReadonlyMap<string, readonly City[]>;
  /** Name of a state by its code, old codes included. */
  stateOfCode: ReadonlyMap<string, string>;
  numbers: NumberWords;
  stopWords: ReadonlySet<string>;
  placeWords: ReadonlySet<string>;
};

/** Folded words of amounts; the key of a phrase of several words is their key as a whole. */
export type NumberWords = {
  times: ReadonlyMap<string, number>;
  wordNumbers: ReadonlyMap<string, number>;
  currency: ReadonlySet<string>;
  units: ReadonlyMap<string, UnitName>;
  before: ReadonlyMap<string, RangeRole>;
  after: ReadonlyMap<string, RangeRole>;
  joiners: ReadonlySet<string>;
  yearsBefore: ReadonlyMap<string, 'min' | 'max' | 'exact'>;
};

export const nameKey = ({ brand, family, model }: NamedVehicle): string => `${brand}|${model ?? family ?? ''}`;

const shortestSkeleton = 3;

/**
 * The phrase that sounds like words in an Indian script; of several the nearest, and names before places.
 *
 * @param isWord whether the key is that of a single word
 */
export function soundingLike({ bySound, bySkeleton }: Dictionary, key: string, isWord: boolean): Entry | undefined {
  const sounds = soundsOf(key);
  const exact = bySound.get(sounds);
  // Consonants of two words together are those of too many others.
  if (exact || !isWord) return exact;
  const skeleton = skeletonOf(sounds);
  if (skeleton.length < shortestSkeleton) return undefined;
  const most = 4;
  const like = (bySkeleton.get(skeleton) ?? []).map((one) => ({
    ...one,
    mistakes: mistakesBetween(sounds, one.sounds, most),
  }));
  like.sort((one, other) => one.mistakes - other.mistakes);
  return (like.find(({ entry }) => entry.type === 'name') ?? like[0])?.entry;
}

/** Words of a phrase, letters and digits apart. */
export const wordsOf = (text: string): string[] =>
  typedWords(text).map(({ text: word }) => (word === '+' ? 'plus' : word));

class Builder {
  readonly phrases = new Map<string, Entry>();
  readonly besideBrand = new Map<string, Extract<Entry, { type: 'name' }>[]>();
  readonly bySound = new Map<string, Entry>();
  readonly bySkeleton = new Map<string, { sounds: string; entry: Entry }[]>();
  readonly weights = new Map<string, number>();
  readonly spellings = new Map<string, Set<string>>();

  add(text: string, entry: Entry): void {
    const key = phraseKey(text);
    if (key === '') return;
    if (entry.type === 'name' && entry.needsBrand) {
      const known = this.besideBrand.get(key);
      if (known) known.push(entry);
      else this.besideBrand.set(key, [entry]);
      return;
    }
    if (!this.phrases.has(key)) this.phrases.set(key, entry);
    if (!isIndic(key)) return;
    const sounds = soundsOf(key);
    if (!this.bySound.has(sounds)) this.bySound.set(sounds, entry);
    const skeleton = skeletonOf(sounds);
    if (skeleton.length < shortestSkeleton) return;
    const known = this.bySkeleton.get(skeleton);
    if (known) known.push({ sounds, entry });
    else this.bySkeleton.set(skeleton, [{ sounds, entry }]);
  }

  /** Makes the words of a phrase targets of corrections. */
  correctTo(text: string, weight: number): void {
    for (const word of wordsOf(text)) {
      if (/^\d/.test(word) || word.length < 3) continue;
      this.weights.set(word, Math.max(weight, this.weights.get(word) ?? 0));
    }
  }

  spell(key: string, text: string): void {
    const known = this.spellings.get(key);
    if (known) known.add(text);
    else this.spellings.set(key, new Set([text]));
  }
}

const weightOf = { brand: 5, family: 4, model: 3, word: 2, synonym: 1, city: 1 } as const;

/**
 * Builds the dictionary. Where two entries share a spelling the first in this order holds it: families, models, brands,
 * words with a meaning, cities by population, states.
 */
export function buildDictionary({ names, places, words }: SearchFacts): Dictionary {
  const builder = new Builder();
  for (const { brand, family, aliases, devanagari, needsBrand = false } of names.families) {
    const name: NamedVehicle = { brand, family, model: null };
    for (const text of [family, ...aliases, ...(devanagari ? [devanagari] : [])]) {
      builder.add(text, { type: 'name', name, needsBrand, spelling: family });
      builder.spell(nameKey(name), text);
    }
    builder.correctTo(family, weightOf.family);
  }
  const wordings = new Map<string, { name: NamedVehicle; words: readonly string[] }[]>();
  const models = names.models.map(
    ({ brand, model, family = null, aliases, devanagari, needsBrand = false, kind, engineCc = null }) => {
      // A model named as its family, such as Activa, means the family.
      const isFamily = family !== null && phraseKey(model) === phraseKey(family);
      const name: NamedVehicle = { brand, family, model: isFamily ? null : model };
      const own = [model, ...(devanagari ? [devanagari] : [])];
      for (const text of own) builder.add(text, { type: 'name', name, needsBrand, spelling: model });
      for (const text of aliases) {
        // "tvs jupiter" means all of them.
        if (family !== null && phraseKey(text) === phraseKey(`${brand} ${family}`)) continue;
        builder.add(text, { type: 'name', name, needsBrand: false, spelling: model });
      }
      for (const text of [...own, ...aliases]) builder.spell(nameKey(name), text);
      builder.correctTo(model, weightOf.model);
      const ofBrand = wordings.get(brand) ?? [];
      if (!isFamily) for (const text of [model, ...aliases]) ofBrand.push({ name, words: wordsOf(text) });
      wordings.set(brand, ofBrand);
      return {
        name,
        words: new Set(wordsOf(model)),
        kind: kind === 'bike' ? ('Bike' as const) : ('Scooter' as const),
        engineCc,
      };
    },
  );
  for (const { brand, aliases, scripts } of names.brands) {
    const name: NamedVehicle = { brand, family: null, model: null };
    for (const text of [brand, ...aliases, ...scripts]) {
      builder.add(text, { type: 'name', name, needsBrand: false, spelling: brand });
      builder.spell(nameKey(name), text);
    }
    builder.correctTo(brand, weightOf.brand);
  }
  for (const { words: phrases, means, strength } of words.words) {
    for (const text of phrases) {
      builder.add(text, { type: 'word', means, isStrong: strength === 'strong', spelling: phrases[0] ?? text });
      if (!isIndic(text) && /^\p{L}{5,}$/u.test(text))
        builder.correctTo(text, text === phrases[0] ? weightOf.word : weightOf.synonym);
    }
  }
  const stateOfCode = new Map<string, string>();
  const placeSpellings = new Map<string, string[]>();
  for (const { code, name, oldCodes = [] } of places.states) {
    stateOfCode.set(code, name);
    for (const old of oldCodes) if (!stateOfCode.has(old)) stateOfCode.set(old, name);
  }
  // A code that is both an old one and another state's own belongs to the latter.
  for (const { code, name } of places.states) stateOfCode.set(code, name);
  const citiesOfPlate = new Map<string, City[]>();
  const byPopulation = [...places.cities].sort((one, other) => (other.population ?? 0) - (one.population ?? 0));
  for (const { id, city, state: stateCode, plates = [], aliases = [], devanagari } of byPopulation) {
    const place: City = { id, city, state: stateOfCode.get(stateCode) ?? stateCode, stateCode, plates };
    const texts = [city, ...aliases, ...(devanagari ? [devanagari] : [])];
    for (const text of texts) builder.add(text, { type: 'city', city: place, spelling: city });
    builder.correctTo(city, weightOf.city);
    placeSpellings.set(city, texts);
    for (const plate of plates) {
      const key = phraseKey(plate);
      citiesOfPlate.set(key, [...(citiesOfPlate.get(key) ?? []), place]);
    }
  }
  for (const { code, name, devanagari, aliases = [] } of places.states) {
    const texts = [name, ...aliases, ...(devanagari ? [devanagari] : [])];
    for (const text of texts) builder.add(text, { type: 'state', name, code, spelling: name });
    builder.correctTo(name, weightOf.city);
    placeSpellings.set(name, texts);
  }
  const known = new Set<string>();
  for (const key of builder.phrases.keys()) known.add(key);
  for (const { aliases } of names.models)
    for (const alias of aliases) for (const word of wordsOf(alias)) known.add(word);
  for (const { words: phrases } of words.words)
    for (const text of phrases) for (const word of wordsOf(text)) known.add(word);
  const numbers = numberWords(words);
  const stopWords = new Set(words.stopWords.map(phraseKey));
  const placeWords = new Set(words.placeWords.map(phraseKey));
  for (const { words: texts } of [...words.ranges, ...words.yearWords, ...words.units, ...words.multipliers]) {
    for (const text of texts) for (const word of wordsOf(text)) known.add(word);
  }
  for (const text of [...Object.keys(words.wordNumbers), ...words.currency, ...words.stopWords, ...words.placeWords]) {
    for (const word of wordsOf(text)) known.add(word);
  }
  const correctable = new Map<number, Correctable[]>();
  for (const [word, weight] of builder.weights) {
    known.add(word);
    const ofLength = correctable.get(word.length) ?? [];
    ofLength.push({ word, weight, letters: lettersOf(word) });
    correctable.set(word.length, ofLength);
  }
  return {
    phrases: builder.phrases,
    besideBrand: builder.besideBrand,
    bySound: builder.bySound,
    bySkeleton: builder.bySkeleton,
    correctable,
    known,
    sortedKeys: [...builder.phrases.keys()].sort(),
    spellings: new Map([...builder.spellings].map(([key, texts]) => [key, [...texts]])),
    placeSpellings,
    models,
    wordings,
    citiesOfPlate,
    stateOfCode,
    numbers,
    stopWords,
    placeWords,
  };
}

function numberWords(words: SearchFacts['words']): NumberWords {
  const before = new Map<string, RangeRole>();
  const after = new Map<string, RangeRole>();
  const joiners = new Set<string>();
  for (const { role, place, words: texts, joiners: joining = [] } of words.ranges) {
    const roles = place === 'before' ? before : after;
    for (const text of texts) roles.set(rangeKey(text), role);
    for (const text of joining) joiners.add(rangeKey(text));
  }
  const yearsBefore = new Map<string, 'min' | 'max' | 'exact'>();
  for (const { role, words: texts } of words.yearWords)
    for (const text of texts) yearsBefore.set(phraseKey(text), role);
  return {
    times: new Map(
      words.multipliers.flatMap(({ times, words: texts }) => texts.map((text) => [phraseKey(text), times])),
    ),
    wordNumbers: new Map(Object.entries(words.wordNumbers).map(([text, value]) => [phraseKey(text), value])),
    currency: new Set(words.currency.map((text) => phraseKey(text) || foldLetters(text))),
    units: new Map(words.units.flatMap(({ unit, words: texts }) => texts.map((text) => [phraseKey(text), unit]))),
    before,
    after,
    joiners,
    yearsBefore,
  };
}

/** Key of a word of a range, which may be a sign: `<`, `~`, `-`. */
export const rangeKey = (text: string): string => phraseKey(text) || text.replace(/[–—]/g, '-');

/** The set of letters of a word as bits, to tell most pairs of unlike words apart at once. */
export function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}
