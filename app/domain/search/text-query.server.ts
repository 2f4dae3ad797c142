import { createNameKey, type Dictionary, type VehicleName } from './dictionary';
import type { ParsedQuery } from './parsed-query';
import { createPhraseKey, foldText, tokenize } from '../names/tokenizer';
import { getEngineRange } from './unit-ranges';
import type { CodedColumn, OfferTable } from './offer-table.server';
import { type RowTest, testAll, testAny } from './row-sets';

export type TextQuery = {
  exact: TextExpression;
  anywhere: TextExpression;
};

const splitFtsTokens = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** As it is, without spaces, with a space between letters and digits, folded. */
function getSpellingVariants(phrase: string): string[] {
  const words = splitFtsTokens(phrase);
  const separated = tokenize(words.join(' ')).map(({ text }) => text);
  const variants = [words.join(' '), words.join(''), separated.join(' '), foldText(words.join(' '))];
  return variants.filter((variant) => variant !== '');
}

const removeRedundant = (phrases: readonly string[]): string[] => {
  const all = [...new Set(phrases)].map((phrase) => ({ phrase, padded: ` ${phrase} ` }));
  return all
    .filter((longer) => !all.some((shorter) => shorter !== longer && longer.padded.includes(shorter.padded)))
    .map(({ phrase }) => phrase);
};

const createPhrases = (texts: readonly string[]): string[] => [...new Set(texts.flatMap(getSpellingVariants))];

function createJoinedModelPhrases({ models, spellings }: Dictionary, { brand, family }: VehicleName): string[] {
  const texts = models
    .filter(({ name }) => name.brand === brand && name.family === family && name.model !== null)
    .flatMap(({ name }) => spellings.get(createNameKey(name)) ?? []);
  return [...new Set(texts.map((text) => splitFtsTokens(text).join('')))].filter((text) => /\d/.test(text));
}

const maxVersionLetters = 2;

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

type Term = { inColumns: (columns: readonly TextColumn[]) => TextExpression; anywhere: TextExpression };

const inName: readonly TextColumn[] = ['name'];

const nameTerms = new WeakMap<Dictionary, Map<string, Term>>();

function getNameTerm(dictionary: Dictionary, name: VehicleName): Term {
  const terms = nameTerms.get(dictionary) ?? new Map<string, Term>();
  nameTerms.set(dictionary, terms);
  const key = `${createNameKey(name)}|${name.model === null}`;
  const cached = terms.get(key);
  if (cached) return cached;
  const term = buildNameTerm(dictionary, name);
  terms.set(key, term);
  return term;
}

const createPhraseTerm = (phrases: readonly string[]): Term => ({
  inColumns: (columns) => matchPhrases(phrases, columns),
  anywhere: matchPhrases(phrases, allColumns),
});

/** The words of a name that occur separately are the name only if all of them are in the column `name`. */
function buildNameTerm(dictionary: Dictionary, name: VehicleName): Term {
  const brandName: VehicleName = { brand: name.brand, family: null, model: null };
  const brandPhrases = removeRedundant(
    createPhrases(dictionary.spellings.get(createNameKey(brandName)) ?? [name.brand]),
  );
  const ownName = name.model ?? name.family;
  if (ownName === null) return createPhraseTerm(brandPhrases);
  const modelWords = splitFtsTokens(ownName);
  const phrases = [name, ...findModelVersions(dictionary, name)].flatMap((version) =>
    createPhrases(dictionary.spellings.get(createNameKey(version)) ?? [version.model ?? ownName]),
  );
  if (name.model === null) phrases.push(...createJoinedModelPhrases(dictionary, name));
  const isBrandRequired = (phrase: string): boolean =>
    dictionary.withBrandOnly
      .get(createPhraseKey(phrase))
      ?.some((entry) => createNameKey(entry.name) === createNameKey(name)) === true;
  const isUnambiguous = (phrase: string): boolean =>
    phrase.length > maxShortName && !/^\d+$/.test(phrase) && !isBrandRequired(phrase);
  const unambiguous = removeRedundant(phrases.filter(isUnambiguous));
  // In a description, "speed" is no Triumph.
  const common = unambiguous.filter((phrase) => dictionary.commonNames.has(phrase));
  const ambiguous = phrases.filter((phrase) => !isUnambiguous(phrase));
  const separate = (columns: readonly TextColumn[]): TextExpression[] => [
    // The words of the name in any order.
    ...(modelWords.length > 1 ? [requireAll(modelWords.map((word) => matchPhrases([word], columns)))] : []),
    ...(ambiguous.length > 0
      ? [requireAll([matchPhrases(ambiguous, columns), matchPhrases(brandPhrases, columns)])]
      : []),
  ];
  return {
    inColumns: (columns) => requireAny([matchPhrases(unambiguous, columns), ...separate(columns)]),
    anywhere: requireAny([
      matchPhrases(
        unambiguous.filter((phrase) => !common.includes(phrase)),
        allColumns,
      ),
      matchPhrases(common, inName),
      ...separate(inName),
    ]),
  };
}

function createPlaceTerms(dictionary: Dictionary, { cities, within, state, plate }: ParsedQuery['filters']): Term[] {
  const createAnyPlaceTerm = (places: readonly string[]): Term[] =>
    places.length === 0
      ? []
      : [
          createPhraseTerm(
            removeRedundant(places.flatMap((place) => createPhrases(dictionary.placeSpellings.get(place) ?? [place]))),
          ),
        ];
  // Places around a city have other names; the filter on places finds them.
  const terms = [
    ...createAnyPlaceTerm(within === null ? cities.map(({ name }) => name) : []),
    ...createAnyPlaceTerm(state === null ? [] : [state]),
  ];
  if (plate === null) return terms;
  const [code = '', digits = ''] = plate.toLowerCase().split(' ');
  const plates = [code + digits];
  // Plates of the first nine offices of Delhi have no leading zero.
  if (code === 'dl' && digits.startsWith('0')) plates.push(code + digits.slice(1));
  const cityPhrases = (dictionary.citiesByOffice.get(code + digits) ?? []).flatMap(({ city }) =>
    createPhrases(dictionary.placeSpellings.get(city) ?? []),
  );
  const inColumns = (columns: readonly TextColumn[]): TextExpression =>
    requireAny([matchPhrases(plates, columns, true), matchPhrases(cityPhrases, columns)]);
  return [...terms, { inColumns, anywhere: inColumns(allColumns) }];
}

function getTermVariants(term: string): string[] {
  const separated = tokenize(term).map(({ text }) => text);
  return [...new Set([term, separated.join(' ')])].filter((text) => splitFtsTokens(text).length > 0);
}

const minPrefixLength = 2;

function createSearchTerm(text: string, isPrefix: boolean): Term {
  const phrases = getTermVariants(text);
  if (phrases.length === 0) return { inColumns: () => nothing, anywhere: nothing };
  if (!isPrefix || text.length < minPrefixLength) return createPhraseTerm(phrases);
  // A prefix of a single letter, as in "7 g", matches too many words.
  const isLetter = (phrase: string): boolean => /(?:^|\s)\S$/u.test(phrase);
  const prefixes = phrases.filter((phrase) => !isLetter(phrase));
  const inColumns = (columns: readonly TextColumn[]): TextExpression =>
    requireAny([matchPhrases(prefixes, columns, true), matchPhrases(phrases.filter(isLetter), columns)]);
  return { inColumns, anywhere: requireAny([matchPhrases(phrases, allColumns), inColumns(['name', 'place'])]) };
}

function createEngineTerm(cc: number): Term {
  const [low, high] = getEngineRange(cc);
  const sizes = Array.from({ length: high - low + 1 }, (_, index) => String(low + index));
  return {
    inColumns: (columns) => matchPhrases([String(cc)], columns),
    anywhere: requireAny([matchPhrases([String(cc)], inName), matchPhrases(sizes, ['details'])]),
  };
}

/** Builds the text expressions of a search; null if it has neither names nor terms nor places. */
export function buildTextQuery(dictionary: Dictionary, query: ParsedQuery): TextQuery | null {
  const { names, terms, filters, engineClass, isLastTermPrefix } = query;
  const named = names.map((name) => getNameTerm(dictionary, name));
  const anyName: Term = {
    inColumns: (columns) => requireAny(named.map((term) => term.inColumns(columns))),
    anywhere: requireAny(named.map(({ anywhere }) => anywhere)),
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
    exact: requireAll([
      ...[...required, ...engine].map((term) => term.inColumns(inName)),
      ...places.map((term) => term.inColumns(['place'])),
    ]),
    anywhere: requireAll([
      ...required.map((term) => (areCommon ? term.inColumns(['name', 'place']) : term.anywhere)),
      ...engine.map(({ anywhere }) => anywhere),
      ...places.map(({ anywhere }) => anywhere),
    ]),
  };
}

export const buildExclusion = (
  dictionary: Dictionary,
  { excludedNames }: Pick<ParsedQuery, 'excludedNames'>,
): TextExpression | null =>
  excludedNames.length === 0
    ? null
    : requireAny(excludedNames.map((name) => getNameTerm(dictionary, name).inColumns(inName)));

/** `name`: brand, name, model; `details`: variant, kind, fuel, condition, year, engine; `story`: description. */
export type TextColumn = 'name' | 'details' | 'place' | 'story';
const allColumns: readonly TextColumn[] = ['name', 'details', 'place', 'story'];

export type TextExpression =
  | { phrases: readonly string[]; columns: readonly TextColumn[]; isPrefix: boolean }
  | { all: readonly TextExpression[] }
  | { any: readonly TextExpression[] };

const matchPhrases = (
  phrases: readonly string[],
  columns: readonly TextColumn[],
  isPrefix = false,
): TextExpression => ({ phrases, columns, isPrefix });

const nothing: TextExpression = { any: [] };
const requireAll = (all: readonly TextExpression[]): TextExpression => ({ all });
const requireAny = (any: readonly TextExpression[]): TextExpression => ({ any });

export type FindStories = (table: OfferTable, phrases: readonly string[], isPrefix: boolean) => RowTest | null;

function testColumn<Value>(column: CodedColumn<Value>, phrases: readonly string[], isPrefix: boolean): RowTest | null {
  const matches = new Uint8Array(column.values.length);
  let isAny = false;
  for (const phrase of phrases) {
    for (const code of column.words.find(phrase, isPrefix)) {
      matches[code] = 1;
      isAny = true;
    }
  }
  return isAny ? column.testCodes(matches) : null;
}

const getColumns = ({ names, details, places }: OfferTable) => ({ name: names, details, place: places }) as const;

export function compileExpression(expression: TextExpression, table: OfferTable, findStories: FindStories): RowTest {
  if ('all' in expression) return testAll(expression.all.map((part) => compileExpression(part, table, findStories)));
  if ('any' in expression) {
    return testAny(expression.any.map((part) => compileExpression(part, table, findStories)));
  }
  const { phrases, columns, isPrefix } = expression;
  const tests = columns.flatMap((column) => {
    if (phrases.length === 0) return [];
    if (column === 'story') return findStories(table, phrases, isPrefix) ?? [];
    return testColumn<unknown>(getColumns(table)[column], phrases, isPrefix) ?? [];
  });
  return testAny(tests);
}
