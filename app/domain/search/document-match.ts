import { type Dictionary, type NamedVehicle, nameKey } from './dictionary';
import { foldLetters, phraseKey, typedWords } from './typed-words';
import type { Understood } from './understood';

/**
 * Full-text expressions over the documents of the offers, whose columns are `name` (brand, name, model), `details`
 * (variant, kind, fuel, condition, year, engine), `place` (city, state, plate) and `story` (the seller's words).
 */
export type DocumentMatch = {
  /** Every word stands where it belongs: names in the name, cities in the place. */
  exact: string;
  /** Every word stands somewhere in the offer. */
  anywhere: string;
};

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const anyOf = (terms: readonly string[]): string => (terms.length === 1 ? (terms[0] ?? '') : `(${terms.join(' OR ')})`);
const allOf = (terms: readonly string[]): string =>
  terms.length === 1 ? (terms[0] ?? '') : `(${terms.join(' AND ')})`;

/** Words as the full-text index splits them: letters and digits together. */
const indexWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** A spelling as sellers write it: as it is, joined, and with letters and digits apart. */
function variantsOf(text: string): string[] {
  const words = indexWords(text);
  const apart = typedWords(words.join(' ')).map(({ text: word }) => word);
  return [words.join(' '), words.join(''), apart.join(' '), foldLetters(words.join(' '))].filter((one) => one !== '');
}

/** Terms without those that another one is a part of: what has "activa 6g" has "activa". */
const shortest = (terms: readonly string[]): string[] => {
  const all = [...new Set(terms)].map((term) => ({ term, padded: ` ${term.slice(1, -1)} ` }));
  return all
    .filter((one) => !all.some((other) => other !== one && one.padded.includes(other.padded)))
    .map(({ term }) => term);
};

const termsOf = (texts: readonly string[]): string[] => [...new Set(texts.flatMap(variantsOf))].map(quoted);

/** Models of a family that sellers write as one word, such as `classic350`: its name alone does not find them. */
function joinedModels({ models, spellings }: Dictionary, { brand, family }: NamedVehicle): string[] {
  const texts = models
    .filter(({ name }) => name.brand === brand && name.family === family && name.model !== null)
    .flatMap(({ name }) => spellings.get(nameKey(name)) ?? []);
  return [...new Set(texts.map((text) => indexWords(text).join('')))].filter((text) => /\d/.test(text)).map(quoted);
}

const longestVersion = 2;

/** Models whose names continue that of one by a letter or two, such as 450X and 450S for 450. */
function versionsOf({ models }: Dictionary, { brand, model }: NamedVehicle): NamedVehicle[] {
  if (model === null) return [];
  const key = phraseKey(model);
  if (!/\d$/.test(key)) return [];
  return models.flatMap(({ name }) => {
    const further = phraseKey(name.model ?? '');
    const isVersion = name.brand === brand && further.startsWith(key) && /^[a-z]+$/.test(further.slice(key.length));
    return isVersion && further.length <= key.length + longestVersion ? [name] : [];
  });
}

/** A name this short is a common word or number without its brand. */
const shortName = 3;

type Term = { inName: string; anywhere: string };

/** Terms of names, which are the same for every search: a name may have dozens of spellings. */
const termsOfNames = new WeakMap<Dictionary, Map<string, Term>>();

function nameTerm(dictionary: Dictionary, name: NamedVehicle): Term {
  const known = termsOfNames.get(dictionary) ?? new Map<string, Term>();
  termsOfNames.set(dictionary, known);
  const key = `${nameKey(name)}|${name.model === null}`;
  const earlier = known.get(key);
  if (earlier) return earlier;
  const made = makeNameTerm(dictionary, name);
  known.set(key, made);
  return made;
}

/** A name that is told by several words apart is one only where all of them stand in the name. */
function makeNameTerm(dictionary: Dictionary, name: NamedVehicle): Term {
  const brandName: NamedVehicle = { brand: name.brand, family: null, model: null };
  const brandTerms = shortest(termsOf(dictionary.spellings.get(nameKey(brandName)) ?? [name.brand]));
  const own = name.model ?? name.family;
  if (own === null) return { inName: anyOf(brandTerms), anywhere: anyOf(brandTerms) };
  const modelWords = indexWords(own);
  const terms = [name, ...versionsOf(dictionary, name)].flatMap((one) =>
    termsOf(dictionary.spellings.get(nameKey(one)) ?? [one.model ?? own]),
  );
  if (name.model === null) terms.push(...joinedModels(dictionary, name));
  // In whatever order the seller writes them.
  const isBesideBrand = (term: string): boolean =>
    dictionary.besideBrand.get(phraseKey(term))?.some(({ name: one }) => nameKey(one) === nameKey(name)) === true;
  const isUnmistakable = (term: string): boolean =>
    term.length - 2 > shortName && !/^"\d+"$/.test(term) && !isBesideBrand(term);
  const clear = shortest(terms.filter(isUnmistakable));
  const unclear = terms.filter((term) => !isUnmistakable(term));
  const apart = [
    ...(modelWords.length > 1 ? [allOf(modelWords.map(quoted))] : []),
    ...(unclear.length > 0 ? [allOf([anyOf(unclear), anyOf(brandTerms)])] : []),
  ];
  const inName = anyOf([...clear, ...apart]);
  return {
    inName,
    anywhere: apart.length === 0 ? inName : anyOf([...clear, `({name} : ${anyOf(apart)})`]),
  };
}

function placeTerms(dictionary: Dictionary, { cities, within, state, plate }: Understood['limits']): string[] {
  const termsOfPlaces = (places: readonly string[]): string[] =>
    places.length === 0
      ? []
      : [anyOf(shortest(places.flatMap((place) => termsOf(dictionary.placeSpellings.get(place) ?? [place]))))];
  // The surroundings of a city have other names.
  const terms = [
    ...termsOfPlaces(within === null ? cities.map(({ name }) => name) : []),
    ...termsOfPlaces(state === null ? [] : [state]),
  ];
  if (plate === null) return terms;
  const [code = '', figures = ''] = plate.toLowerCase().split(' ');
  const ofOffice = dictionary.citiesOfPlate.get(code + figures) ?? [];
  const plates = [`${quoted(code + figures)}*`];
  // The first nine offices of Delhi are written without a nought.
  if (code === 'dl' && figures.startsWith('0')) plates.push(`${quoted(code + figures.slice(1))}*`);
  plates.push(...ofOffice.flatMap(({ city: name }) => termsOf(dictionary.placeSpellings.get(name) ?? [])));
  return [...terms, anyOf(plates)];
}

/** A word of the offers' own, as it is and with letters and digits apart. */
function wordTerms(word: string): string[] {
  const apart = typedWords(word).map(({ text }) => text);
  return [...new Set([word, apart.join(' ')])].filter((text) => indexWords(text).length > 0).map(quoted);
}

/** An expression that no document matches. */
const nowhere = '""';

/** A beginning this short is that of too many words. */
const shortestPartial = 2;

/** A word that still may be being typed is the beginning of one in a name or place; elsewhere it is a whole word. */
function wordTerm(word: string, isPartial: boolean): Term {
  const terms = wordTerms(word);
  if (terms.length === 0) return { inName: nowhere, anywhere: nowhere };
  if (!isPartial || word.length < shortestPartial) return { inName: anyOf(terms), anywhere: anyOf(terms) };
  // A beginning matches the whole word too.
  const begun = anyOf(terms.map((term) => `${term}*`));
  return { inName: begun, anywhere: anyOf([...terms, `({name place} : ${begun})`]) };
}

/** @returns null where nothing is left to be found in documents: the search is of filters alone, or empty */
export function documentMatch(dictionary: Dictionary, understood: Understood): DocumentMatch | null {
  const { names, words, limits, isLastPartial } = understood;
  const named = names.map((one) => nameTerm(dictionary, one));
  const terms = [
    ...(named.length === 0
      ? []
      : [
          {
            inName: anyOf(named.map(({ inName }) => inName)),
            anywhere: anyOf(named.map(({ anywhere }) => anywhere)),
          },
        ]),
    ...words.map((word) => wordTerm(word, isLastPartial && word === words.at(-1))),
  ];
  const inPlace = placeTerms(dictionary, limits);
  if (terms.length + inPlace.length === 0) return null;
  // A single letter, and a word such as "and" or "tyres", stands in every other seller's text.
  const isCommon =
    words.length > 0 &&
    words.every((word) => word.length === 1 || dictionary.stopWords.has(word) || dictionary.plainWords.has(word));
  return {
    exact: allOf([...terms.map(({ inName }) => `{name} : ${inName}`), ...inPlace.map((term) => `{place} : ${term}`)]),
    anywhere: allOf([
      ...terms.map(({ inName, anywhere }) => (isCommon ? `{name place} : ${inName}` : anywhere)),
      ...inPlace,
    ]),
  };
}

/** The expression that finds what is named and not wanted; null where nothing is. */
export function unwantedMatch(dictionary: Dictionary, { without }: Pick<Understood, 'without'>): string | null {
  return without.length === 0 ? null : `{name} : ${anyOf(without.map((name) => nameTerm(dictionary, name).inName))}`;
}

/** Whether a text has the names and words of a search, as the documents of offers are looked through for them. */
export function isSaid({ spellings }: Dictionary, { names, without, words }: Understood, text: string): boolean {
  const key = phraseKey(text);
  const isNamed = (name: NamedVehicle): boolean =>
    (spellings.get(nameKey(name)) ?? [name.brand]).some((spelling) => key.includes(phraseKey(spelling)));
  return (
    (names.length === 0 || names.some(isNamed)) &&
    !without.some(isNamed) &&
    words.every((word) => phraseKey(word) !== '' && key.includes(phraseKey(word)))
  );
}
