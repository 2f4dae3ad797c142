import { type Dictionary, type NamedVehicle, nameKey } from './dictionary';
import { foldLetters, typedWords } from './typed-words';
import type { Understood } from './understand';

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

const termsOf = (texts: readonly string[]): string[] => [...new Set(texts.flatMap(variantsOf))].map(quoted);

/** Models of a family that sellers write as one word, such as `classic350`: its name alone does not find them. */
function joinedModels({ models, spellings }: Dictionary, { brand, family }: NamedVehicle): string[] {
  const texts = models
    .filter(({ name }) => name.brand === brand && name.family === family && name.model !== null)
    .flatMap(({ name }) => spellings.get(nameKey(name)) ?? []);
  return [...new Set(texts.map((text) => indexWords(text).join('')))].filter((text) => /\d/.test(text)).map(quoted);
}

/** A name this short is a common word or number without its brand. */
const shortName = 3;

function nameTerm(dictionary: Dictionary, name: NamedVehicle): string {
  const brandName: NamedVehicle = { brand: name.brand, family: null, model: null };
  const brandTerms = termsOf(dictionary.spellings.get(nameKey(brandName)) ?? [name.brand]);
  const own = name.model ?? name.family;
  if (own === null) return anyOf(brandTerms);
  const modelWords = indexWords(own);
  const terms = termsOf(dictionary.spellings.get(nameKey(name)) ?? [own]);
  if (name.model === null) terms.push(...joinedModels(dictionary, name));
  // In whatever order the seller writes them.
  if (modelWords.length > 1) terms.push(allOf(modelWords.map(quoted)));
  const isUnmistakable = (term: string): boolean => term.length - 2 > shortName && !/^"\d+"$/.test(term);
  const clear = terms.filter(isUnmistakable);
  const unclear = terms.filter((term) => !isUnmistakable(term));
  return anyOf([...clear, ...(unclear.length > 0 ? [allOf([anyOf(unclear), anyOf(brandTerms)])] : [])]);
}

function placeTerms(dictionary: Dictionary, { city, state, plate }: Understood['limits']): string[] {
  const terms = [city, state].flatMap((place) =>
    place === null ? [] : [anyOf(termsOf(dictionary.placeSpellings.get(place) ?? [place]))],
  );
  if (plate === null) return terms;
  const [code = '', figures = ''] = plate.toLowerCase().split(' ');
  const ofOffice = dictionary.cityOfPlate.get(code + figures);
  const plates = [`${quoted(code + figures)}*`];
  // The first nine offices of Delhi are written without a nought.
  if (code === 'dl' && figures.startsWith('0')) plates.push(`${quoted(code + figures.slice(1))}*`);
  if (ofOffice) plates.push(...termsOf(dictionary.placeSpellings.get(ofOffice.city) ?? []));
  return [...terms, anyOf(plates)];
}

/** A word of the offers' own; the beginning of one where it may still be being typed. */
function wordTerm(word: string, isPartial: boolean): string {
  const terms = [
    ...new Set([
      word,
      typedWords(word)
        .map(({ text }) => text)
        .join(' '),
    ]),
  ].filter((text) => indexWords(text).length > 0);
  return anyOf(terms.map((text) => quoted(text) + (isPartial ? '*' : '')));
}

/** @returns null where nothing is left to be found in documents: the search is of filters alone, or empty */
export function documentMatch(dictionary: Dictionary, understood: Understood): DocumentMatch | null {
  const { names, words, limits, isLastPartial } = understood;
  const inName = [
    ...(names.length > 0 ? [anyOf(names.map((name) => nameTerm(dictionary, name)))] : []),
    ...words.map((word, at) => wordTerm(word, isLastPartial && at === words.length - 1)),
  ].filter((term) => term !== '' && term !== '()');
  const inPlace = placeTerms(dictionary, limits);
  if (inName.length + inPlace.length === 0) return null;
  return {
    exact: allOf([...inName.map((term) => `{name} : ${term}`), ...inPlace.map((term) => `{place} : ${term}`)]),
    anywhere: allOf([...inName, ...inPlace]),
  };
}
