/** Builds the full-text queries of a search, in the syntax of SQLite's FTS5. */

import { type Dictionary, nameKey, type VehicleName } from './dictionary';
import type { ParsedQuery } from './parsed-query';
import { foldText, phraseKey, tokenize } from './tokenizer';

/**
 * Full-text queries over the documents of the offers, whose columns are `name` (brand, name, model), `details`
 * (variant, kind, fuel, condition, year, engine), `place` (city, state, plate) and `story` (the seller's description).
 */
export type FtsQuery = {
  /** Names and terms must occur in the column `name`, places in the column `place`. */
  exact: string;
  /** Names, terms and places may occur in any column. */
  anywhere: string;
};

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const anyOf = (terms: readonly string[]): string => (terms.length === 1 ? (terms[0] ?? '') : `(${terms.join(' OR ')})`);
const allOf = (terms: readonly string[]): string =>
  terms.length === 1 ? (terms[0] ?? '') : `(${terms.join(' AND ')})`;

/** Splits a text like the tokenizer of the full-text index, which keeps letters and digits together. */
const ftsTokens = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/**
 * Spellings of a phrase that sellers use: as it is, without spaces, with a space between letters and digits, folded.
 */
function spellingVariants(phrase: string): string[] {
  const words = ftsTokens(phrase);
  const separated = tokenize(words.join(' ')).map(({ text }) => text);
  const variants = [words.join(' '), words.join(''), separated.join(' '), foldText(words.join(' '))];
  return variants.filter((variant) => variant !== '');
}

/** Removes terms that contain another one: documents with "activa 6g" also contain "activa". */
const removeRedundant = (terms: readonly string[]): string[] => {
  const all = [...new Set(terms)].map((term) => ({ term, padded: ` ${term.slice(1, -1)} ` }));
  return all
    .filter((longer) => !all.some((other) => other !== longer && longer.padded.includes(other.padded)))
    .map(({ term }) => term);
};

const phraseTerms = (phrases: readonly string[]): string[] =>
  [...new Set(phrases.flatMap(spellingVariants))].map(quote);

/** Models of a family in one word, such as `classic350`, which the name of the family does not match. */
function joinedModelTerms({ models, spellings }: Dictionary, { brand, family }: VehicleName): string[] {
  const texts = models
    .filter(({ name }) => name.brand === brand && name.family === family && name.model !== null)
    .flatMap(({ name }) => spellings.get(nameKey(name)) ?? []);
  return [...new Set(texts.map((text) => ftsTokens(text).join('')))].filter((text) => /\d/.test(text)).map(quote);
}

/** Maximum number of letters of a version. */
const maxVersionLetters = 2;

/** Versions of a model, whose names end in one or two more letters: 450X and 450S for 450. */
function modelVersions({ models }: Dictionary, { brand, model }: VehicleName): VehicleName[] {
  if (model === null) return [];
  const key = phraseKey(model);
  if (!/\d$/.test(key)) return [];
  return models.flatMap(({ name }) => {
    const longerKey = phraseKey(name.model ?? '');
    const isVersion = name.brand === brand && longerKey.startsWith(key) && /^[a-z]+$/.test(longerKey.slice(key.length));
    return isVersion && longerKey.length <= key.length + maxVersionLetters ? [name] : [];
  });
}

/** Names up to this length are common words or numbers, and match only beside their brand. */
const maxShortName = 3;

/** Expressions for the column `name` and for all columns. */
type Term = { inName: string; anywhere: string };

/** Cached terms of names, which may have dozens of spellings. */
const nameTerms = new WeakMap<Dictionary, Map<string, Term>>();

function nameTerm(dictionary: Dictionary, name: VehicleName): Term {
  const known = nameTerms.get(dictionary) ?? new Map<string, Term>();
  nameTerms.set(dictionary, known);
  const key = `${nameKey(name)}|${name.model === null}`;
  const cached = known.get(key);
  if (cached) return cached;
  const term = buildNameTerm(dictionary, name);
  known.set(key, term);
  return term;
}

/** The words of a name that occur separately are the name only if all of them are in the column `name`. */
function buildNameTerm(dictionary: Dictionary, name: VehicleName): Term {
  const brandName: VehicleName = { brand: name.brand, family: null, model: null };
  const brandTerms = removeRedundant(phraseTerms(dictionary.spellings.get(nameKey(brandName)) ?? [name.brand]));
  const ownName = name.model ?? name.family;
  if (ownName === null) return { inName: anyOf(brandTerms), anywhere: anyOf(brandTerms) };
  const modelWords = ftsTokens(ownName);
  const terms = [name, ...modelVersions(dictionary, name)].flatMap((version) =>
    phraseTerms(dictionary.spellings.get(nameKey(version)) ?? [version.model ?? ownName]),
  );
  if (name.model === null) terms.push(...joinedModelTerms(dictionary, name));
  const needsBrand = (term: string): boolean =>
    dictionary.besideBrand.get(phraseKey(term))?.some((entry) => nameKey(entry.name) === nameKey(name)) === true;
  const isUnambiguous = (term: string): boolean =>
    term.length - 2 > maxShortName && !/^"\d+"$/.test(term) && !needsBrand(term);
  const unambiguous = removeRedundant(terms.filter(isUnambiguous));
  const ambiguous = terms.filter((term) => !isUnambiguous(term));
  const separated = [
    // The words of the name in any order.
    ...(modelWords.length > 1 ? [allOf(modelWords.map(quote))] : []),
    ...(ambiguous.length > 0 ? [allOf([anyOf(ambiguous), anyOf(brandTerms)])] : []),
  ];
  const inName = anyOf([...unambiguous, ...separated]);
  return {
    inName,
    anywhere: separated.length === 0 ? inName : anyOf([...unambiguous, `({name} : ${anyOf(separated)})`]),
  };
}

function placeTerms(dictionary: Dictionary, { cities, within, state, plate }: ParsedQuery['filters']): string[] {
  const anyPlace = (places: readonly string[]): string[] =>
    places.length === 0
      ? []
      : [
          anyOf(
            removeRedundant(places.flatMap((place) => phraseTerms(dictionary.placeSpellings.get(place) ?? [place]))),
          ),
        ];
  // Places around a city have other names; the filter on places finds them.
  const terms = [
    ...anyPlace(within === null ? cities.map(({ name }) => name) : []),
    ...anyPlace(state === null ? [] : [state]),
  ];
  if (plate === null) return terms;
  const [code = '', digits = ''] = plate.toLowerCase().split(' ');
  const officeCities = dictionary.citiesByOffice.get(code + digits) ?? [];
  const plates = [`${quote(code + digits)}*`];
  // Plates of the first nine offices of Delhi have no leading zero.
  if (code === 'dl' && digits.startsWith('0')) plates.push(`${quote(code + digits.slice(1))}*`);
  plates.push(...officeCities.flatMap(({ city: name }) => phraseTerms(dictionary.placeSpellings.get(name) ?? [])));
  return [...terms, anyOf(plates)];
}

/** A search term as it is, and with a space between letters and digits. */
function termVariants(term: string): string[] {
  const separated = tokenize(term).map(({ text }) => text);
  return [...new Set([term, separated.join(' ')])].filter((text) => ftsTokens(text).length > 0).map(quote);
}

/** An expression that matches no document. */
const matchesNothing = '""';

/** Minimum length of a prefix. */
const minPrefixLength = 2;

/** A search term. A term that may still be being typed matches as a prefix in names and places only. */
function searchTerm(text: string, isPrefix: boolean): Term {
  const terms = termVariants(text);
  if (terms.length === 0) return { inName: matchesNothing, anywhere: matchesNothing };
  if (!isPrefix || text.length < minPrefixLength) return { inName: anyOf(terms), anywhere: anyOf(terms) };
  // A prefix matches the whole term too. One of a single letter, as in "7 g", matches too many words.
  const prefixes = anyOf(terms.map((term) => (/(?:^"|\s)\S"$/u.test(term) ? term : `${term}*`)));
  return { inName: prefixes, anywhere: anyOf([...terms, `({name place} : ${prefixes})`]) };
}

/** Builds the full-text query of a search; null if it has neither names nor terms nor places. */
export function buildFtsQuery(dictionary: Dictionary, query: ParsedQuery): FtsQuery | null {
  const { names, terms, filters, isLastTermPrefix } = query;
  const named = names.map((name) => nameTerm(dictionary, name));
  const anyName: Term = {
    inName: anyOf(named.map(({ inName }) => inName)),
    anywhere: anyOf(named.map(({ anywhere }) => anywhere)),
  };
  const required = [
    ...(named.length > 0 ? [anyName] : []),
    ...terms.map((term) => searchTerm(term, isLastTermPrefix && term === terms.at(-1))),
  ];
  const places = placeTerms(dictionary, filters);
  if (required.length + places.length === 0) return null;
  // Descriptions contain single letters, and words such as "and" or "tyres", too often.
  const isCommon = (term: string): boolean =>
    term.length === 1 || dictionary.stopWords.has(term) || dictionary.plainWords.has(term);
  const areCommon = terms.length > 0 && terms.every(isCommon);
  return {
    exact: allOf([...required.map(({ inName }) => `{name} : ${inName}`), ...places.map((term) => `{place} : ${term}`)]),
    anywhere: allOf([
      ...required.map(({ inName, anywhere }) => (areCommon ? `{name place} : ${inName}` : anywhere)),
      ...places,
    ]),
  };
}

/** Builds the full-text query of the excluded names; null if there are none. */
export const buildExclusionQuery = (
  dictionary: Dictionary,
  { excludedNames }: Pick<ParsedQuery, 'excludedNames'>,
): string | null =>
  excludedNames.length === 0
    ? null
    : `{name} : ${anyOf(excludedNames.map((name) => nameTerm(dictionary, name).inName))}`;

/**
 * Whether a text that is not in the full-text index, such as that of a sample, matches the names and terms of a query.
 */
export function matchesText(
  { spellings }: Dictionary,
  { names, excludedNames, terms }: ParsedQuery,
  text: string,
): boolean {
  const key = phraseKey(text);
  const hasName = (name: VehicleName): boolean =>
    (spellings.get(nameKey(name)) ?? [name.brand]).some((spelling) => key.includes(phraseKey(spelling)));
  return (
    (names.length === 0 || names.some(hasName)) &&
    !excludedNames.some(hasName) &&
    terms.every((term) => phraseKey(term) !== '' && key.includes(phraseKey(term)))
  );
}
