import {
  type City,
  createNameKey,
  createRangeKey,
  type Dictionary,
  type NameEntry,
  type NumberWords,
  type RangeKind,
  type SpellingCandidate,
  type Unit,
  type VehicleName,
} from './dictionary';
import { type DictionaryData, dictionaryData } from './dictionary-data.server';
import { createConsonantKey, createFuzzyKeys, createSoundKey, minFuzzyLength } from '../names/fuzzy-match';
import { appendToList, PhraseIndex } from './phrase-index';
import { createPhraseKey, foldText, getTokenTexts, isIndic } from '../names/tokenizer';

/** Weight of aliases. Words of listings that resemble only an alias are not misspelt. */
export const aliasWeight = 0.5;

function groupByFuzzyKey(
  byLength: ReadonlyMap<number, readonly SpellingCandidate[]>,
): ReadonlyMap<string, readonly SpellingCandidate[]> {
  const byKey = new Map<string, SpellingCandidate[]>();
  for (const candidate of [...byLength.values()].flat()) {
    const { word } = candidate;
    if (word.length < minFuzzyLength) continue;
    for (const key of [...createFuzzyKeys(word), createConsonantKey(word), createSoundKey(word)])
      appendToList(byKey, key, candidate);
  }
  return byKey;
}

const weights = {
  brand: 5,
  family: 4,
  model: 3,
  word: 2,
  largeCity: 2,
  synonym: 1,
  city: 1,
  alias: aliasWeight,
} as const;
const largeCityPopulation = 1_000_000;

const getScripts = (text: string, devanagari: string | undefined): string[] =>
  devanagari ? [text, devanagari] : [text];

function addFamilies(phrases: PhraseIndex, families: DictionaryData['names']['families']): void {
  for (const { brand, family, aliases, devanagari, needsBrand = false } of families) {
    const entry = { type: 'name', name: { brand, family, model: null }, needsBrand, spelling: family } as const;
    for (const text of [...getScripts(family, devanagari), ...aliases]) phrases.addName(text, entry);
    phrases.addCandidates(family, weights.family);
    phrases.addAliasCandidates(aliases, weights.alias);
  }
}

type ModelNames = Map<string, { name: VehicleName; words: readonly string[] }[]>;

function addModels(
  phrases: PhraseIndex,
  models: DictionaryData['names']['models'],
): { models: Dictionary['models']; modelNames: ModelNames } {
  const modelNames: ModelNames = new Map();
  const reversed: [text: string, entry: NameEntry][] = [];
  const added = models.map(
    ({ brand, model, family = null, aliases, devanagari, needsBrand = false, kind, fuel, engineCc = null }) => {
      // A model with the name of its family, such as Activa, is the family.
      const isFamily = family !== null && createPhraseKey(model) === createPhraseKey(family);
      const name: VehicleName = { brand, family, model: isFamily ? null : model };
      const entry = { type: 'name', name, needsBrand: false, spelling: model } as const;
      for (const text of getScripts(model, devanagari)) phrases.addName(text, { ...entry, needsBrand });
      // "Adventure 390" for 390 Adventure; another name with that spelling takes precedence.
      const [first = '', second, ...rest] = getTokenTexts(model);
      if (!needsBrand && second !== undefined && rest.length === 0 && /^\d+$/.test(first))
        reversed.push([second + first, entry]);
      for (const text of aliases) {
        // "tvs jupiter" is the family, not this model.
        const isFamilyName = family !== null && createPhraseKey(text) === createPhraseKey(`${brand} ${family}`);
        if (isFamilyName) phrases.addSpelling(name, text);
        else phrases.addName(text, entry);
      }
      phrases.addCandidates(model, needsBrand ? weights.alias : weights.model);
      phrases.addAliasCandidates(aliases, weights.alias);
      if (!isFamily)
        for (const text of [model, ...aliases]) appendToList(modelNames, brand, { name, words: getTokenTexts(text) });
      return {
        name,
        words: new Set(getTokenTexts(model)),
        kind: kind === 'bike' ? ('Bike' as const) : ('Scooter' as const),
        isElectric: fuel === 'electric',
        engineCc,
      };
    },
  );
  for (const [text, entry] of reversed) phrases.add(text, entry);
  return { models: added, modelNames };
}

function addBrands(phrases: PhraseIndex, brands: DictionaryData['names']['brands']): void {
  for (const { brand, aliases, scripts } of brands) {
    const name: VehicleName = { brand, family: null, model: null };
    for (const text of [brand, ...aliases, ...scripts])
      phrases.addName(text, { type: 'name', name, needsBrand: false, spelling: brand });
    phrases.addCandidates(brand, weights.brand);
    phrases.addAliasCandidates(aliases, weights.alias);
  }
}

function listWordsBefore(words: DictionaryData['words']['words']): Map<string, string[]> {
  const wordsBefore = new Map<string, string[]>();
  for (const text of words.flatMap((group) => group.words)) {
    const [first = '', second, ...rest] = getTokenTexts(text);
    if (second !== undefined && rest.length === 0 && /^[a-z]{5,}$/.test(first))
      appendToList(wordsBefore, second, first);
  }
  return wordsBefore;
}

function addMeanings(phrases: PhraseIndex, words: DictionaryData['words']['words']): void {
  for (const { words: texts, means, strength } of words) {
    const spelling = texts[0] ?? '';
    for (const text of texts) {
      phrases.add(text, { type: 'word', means, isStrong: strength === 'strong', spelling });
      if (!isIndic(text) && /^\p{L}{5,}$/u.test(text))
        phrases.addCandidates(text, text === spelling ? weights.word : weights.synonym);
    }
  }
}

const groupTextsByKey = (words: DictionaryData['words']['words']): Map<string, string> =>
  new Map(
    words.flatMap(({ words: texts }) => texts.map((text): [string, string] => [createPhraseKey(text), text])).reverse(),
  );

/** A former code that is the current code of another state belongs to that state. */
const groupStatesByCode = (states: DictionaryData['places']['states']): Map<string, string> =>
  new Map([
    ...states.flatMap(({ name, oldCodes = [] }) => oldCodes.map((code): [string, string] => [code, name])).reverse(),
    ...states.map(({ code, name }): [string, string] => [code, name]),
  ]);

function addPlaces(
  phrases: PhraseIndex,
  { cities, states, localities }: DictionaryData['places'],
): Pick<Dictionary, 'placeSpellings' | 'citiesByOffice' | 'stateByCode' | 'citiesByPin'> {
  const stateByCode = groupStatesByCode(states);
  const placeSpellings = new Map<string, string[]>();
  const citiesByOffice = new Map<string, City[]>();
  const citiesByPin = new Map<string, City>();
  const byPopulation = [...cities].sort((one, other) => (other.population ?? 0) - (one.population ?? 0));
  for (const {
    id,
    city,
    state: stateCode,
    population = 0,
    plates = [],
    pins = [],
    aliases = [],
    devanagari,
  } of byPopulation) {
    const place: City = { id, city, state: stateByCode.get(stateCode) ?? stateCode, stateCode, plates };
    const texts = [...getScripts(city, devanagari), ...aliases];
    for (const text of texts) phrases.add(text, { type: 'city', city: place, spelling: city });
    const isLarge = population >= largeCityPopulation;
    phrases.addCandidates(city, isLarge ? weights.largeCity : weights.city);
    phrases.addAliasCandidates(aliases, isLarge ? weights.largeCity : weights.alias);
    placeSpellings.set(city, texts);
    for (const plate of plates) appendToList(citiesByOffice, createPhraseKey(plate), place);
    for (const pin of pins) citiesByPin.set(pin, place);
    const { names = [], sharedNames = [] } = localities.find(({ place: cityId }) => cityId === id) ?? {};
    for (const text of [...names, ...sharedNames])
      phrases.add(text, { type: 'city', city: place, spelling: city, isPart: true });
  }
  for (const { code, name, devanagari, aliases = [] } of states) {
    const texts = [...getScripts(name, devanagari), ...aliases];
    for (const text of texts) phrases.add(text, { type: 'state', name, code, spelling: name });
    phrases.addCandidates(name, weights.city);
    placeSpellings.set(name, texts);
  }
  return { placeSpellings, citiesByOffice, stateByCode, citiesByPin };
}

/** Words of aliases and of `words.json`, which are spelt correctly although they are no phrases themselves. */
function listKnownWords({ names, words }: DictionaryData): string[] {
  const texts = [
    ...names.models.flatMap(({ aliases }) => aliases),
    ...[
      ...words.words,
      ...words.ranges,
      ...words.yearWords,
      ...words.units,
      ...words.multipliers,
      ...words.inflectedMultipliers,
    ].flatMap((group) => group.words),
    ...Object.keys(words.wordNumbers),
    ...Object.keys(words.numberPrefixes),
    ...words.halfWords,
    ...words.currency,
    ...words.stopWords,
    ...words.placeWords,
    ...words.plateWords,
    ...words.paperWords,
    ...words.untilWords,
    ...words.validityFillers,
    ...words.heightWords,
    ...words.feetWords,
    ...words.inchWords,
    ...words.centimetreWords,
    ...words.negations,
    ...words.negationsAfter,
    ...words.otherProducts,
    ...words.plainWords,
  ];
  return texts.flatMap(getTokenTexts);
}

function listLatinWords({ names, words }: DictionaryData): Map<string, string> {
  const latin = new Map(Object.entries(words.latinWords));
  const add = (name: string, spellings: readonly (string | undefined)[]): void => {
    const nameWords = getTokenTexts(name.toLowerCase());
    for (const spelling of spellings) {
      const spellingWords = getTokenTexts(spelling ?? '');
      if (spellingWords.length !== nameWords.length) continue;
      for (const [index, word] of spellingWords.entries()) {
        const nameWord = nameWords[index];
        if (nameWord !== undefined && /[^\x20-\x7e]/.test(word) && !latin.has(word)) latin.set(word, nameWord);
      }
    }
  };
  for (const { brand, scripts } of names.brands) add(brand, scripts);
  for (const { family, devanagari } of names.families) add(family, [devanagari]);
  for (const { model, devanagari } of names.models) add(model, [devanagari]);
  return latin;
}

/** A shared spelling belongs to the first of: families, models, brands, words, cities by population, states. */
function buildDictionary(data: DictionaryData): Dictionary {
  const { names, places, words } = data;
  const phrases = new PhraseIndex();
  addFamilies(phrases, names.families);
  const { models, modelNames } = addModels(phrases, names.models);
  addBrands(phrases, names.brands);
  addMeanings(phrases, words.words);
  const placeIndexes = addPlaces(phrases, places);
  const { entries, withBrandOnly, byPhoneticKey, bySkeleton, candidates, spellings } = phrases;
  const candidateWords = [...candidates.values()].flat().map(({ word }) => word);
  return {
    phrases: entries,
    withBrandOnly,
    byPhoneticKey,
    bySkeleton,
    candidates,
    candidatesByKey: groupByFuzzyKey(candidates),
    knownWords: new Set([...entries.keys(), ...listKnownWords(data), ...candidateWords]),
    nicknames: new Set(
      names.families
        .filter(({ isNickname }) => isNickname)
        .map(({ brand, family }) => createNameKey({ brand, family, model: null })),
    ),
    sortedKeys: [...entries.keys()].sort(),
    wordsBefore: listWordsBefore(words.words),
    spellings,
    wordTexts: groupTextsByKey(words.words),
    models,
    modelNames,
    modelWords: new Set(models.flatMap((model) => [...model.words].filter((word) => /^\p{L}+$/u.test(word)))),
    ...placeIndexes,
    numbers: createNumberWords(words),
    stopWords: new Set(words.stopWords.map(createPhraseKey)),
    placeWords: new Set(words.placeWords.map(createPhraseKey)),
    plateWords: new Set(words.plateWords),
    paperWords: new Set(words.paperWords.map(foldText)),
    untilWords: new Set(words.untilWords.map(foldText)),
    validityFillers: new Set(words.validityFillers.map(foldText)),
    heightWords: new Set(words.heightWords.map(foldText)),
    feetWords: new Set(words.feetWords.map(foldText)),
    inchWords: new Set(words.inchWords.map(foldText)),
    centimetreWords: new Set(words.centimetreWords.map(foldText)),
    partWords: new Set(places.partWords.map(createPhraseKey)),
    partEndings: places.partEndings,
    numberedParts: new Set(places.numberedParts),
    pinWords: new Set(places.pinWords),
    latinWords: listLatinWords(data),
    endings: words.endings.map(foldText).sort((one, other) => other.length - one.length),
    plainWords: new Set(words.plainWords.map(createPhraseKey)),
    commonNames: new Set(words.commonNames),
    negations: new Set(words.negations.map(createPhraseKey)),
    negationsAfter: new Set(words.negationsAfter.map(createPhraseKey)),
    otherProducts: new Set(words.otherProducts.map(createPhraseKey)),
  };
}

const createUnits = ({ units }: DictionaryData['words'], isLooseWanted: boolean): ReadonlyMap<string, Unit> =>
  new Map(
    units
      .filter(({ isLoose = false }) => isLoose === isLooseWanted)
      .flatMap(({ unit, words }) => words.map((text) => [createPhraseKey(text), unit])),
  );

const createKeyMap = (values: Readonly<Record<string, number>>): ReadonlyMap<string, number> =>
  new Map(Object.entries(values).map(([text, value]) => [createPhraseKey(text), value]));

function createNumberWords(words: DictionaryData['words']): NumberWords {
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

export const dictionary: Dictionary = buildDictionary(dictionaryData);
