import { type Dictionary, isBrandName, isStopWord, type VehicleName } from './dictionary';
import { recognizeEntities } from './entities';
import { FilterBuilder } from './filter-builder';
import { tokenizeQuery } from './joined-tokens';
import { deduplicateNames } from './name-conflicts';
import {
  completeLastToken,
  completeName,
  conjunctions,
  findRepeatedNameTokens,
  findVariantTokens,
} from './name-resolver';
import type { Entities, NameMatch, ParsedQuery, ParsedRange, Span } from './parsed-query';
import {
  type Correction,
  correctTokens,
  createCorrectedQuery,
  emptyVocabulary,
  type StockVocabulary,
} from './spelling-correction';
import { countCharacters } from '../shared/text';
import { collapseSpaces, maxQueryLength, type Token } from '../names/tokenizer';
import { widenEngineRange } from './unit-ranges';

/** A word is corrected by those beside it after they were corrected themselves. */
const maxCorrectionPasses = 2;

function truncate(query: string): string {
  if (countCharacters(query) <= maxQueryLength) return query;
  const end = query.lastIndexOf(' ', maxQueryLength);
  return query.slice(0, end > 0 ? end : maxQueryLength);
}

/** Joined tokens are one term. Unless the query `hasMeaning`, stop words are search terms too. */
function getSearchTerms(
  tokens: readonly Token[],
  isConsumed: readonly boolean[],
  dictionary: Dictionary,
  hasMeaning: boolean,
): { terms: string[]; indexes: number[] } {
  const free = tokens.flatMap((token, index) => (isConsumed[index] && !token.isQuoted ? [] : [{ token, index }]));
  const withoutStopWords = free.filter(({ token }) => !isStopWord(dictionary, token));
  const kept =
    hasMeaning || withoutStopWords.length > 0
      ? withoutStopWords
      : free.filter(({ token }) => /[\p{L}\p{N}]/u.test(token.text));
  const terms: string[] = [];
  for (const [position, { token, index }] of kept.entries()) {
    const isContinued = token.isJoined && kept[position - 1]?.index === index - 1;
    if (isContinued) terms[terms.length - 1] += token.text;
    else terms.push(token.text);
  }
  return { terms, indexes: kept.map(({ index }) => index) };
}

const findSpansBesideSubjects = (spans: Entities['unfiltered']): Span[] =>
  spans.flatMap(({ from, to, subject }) => {
    if (subject === undefined) return [];
    return [subject === from ? { from: from + 1, to } : { from, to: to - 1 }];
  });

function addNames(
  tokens: readonly Token[],
  entities: Entities,
  dictionary: Dictionary,
  matches: readonly NameMatch[],
  builder: FilterBuilder,
): ParsedQuery['names'] {
  const { isConsumed } = entities;
  const names = matches.flatMap((match) => {
    const spans = entities.names.filter(
      ({ name }) =>
        name.brand === match.name.brand &&
        (name.family === null || name.family === match.name.family || matches.length === 1),
    );
    const completed = completeName(tokens, entities, dictionary, match.name, spans);
    const name = completed?.name ?? match.name;
    const completing = completed?.used ?? [];
    const used = [...completing, ...findRepeatedNameTokens(tokens, isConsumed, name, completing)];
    for (const index of used) isConsumed[index] = true;
    const lists = spans.flatMap((span) => span.list ?? []);
    const listed = lists.flatMap((list) => list.names);
    builder.addName(name, listed, [
      ...(spans.length > 0 ? spans : [match]),
      ...lists.flatMap((list) => list.spans),
      ...used.map((index) => ({ from: index, to: index + 1 })),
    ]);
    return [name, ...listed];
  });
  for (const name of names) {
    for (const index of findVariantTokens(tokens, isConsumed, dictionary, name)) {
      isConsumed[index] = true;
      builder.addUnfiltered({ from: index, to: index + 1 });
    }
  }
  return names;
}

function addFilters(entities: Entities, names: ParsedQuery['names'], builder: FilterBuilder): void {
  const hasModel = names.some((name) => !isBrandName(name));
  // "activa on road price in pune" requests a price in Pune rather than a vehicle there.
  const isOnRoadPrice =
    names.length > 0 &&
    entities.phrases.some(({ entry }) => entry.type === 'word' && entry.means.action === 'on-road-price');
  for (const phrase of entities.phrases) {
    const { entry } = phrase;
    const isPlace = entry.type === 'city' || entry.type === 'state';
    // A model has one body style: "hunter 350 retro" is a variant.
    const isStyleOfModel = hasModel && entry.type === 'word' && entry.means.bodyStyle !== undefined;
    if (isStyleOfModel) builder.addPhrase({ ...phrase, entry: { ...entry, isStrong: false } });
    else if (!(isOnRoadPrice && isPlace)) builder.addPhrase(phrase);
  }
  for (const exclusion of entities.exclusions) builder.addExclusion(exclusion);
  for (const span of entities.unfiltered) builder.addUnfiltered(span, false);
  for (const range of entities.ranges) builder.addRange(range);
  if (entities.plate) builder.addPlate(entities.plate);
  builder.resolveConflicts();
}

/** A corrected name is looked at once more, because it decides the words beside it: "spledar plas". */
function correctQuery(
  text: string,
  dictionary: Dictionary,
  { year, stock, isTyping }: { year: number; stock: StockVocabulary; isTyping: boolean },
): { tokens: Token[]; entities: Entities; corrections: Correction[] } {
  let tokens = tokenizeQuery(text, dictionary);
  let entities = recognizeEntities(tokens, dictionary, year);
  const corrections: Correction[] = [];
  for (let pass = 0; pass < maxCorrectionPasses; pass += 1) {
    const corrected = correctTokens(tokens, entities, dictionary, stock, isTyping);
    if (!corrected.isChanged) break;
    ({ tokens } = corrected);
    corrections.push(...corrected.corrections);
    entities = recognizeEntities(tokens, dictionary, year);
  }
  return { tokens, entities, corrections };
}

/** See docs/product.md, "Browse". @param year the current year, for ages and model years */
export function parseQuery(
  dictionary: Dictionary,
  query: string,
  { year, stock = emptyVocabulary }: { year: number; stock?: StockVocabulary },
): ParsedQuery {
  const line = collapseSpaces(query.replace(/[\p{Cc}\p{Cs}]/gu, ' '));
  const text = truncate(line);
  const isTyping = text === line && !/\s$/u.test(query);
  const { tokens, entities, corrections } = correctQuery(text, dictionary, { year, stock, isTyping });
  if (isTyping) completeLastToken(tokens, entities, dictionary, stock.has);
  const { isConsumed } = entities;
  const builder = new FilterBuilder(text, tokens, dictionary);
  const { names: matches, overruled } = deduplicateNames(entities.names, tokens);
  const names = addNames(tokens, entities, dictionary, matches, builder);
  addFilters(entities, names, builder);

  const { filters, sort, action, chips } = builder;
  const hasClass = names.some(isBrandName) || (names.length === 0 && filters.vehicleType !== null);
  const hasEngine = filters.minCc !== null || filters.maxCc !== null;
  const numbers = findLoneNumbers(tokens, entities, dictionary);
  const sizes = hasClass && !hasEngine ? findEngineSizes(numbers, tokens, dictionary) : null;
  const engineClass = sizes?.least === sizes?.greatest ? (sizes?.least ?? null) : null;
  if (sizes) {
    isConsumed.fill(true, sizes.from, sizes.to);
    if (engineClass === null) {
      const [min, max] = widenEngineRange(sizes.least, sizes.greatest);
      builder.addRange({ field: 'engineCc', min, max, from: sizes.from, to: sizes.to });
    } else builder.addEngineClass(engineClass, sizes);
  }
  const hasPrice = filters.minPrice !== null || filters.maxPrice !== null;
  const lowPrice = (hasClass || names.length > 0) && !hasPrice ? findLowPrice(numbers) : null;
  if (lowPrice) {
    isConsumed.fill(true, lowPrice.from, lowPrice.to);
    builder.addRange(lowPrice);
  }
  const batterySize = findBatterySize(numbers, names, tokens, dictionary);
  if (batterySize) {
    isConsumed[batterySize.at] = true;
    builder.addUnfiltered({ from: batterySize.at, to: batterySize.at + 1 });
  }
  // Without any filter, phrases for which there is none are search terms.
  const isUnfiltered = chips.length === 0 && !builder.hasHints;
  const unfiltered = isUnfiltered ? [] : builder.unfiltered;
  const withoutFilter = [...builder.unfiltered, ...builder.ofOtherScreens];
  if (isUnfiltered) for (const { from, to } of withoutFilter) isConsumed.fill(false, from, to);
  const besideSubjects = isUnfiltered ? findSpansBesideSubjects(entities.unfiltered) : [];
  for (const { from, to } of besideSubjects) isConsumed.fill(true, from, to);
  const hasMeaning = !isUnfiltered || entities.phrases.length > withoutFilter.length;
  const { terms, indexes } = getSearchTerms(tokens, isConsumed, dictionary, hasMeaning);
  // A query of signs alone finds nothing, rather than everything.
  if (isUnfiltered && text !== '' && !/[\p{L}\p{N}]/u.test(text)) terms.push(text);
  if (terms.length > 0) builder.addTerms(terms, indexes);
  return {
    text,
    names,
    excludedNames: builder.excludedNames,
    filters,
    engineClass,
    sort,
    action,
    preferredBodyStyles: builder.preferredBodyStyles,
    unfiltered: [...unfiltered.map((phrase) => phrase.text), ...besideSubjects.map((span) => builder.getText(span))],
    variants: unfiltered.filter(({ isInName }) => isInName).map((phrase) => phrase.text),
    terms,
    isLastTermPrefix: isTyping && indexes.at(-1) === tokens.length - 1 && tokens.at(-1)?.isQuoted === false,
    corrected: createCorrectedQuery(text, tokens, entities, corrections, overruled, matches),
    chips,
  };
}

// Numbers without a unit are recognized by what stands beside them: engine sizes, low prices and battery capacities.

type LoneNumber = { value: number; at: number };

function findLoneNumbers(
  tokens: readonly Token[],
  { isConsumed }: Entities,
  dictionary: Dictionary,
): readonly LoneNumber[] {
  const isSeparate = (index: number): boolean => {
    const token = tokens[index];
    return token === undefined || isConsumed[index] === true || isStopWord(dictionary, token);
  };
  return tokens.flatMap(({ text, isNumber, isJoined, isQuoted }, at) => {
    // "re650" is Royal Enfield 650.
    const isPartOfWord = (isJoined && !isConsumed[at - 1]) || tokens[at + 1]?.isJoined === true;
    const isFree = isNumber && !isPartOfWord && !isQuoted && !isConsumed[at];
    return isFree && isSeparate(at - 1) && isSeparate(at + 1) ? [{ value: Number(text), at }] : [];
  });
}

const isWithin = ({ value }: LoneNumber, [low, high]: readonly [number, number]): boolean =>
  Number.isInteger(value) && value >= low && value <= high;

/** Engine sizes in cubic centimetres that are recognized without their unit. */
const engineSizes = [80, 1_900] as const;

/** Next to a brand or a type: "bajaj 125"; or the ends of "bike 200 to 400" and "tvs 125 or 160". */
function findEngineSizes(
  numbers: readonly LoneNumber[],
  tokens: readonly Token[],
  dictionary: Dictionary,
): (Span & { least: number; greatest: number }) | null {
  const [first, second, third] = numbers;
  if (!first || third || !numbers.every((number) => isWithin(number, engineSizes))) return null;
  const joiner = tokens[first.at + 1]?.text ?? '';
  const hasJoiner = dictionary.numbers.joiners.has(joiner) || conjunctions.has(joiner);
  if (second && !(hasJoiner && second.at === first.at + 2)) return null;
  const sizes = numbers.map(({ value }) => value);
  return {
    least: Math.min(...sizes),
    greatest: Math.max(...sizes),
    from: first.at,
    to: (second ?? first).at + 1,
  };
}

/** Prices that are recognized without a currency only next to a name or a type. Smaller numbers are variants. */
const lowPrices = [4_000, 9_999] as const;

function findLowPrice([first, second]: readonly LoneNumber[]): ParsedRange | null {
  if (!first || second || !isWithin(first, lowPrices)) return null;
  return { field: 'price', min: null, max: first.value, from: first.at, to: first.at + 1 };
}

/** Greater fractions are no battery capacity in kilowatt hours. */
const maxBatterySize = 10;

function findBatterySize(
  numbers: readonly LoneNumber[],
  names: ParsedQuery['names'],
  tokens: readonly Token[],
  { models }: Dictionary,
): LoneNumber | undefined {
  const size = numbers.find(({ value, at }) => value < maxBatterySize && tokens[at]?.text.includes('.'));
  const isElectric = (name: VehicleName): boolean =>
    models.some(
      (model) =>
        model.isElectric &&
        model.name.brand === name.brand &&
        (name.model === null ? model.name.family === name.family : model.name.model === name.model),
    );
  return size && names.some(isElectric) ? size : undefined;
}
