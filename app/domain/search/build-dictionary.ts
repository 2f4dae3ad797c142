import {
  type City,
  type Dictionary,
  type Entry,
  type NamedVehicle,
  type NumberWords,
  type RangeRole,
  rangeKey,
  type UnitName,
  wordsOf,
} from './dictionary';
import { foldLetters, isIndic, phraseKey } from './typed-words';
import { byLikeness } from './likeness';
import { append, Phrases, rareNameWeight } from './phrases';
import type { SearchFacts } from './search-facts';

const weightOf = { brand: 5, family: 4, model: 3, word: 2, synonym: 1, city: 1, alias: rareNameWeight } as const;

const inScripts = (text: string, devanagari: string | undefined): string[] =>
  devanagari ? [text, devanagari] : [text];

function addFamilies(phrases: Phrases, families: SearchFacts['names']['families']): void {
  for (const { brand, family, aliases, devanagari, needsBrand = false } of families) {
    const entry = { type: 'name', name: { brand, family, model: null }, needsBrand, spelling: family } as const;
    for (const text of [...inScripts(family, devanagari), ...aliases]) phrases.addName(text, entry);
    phrases.correctTo(family, weightOf.family);
    phrases.correctToWords(aliases, weightOf.alias);
  }
}

type Wordings = Map<string, { name: NamedVehicle; words: readonly string[] }[]>;

function addModels(
  phrases: Phrases,
  models: SearchFacts['names']['models'],
): { models: Dictionary['models']; wordings: Wordings } {
  const wordings: Wordings = new Map();
  const turned: [text: string, entry: Extract<Entry, { type: 'name' }>][] = [];
  const added = models.map(
    ({ brand, model, family = null, aliases, devanagari, needsBrand = false, kind, fuel, engineCc = null }) => {
      // A model named as its family, such as Activa, means the family.
      const isFamily = family !== null && phraseKey(model) === phraseKey(family);
      const name: NamedVehicle = { brand, family, model: isFamily ? null : model };
      const entry = { type: 'name', name, needsBrand: false, spelling: model } as const;
      for (const text of inScripts(model, devanagari)) phrases.addName(text, { ...entry, needsBrand });
      // "Adventure 390" for 390 Adventure; another name of that spelling comes first.
      const [first = '', second, ...rest] = wordsOf(model);
      if (!needsBrand && second !== undefined && rest.length === 0 && /^\d+$/.test(first))
        turned.push([second + first, entry]);
      for (const text of aliases) {
        // "tvs jupiter" means all of them.
        const isOfFamily = family !== null && phraseKey(text) === phraseKey(`${brand} ${family}`);
        if (isOfFamily) phrases.spell(name, text);
        else phrases.addName(text, entry);
      }
      phrases.correctTo(model, weightOf.model);
      phrases.correctToWords(aliases, weightOf.alias);
      if (!isFamily) for (const text of [model, ...aliases]) append(wordings, brand, { name, words: wordsOf(text) });
      return {
        name,
        words: new Set(wordsOf(model)),
        kind: kind === 'bike' ? ('Bike' as const) : ('Scooter' as const),
        isElectric: fuel === 'electric',
        engineCc,
      };
    },
  );
  for (const [text, entry] of turned) phrases.add(text, entry);
  return { models: added, wordings };
}

function addBrands(phrases: Phrases, brands: SearchFacts['names']['brands']): void {
  for (const { brand, aliases, scripts } of brands) {
    const name: NamedVehicle = { brand, family: null, model: null };
    for (const text of [brand, ...aliases, ...scripts])
      phrases.addName(text, { type: 'name', name, needsBrand: false, spelling: brand });
    phrases.correctTo(brand, weightOf.brand);
    phrases.correctToWords(aliases, weightOf.alias);
  }
}

function addMeanings(phrases: Phrases, words: SearchFacts['words']['words']): void {
  for (const { words: texts, means, strength } of words) {
    const spelling = texts[0] ?? '';
    for (const text of texts) {
      phrases.add(text, { type: 'word', means, isStrong: strength === 'strong', spelling });
      if (!isIndic(text) && /^\p{L}{5,}$/u.test(text))
        phrases.correctTo(text, text === spelling ? weightOf.word : weightOf.synonym);
    }
  }
}

/** Words with a meaning as they are written, by their keys; of several with one key the first. */
const textsByKey = (words: SearchFacts['words']['words']): Map<string, string> =>
  new Map(
    words.flatMap(({ words: texts }) => texts.map((text): [string, string] => [phraseKey(text), text])).reverse(),
  );

/** Names of states by their codes. A code that is both an old one and another state's own belongs to the latter. */
const statesByCode = (states: SearchFacts['places']['states']): Map<string, string> =>
  new Map([
    ...states.flatMap(({ name, oldCodes = [] }) => oldCodes.map((code): [string, string] => [code, name])).reverse(),
    ...states.map(({ code, name }): [string, string] => [code, name]),
  ]);

function addPlaces(
  phrases: Phrases,
  { cities, states, localities }: SearchFacts['places'],
): Pick<Dictionary, 'placeSpellings' | 'citiesOfPlate' | 'stateOfCode' | 'citiesOfPin'> {
  const stateOfCode = statesByCode(states);
  const placeSpellings = new Map<string, string[]>();
  const citiesOfPlate = new Map<string, City[]>();
  const citiesOfPin = new Map<string, City>();
  const byPopulation = [...cities].sort((one, other) => (other.population ?? 0) - (one.population ?? 0));
  for (const { id, city, state: stateCode, plates = [], pins = [], aliases = [], devanagari } of byPopulation) {
    const place: City = { id, city, state: stateOfCode.get(stateCode) ?? stateCode, stateCode, plates };
    const texts = [...inScripts(city, devanagari), ...aliases];
    for (const text of texts) phrases.add(text, { type: 'city', city: place, spelling: city });
    phrases.correctTo(city, weightOf.city);
    phrases.correctToWords(aliases, weightOf.alias);
    placeSpellings.set(city, texts);
    for (const plate of plates) append(citiesOfPlate, phraseKey(plate), place);
    for (const pin of pins) citiesOfPin.set(pin, place);
    for (const text of localities.find((one) => one.place === id)?.names ?? [])
      phrases.add(text, { type: 'city', city: place, spelling: city, isPart: true });
  }
  for (const { code, name, devanagari, aliases = [] } of states) {
    const texts = [...inScripts(name, devanagari), ...aliases];
    for (const text of texts) phrases.add(text, { type: 'state', name, code, spelling: name });
    phrases.correctTo(name, weightOf.city);
    placeSpellings.set(name, texts);
  }
  return { placeSpellings, citiesOfPlate, stateOfCode, citiesOfPin };
}

/** Single words that are known beside whole phrases, and never corrected. */
function knownWords({ names, words }: SearchFacts): string[] {
  const texts = [
    ...names.models.flatMap(({ aliases }) => aliases),
    ...[
      ...words.words,
      ...words.ranges,
      ...words.yearWords,
      ...words.units,
      ...words.multipliers,
      ...words.inflectedMultipliers,
    ].flatMap(({ words: ofOne }) => ofOne),
    ...Object.keys(words.wordNumbers),
    ...Object.keys(words.numberPrefixes),
    ...words.halfWords,
    ...words.currency,
    ...words.stopWords,
    ...words.placeWords,
    ...words.negations,
    ...words.negationsAfter,
    ...words.otherProducts,
    ...words.plainWords,
  ];
  return texts.flatMap(wordsOf);
}

/** The words of names in other scripts, where these have as many words as the names. */
function latinWordsOf({ names, words }: SearchFacts): Map<string, string> {
  const latin = new Map(Object.entries(words.latinWords));
  const add = (name: string, texts: readonly (string | undefined)[]): void => {
    const right = wordsOf(name.toLowerCase());
    for (const text of texts) {
      const other = wordsOf(text ?? '');
      if (other.length !== right.length) continue;
      for (const [at, word] of other.entries()) {
        const known = right[at];
        if (known !== undefined && /[^\x20-\x7e]/.test(word) && !latin.has(word)) latin.set(word, known);
      }
    }
  };
  for (const { brand, scripts } of names.brands) add(brand, scripts);
  for (const { family, devanagari } of names.families) add(family, [devanagari]);
  for (const { model, devanagari } of names.models) add(model, [devanagari]);
  return latin;
}

const unitsOf = ({ units }: SearchFacts['words'], areLoose: boolean): ReadonlyMap<string, UnitName> =>
  new Map(
    units
      .filter(({ isLoose = false }) => isLoose === areLoose)
      .flatMap(({ unit, words }) => words.map((text) => [phraseKey(text), unit])),
  );

const byKey = (values: Readonly<Record<string, number>>): ReadonlyMap<string, number> =>
  new Map(Object.entries(values).map(([text, value]) => [phraseKey(text), value]));

function numberWords(words: SearchFacts['words']): NumberWords {
  const before = new Map<string, RangeRole>();
  const after = new Map<string, RangeRole>();
  const joiners = new Set<string>();
  const loose = new Set<string>();
  for (const { role, place, words: texts, joiners: joining = [], isLoose = false } of words.ranges) {
    const roles = place === 'before' ? before : after;
    for (const text of texts) {
      roles.set(rangeKey(text), role);
      if (isLoose) loose.add(rangeKey(text));
    }
    for (const text of joining) joiners.add(rangeKey(text));
  }
  const yearsBefore = new Map<string, 'min' | 'max' | 'exact'>();
  for (const { role, words: texts } of words.yearWords)
    for (const text of texts) yearsBefore.set(phraseKey(text), role);
  return {
    times: new Map(
      [...words.multipliers, ...words.inflectedMultipliers].flatMap(({ times, words: texts }) =>
        texts.map((text) => [phraseKey(text), times]),
      ),
    ),
    wordNumbers: byKey(words.wordNumbers),
    prefixes: byKey(words.numberPrefixes),
    halves: new Map(words.halfWords.map((text) => [rangeKey(text), 0.5])),
    currency: new Set(words.currency.map((text) => phraseKey(text) || foldLetters(text))),
    units: unitsOf(words, false),
    looseUnits: unitsOf(words, true),
    before,
    after,
    loose,
    joiners,
    yearsBefore,
  };
}

/**
 * Builds the dictionary. Where two entries share a spelling the first in this order holds it: families, models, brands,
 * words with a meaning, cities by population, states.
 */
export function buildDictionary(facts: SearchFacts): Dictionary {
  const { names, places, words } = facts;
  const phrases = new Phrases();
  addFamilies(phrases, names.families);
  const { models, wordings } = addModels(phrases, names.models);
  addBrands(phrases, names.brands);
  addMeanings(phrases, words.words);
  const ofPlaces = addPlaces(phrases, places);
  const { entries, besideBrand, bySound, bySkeleton, correctable, spellings } = phrases;
  const correctedTo = [...correctable.values()].flatMap((ofLength) => ofLength.map(({ word }) => word));
  return {
    phrases: entries,
    besideBrand,
    bySound,
    bySkeleton,
    correctable,
    correctableByKey: byLikeness(correctable),
    known: new Set([...entries.keys(), ...knownWords(facts), ...correctedTo]),
    sortedKeys: [...entries.keys()].sort(),
    spellings,
    wordTexts: textsByKey(words.words),
    models,
    wordings,
    modelWords: new Set(models.flatMap(({ words: ofModel }) => [...ofModel].filter((word) => /^\p{L}+$/u.test(word)))),
    ...ofPlaces,
    numbers: numberWords(words),
    stopWords: new Set(words.stopWords.map(phraseKey)),
    placeWords: new Set(words.placeWords.map(phraseKey)),
    plateWords: new Set(words.plateWords),
    partWords: new Set(places.partWords.map(phraseKey)),
    partEndings: places.partEndings,
    numberedParts: new Set(places.numberedParts),
    pinWords: new Set(places.pinWords),
    latinWords: latinWordsOf(facts),
    endings: words.endings.map(foldLetters).sort((one, other) => other.length - one.length),
    plainWords: new Set(words.plainWords.map(phraseKey)),
    negations: new Set(words.negations.map(phraseKey)),
    negationsAfter: new Set(words.negationsAfter.map(phraseKey)),
    otherProducts: new Set(words.otherProducts.map(phraseKey)),
  };
}
