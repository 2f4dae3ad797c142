/** Builds the full-text queries of a search, in the syntax of SQLite's FTS5. */

import { createNameKey, type Dictionary, type VehicleName } from './dictionary';
import type { ParsedQuery } from './parsed-query';
import { createPhraseKey, foldText, tokenize } from './tokenizer';
import { getEngineRange } from './unit-ranges';

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
const joinWithOrOperator = (terms: readonly string[]): string =>
  terms.length === 1 ? (terms[0] ?? '') : `(${terms.join(' OR ')})`;
const joinWithAndOperator = (terms: readonly string[]): string =>
  terms.length === 1 ? (terms[0] ?? '') : `(${terms.join(' AND ')})`;

/** Splits a text like the tokenizer of the full-text index, which keeps letters and digits together. */
export const splitFtsTokens = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/**
 * Spellings of a phrase that sellers use: as it is, without spaces, with a space between letters and digits, folded.
 */
function getSpellingVariants(phrase: string): string[] {
  const words = splitFtsTokens(phrase);
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

const createPhraseTerms = (phrases: readonly string[]): string[] =>
  [...new Set(phrases.flatMap(getSpellingVariants))].map(quote);

/** Models of a family in one word, such as `classic350`, which the name of the family does not match. */
function createJoinedModelTerms({ models, spellings }: Dictionary, { brand, family }: VehicleName): string[] {
  const texts = models
    .filter(({ name }) => name.brand === brand && name.family === family && name.model !== null)
    .flatMap(({ name }) => spellings.get(createNameKey(name)) ?? []);
  return [...new Set(texts.map((text) => splitFtsTokens(text).join('')))].filter((text) => /\d/.test(text)).map(quote);
}

/** Maximum number of letters of a version. */
const maxVersionLetters = 2;

/** Versions of a model, whose names end in one or two more letters: 450X and 450S for 450. */
function findModelVersions({ models }: Dictionary, { brand, model }: VehicleName): VehicleName[] {
  if (model === null) return [];
  const key = createPhraseKey(model);
  if (!/\d$/.test(key)) return [];
  return models.flatMap(({ name }) => {
    const longerKey = createPhraseKey(name.model ?? '');
    const isVersion = name.brand === brand && longerKey.startsWith(key) && /^[a-z]+$/.test(longerKey.slice(key.length));
    return isVersion && longerKey.length <= key.length + maxVersionLetters ? [name] : [];
  });
}

/** Names up to this length are common words or numbers, and match only next to their brand. */
const maxShortName = 3;

/** Expressions for the column `name` and for all columns. */
type Term = { inName: string; anywhere: string };

/** Cached terms of names, which may have dozens of spellings. */
const nameTerms = new WeakMap<Dictionary, Map<string, Term>>();

function getNameTerm(dictionary: Dictionary, name: VehicleName): Term {
  const known = nameTerms.get(dictionary) ?? new Map<string, Term>();
  nameTerms.set(dictionary, known);
  const key = `${createNameKey(name)}|${name.model === null}`;
  const cached = known.get(key);
  if (cached) return cached;
  const term = buildNameTerm(dictionary, name);
  known.set(key, term);
  return term;
}

/** The words of a name that occur separately are the name only if all of them are in the column `name`. */
function buildNameTerm(dictionary: Dictionary, name: VehicleName): Term {
  const brandName: VehicleName = { brand: name.brand, family: null, model: null };
  const brandTerms = removeRedundant(
    createPhraseTerms(dictionary.spellings.get(createNameKey(brandName)) ?? [name.brand]),
  );
  const ownName = name.model ?? name.family;
  if (ownName === null) return { inName: joinWithOrOperator(brandTerms), anywhere: joinWithOrOperator(brandTerms) };
  const modelWords = splitFtsTokens(ownName);
  const terms = [name, ...findModelVersions(dictionary, name)].flatMap((version) =>
    createPhraseTerms(dictionary.spellings.get(createNameKey(version)) ?? [version.model ?? ownName]),
  );
  if (name.model === null) terms.push(...createJoinedModelTerms(dictionary, name));
  const isBrandRequired = (term: string): boolean =>
    dictionary.withBrandOnly
      .get(createPhraseKey(term))
      ?.some((entry) => createNameKey(entry.name) === createNameKey(name)) === true;
  const isUnambiguous = (term: string): boolean =>
    term.length - 2 > maxShortName && !/^"\d+"$/.test(term) && !isBrandRequired(term);
  const unambiguous = removeRedundant(terms.filter(isUnambiguous));
  // In a description, "speed" is no Triumph.
  const common = unambiguous.filter((term) => dictionary.commonNames.has(term.slice(1, -1)));
  const ambiguous = terms.filter((term) => !isUnambiguous(term));
  const separated = [
    // The words of the name in any order.
    ...(modelWords.length > 1 ? [joinWithAndOperator(modelWords.map(quote))] : []),
    ...(ambiguous.length > 0
      ? [joinWithAndOperator([joinWithOrOperator(ambiguous), joinWithOrOperator(brandTerms)])]
      : []),
  ];
  const inName = joinWithOrOperator([...unambiguous, ...separated]);
  return {
    inName,
    anywhere:
      separated.length + common.length === 0
        ? inName
        : joinWithOrOperator([
            ...unambiguous.filter((term) => !common.includes(term)),
            `({name} : ${joinWithOrOperator([...common, ...separated])})`,
          ]),
  };
}

function createPlaceTerms(dictionary: Dictionary, { cities, within, state, plate }: ParsedQuery['filters']): string[] {
  const createAnyPlaceTerm = (places: readonly string[]): string[] =>
    places.length === 0
      ? []
      : [
          joinWithOrOperator(
            removeRedundant(
              places.flatMap((place) => createPhraseTerms(dictionary.placeSpellings.get(place) ?? [place])),
            ),
          ),
        ];
  // Places around a city have other names; the filter on places finds them.
  const terms = [
    ...createAnyPlaceTerm(within === null ? cities.map(({ name }) => name) : []),
    ...createAnyPlaceTerm(state === null ? [] : [state]),
  ];
  if (plate === null) return terms;
  const [code = '', digits = ''] = plate.toLowerCase().split(' ');
  const officeCities = dictionary.citiesByOffice.get(code + digits) ?? [];
  const plates = [`${quote(code + digits)}*`];
  // Plates of the first nine offices of Delhi have no leading zero.
  if (code === 'dl' && digits.startsWith('0')) plates.push(`${quote(code + digits.slice(1))}*`);
  plates.push(
    ...officeCities.flatMap(({ city: name }) => createPhraseTerms(dictionary.placeSpellings.get(name) ?? [])),
  );
  return [...terms, joinWithOrOperator(plates)];
}

/** A search term as it is, and with a space between letters and digits. */
function getTermVariants(term: string): string[] {
  const separated = tokenize(term).map(({ text }) => text);
  return [...new Set([term, separated.join(' ')])].filter((text) => splitFtsTokens(text).length > 0).map(quote);
}

/** An expression that matches no document. */
const matchesNothing = '""';

/** Minimum length of a prefix. */
const minPrefixLength = 2;

/** A search term. A term that may still be being typed matches as a prefix in names and places only. */
function createSearchTerm(text: string, isPrefix: boolean): Term {
  const terms = getTermVariants(text);
  if (terms.length === 0) return { inName: matchesNothing, anywhere: matchesNothing };
  if (!isPrefix || text.length < minPrefixLength)
    return { inName: joinWithOrOperator(terms), anywhere: joinWithOrOperator(terms) };
  // A prefix matches the whole term too. One of a single letter, as in "7 g", matches too many words.
  const prefixes = joinWithOrOperator(terms.map((term) => (/(?:^"|\s)\S"$/u.test(term) ? term : `${term}*`)));
  return { inName: prefixes, anywhere: joinWithOrOperator([...terms, `({name place} : ${prefixes})`]) };
}

/** An engine size without its unit, which is in the name or in the details. */
function createEngineTerm(cc: number): Term {
  const [low, high] = getEngineRange(cc);
  const sizes = Array.from({ length: high - low + 1 }, (_, index) => quote(String(low + index)));
  const inName = quote(String(cc));
  return {
    inName,
    anywhere: joinWithOrOperator([`({name} : ${inName})`, `({details} : ${joinWithOrOperator(sizes)})`]),
  };
}

/** Builds the full-text query of a search; null if it has neither names nor terms nor places. */
export function buildFtsQuery(dictionary: Dictionary, query: ParsedQuery): FtsQuery | null {
  const { names, terms, filters, engineClass, isLastTermPrefix } = query;
  const named = names.map((name) => getNameTerm(dictionary, name));
  const anyName: Term = {
    inName: joinWithOrOperator(named.map(({ inName }) => inName)),
    anywhere: joinWithOrOperator(named.map(({ anywhere }) => anywhere)),
  };
  const required = [
    ...(named.length > 0 ? [anyName] : []),
    ...terms.map((term) => createSearchTerm(term, isLastTermPrefix && term === terms.at(-1))),
  ];
  const engine = engineClass === null ? [] : [createEngineTerm(engineClass)];
  const places = createPlaceTerms(dictionary, filters);
  if (required.length + engine.length + places.length === 0) return null;
  // Descriptions contain single letters, and words such as "and" or "tyres", too often.
  const isCommon = (term: string): boolean =>
    term.length === 1 || dictionary.stopWords.has(term) || dictionary.plainWords.has(term);
  const areCommon = terms.length > 0 && terms.every(isCommon);
  return {
    exact: joinWithAndOperator([
      ...[...required, ...engine].map(({ inName }) => `{name} : ${inName}`),
      ...places.map((term) => `{place} : ${term}`),
    ]),
    anywhere: joinWithAndOperator([
      ...required.map(({ inName, anywhere }) => (areCommon ? `{name place} : ${inName}` : anywhere)),
      ...engine.map(({ anywhere }) => anywhere),
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
    : `{name} : ${joinWithOrOperator(excludedNames.map((name) => getNameTerm(dictionary, name).inName))}`;

/**
 * Whether a text that is not in the full-text index, such as that of a sample, matches the names and terms of a query.
 */
export function isTextMatch(
  { spellings }: Dictionary,
  { names, excludedNames, terms, engineClass }: ParsedQuery,
  text: string,
): boolean {
  const key = createPhraseKey(text);
  const hasName = (name: VehicleName): boolean =>
    (spellings.get(createNameKey(name)) ?? [name.brand]).some((spelling) => key.includes(createPhraseKey(spelling)));
  return (
    (names.length === 0 || names.some(hasName)) &&
    !excludedNames.some(hasName) &&
    (engineClass === null || key.includes(String(engineClass))) &&
    terms.every((term) => createPhraseKey(term) !== '' && key.includes(createPhraseKey(term)))
  );
}
