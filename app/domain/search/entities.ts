/**
 * Recognises the entities of a query: names, places, words with a meaning, ranges, plates, exclusions and instalments.
 */

import { type Dictionary, type DictionaryEntry, findPhonetically, isStopWord } from './dictionary';
import { findLocalities, parsePinCode } from './localities';
import { matchModelLists } from './name-resolver';
import type { Entities, Exclusion, NameMatch, PhraseMatch, Span } from './parsed-query';
import { type ParsedRange, RangeParser } from './range-parser';
import { isIndic, keyOfTokens, keyText, phraseKey, type Token } from './tokenizer';

/** Maximum number of tokens in a phrase, a negation after its object, and the name of a model. */
const maxPhraseTokens = 8;
const maxNegationTokens = 3;
const maxModelTokens = 3;

/**
 * Parses a number plate, as far as the registration office: `MH 12`, `mh12ab1234`, `DL 3S`. An office is the code of a
 * state and one or two digits.
 */
function parsePlate(tokens: readonly Token[], dictionary: Dictionary): Entities['plate'] {
  for (const [from, letters] of tokens.entries()) {
    const digits = tokens[from + 1];
    if (letters.isQuoted || !digits?.isNumber || !/^\d{1,2}$/.test(digits.text) || !/^[a-z]{2}$/.test(letters.text))
      continue;
    const stateCode = letters.text.toUpperCase();
    const state = dictionary.stateByCode.get(stateCode);
    const code = `${stateCode} ${digits.text.padStart(2, '0')}`;
    const cities = dictionary.citiesByOffice.get(phraseKey(code)) ?? [];
    const isOffice = digits.text.length === 2 || digits.isJoined || stateCode === 'DL' || cities.length > 0;
    if (state === undefined || !isOffice || dictionary.phrases.has(letters.text + digits.text)) continue;
    const next = tokens[from + 2];
    if (next && (dictionary.numbers.multipliers.has(next.text) || dictionary.numbers.units.has(next.text))) continue;
    let to = from + 2;
    if (next && !next.isNumber && /^[a-z]{1,3}$/.test(next.text) && (next.isJoined || tokens[from + 3]?.isNumber)) {
      to += 1;
      if (/^\d{1,4}$/.test(tokens[from + 3]?.text ?? '')) to += 1;
    }
    return { from, to, code, cities, state };
  }
  return null;
}

/** Finds a name of which some words are in another script, by its spelling in Latin letters. */
function findMixedScriptName(
  tokens: readonly Token[],
  { phrases, latinWords }: Dictionary,
): DictionaryEntry | undefined {
  if (!tokens.some(({ text }) => /[^\x20-\x7e]/.test(text))) return undefined;
  const entry = phrases.get(tokens.map((token) => latinWords.get(token.text) ?? keyText(token)).join(''));
  return entry?.type === 'name' ? entry : undefined;
}

/** Finds the entry of a phrase, in any script and in the singular or plural. @param key its phrase key */
function findEntry(
  dictionary: Dictionary,
  key: string,
  tokens: readonly Token[],
  brands: ReadonlySet<string>,
): DictionaryEntry | undefined {
  const isWord = tokens.length === 1;
  const besideBrand = dictionary.besideBrand.get(key)?.find(({ name }) => brands.has(name.brand));
  if (besideBrand) return besideBrand;
  const exact = dictionary.phrases.get(key);
  if (exact) return exact;
  const mixed = findMixedScriptName(tokens, dictionary);
  if (mixed) return mixed;
  if (isIndic(key)) return findPhonetically(dictionary, key, isWord);
  const singular = isWord && /^[a-z]{4,}s$/.test(key) ? dictionary.phrases.get(key.slice(0, -1)) : undefined;
  return singular?.type === 'word' ? singular : undefined;
}

/**
 * Finds a state by its code. Codes such as "or" are common words, except at either end, and beside a place or plate
 * word.
 */
function findStateByCode(
  tokens: readonly Token[],
  index: number,
  { placeWords, plateWords, stopWords, stateByCode }: Dictionary,
): DictionaryEntry | undefined {
  const { text = '' } = tokens[index] ?? {};
  const isPlaceWord = (at: number): boolean => placeWords.has(tokens[at]?.text ?? '');
  const isFirstOrLast = index === 0 || index === tokens.length - 1;
  const isAtEnd = isFirstOrLast && !stopWords.has(text) && !tokens[index + 1]?.isNumber;
  const isBesidePlaceWord = isPlaceWord(index - 1) || isPlaceWord(index + 1);
  const isOfPlate = plateWords.has(tokens[index + 1]?.text ?? '') && !tokens[index - 1]?.isNumber;
  const isState = isOfPlate || isBesidePlaceWord || (isAtEnd && !tokens[index - 1]?.isNumber);
  if (!/^[a-z]{2}$/.test(text) || tokens[index]?.isJoined || placeWords.has(text) || !isState) return undefined;
  const name = stateByCode.get(text.toUpperCase());
  return name === undefined ? undefined : { type: 'state', name, code: text.toUpperCase(), spelling: name };
}

/** Finds the longest phrase that starts at each token, and marks its tokens as consumed. */
function matchPhrases(
  tokens: readonly Token[],
  isConsumed: boolean[],
  dictionary: Dictionary,
  brands: ReadonlySet<string>,
): Pick<Entities, 'names' | 'phrases'> {
  const names: NameMatch[] = [];
  const phrases: PhraseMatch[] = [];
  const isMultiplier = ({ text }: Token): boolean => dictionary.numbers.multipliers.has(text);
  for (let from = 0; from < tokens.length; from += 1) {
    if (isConsumed[from]) continue;
    // A phrase does not start within a joined word whose first part is unknown.
    if (tokens[from]?.isJoined && !isConsumed[from - 1]) continue;
    let end = from;
    while (end < tokens.length && end < from + maxPhraseTokens && !isConsumed[end]) end += 1;
    for (let to = end; to > from; to -= 1) {
      const run = tokens.slice(from, to);
      const entry =
        findEntry(dictionary, keyOfTokens(tokens, from, to), run, brands) ??
        (run.length === 1 ? findStateByCode(tokens, from, dictionary) : undefined);
      if (!entry) continue;
      const isNumeric = run.every((token) => token.isNumber || isMultiplier(token));
      if (isNumeric && !(entry.type === 'name' && entry.needsBrand)) continue;
      // "mh passing"
      const hasPlateWord =
        entry.type === 'state' && dictionary.plateWords.has(tokens[to]?.text ?? '') && !isConsumed[to];
      const span = { from, to: hasPlateWord ? to + 1 : to };
      if (entry.type === 'name') names.push({ ...span, name: entry.name, spelling: entry.spelling });
      else phrases.push({ ...span, entry });
      isConsumed.fill(true, from, span.to);
      break;
    }
  }
  return { names, phrases };
}

type ExcludedPhrase = Span & Pick<Exclusion, 'name' | 'means'>;

/** Finds a model that is named without its family, which another name states: 5G in "activa not 5g". */
function findSiblingModel(
  tokens: readonly Token[],
  from: number,
  names: readonly NameMatch[],
  { phrases }: Dictionary,
): ExcludedPhrase | undefined {
  for (let to = Math.min(tokens.length, from + maxModelTokens); to > from; to -= 1) {
    for (const { name } of names) {
      const entry = name.family && phrases.get(phraseKey(name.family) + keyOfTokens(tokens, from, to));
      if (entry && entry.type === 'name' && entry.name.brand === name.brand && entry.name.model !== null)
        return { name: entry.name, from, to };
    }
  }
  return undefined;
}

/**
 * Finds negations with what they exclude: "not electric", "without licence", "electric nahi chahiye". Phrases with a
 * meaning as a whole, such as "without gear", are no exclusions.
 */
function findExclusions(
  tokens: readonly Token[],
  isConsumed: readonly boolean[],
  { names, phrases }: Pick<Entities, 'names' | 'phrases'>,
  dictionary: Dictionary,
): Exclusion[] {
  const candidates: ExcludedPhrase[] = [
    ...names.map(({ name, from, to }) => ({ name, from, to })),
    ...phrases.map(({ entry, from, to }) => ({
      from,
      to,
      means: entry.type === 'word' && entry.isStrong ? entry.means : undefined,
    })),
  ];
  const isFree = (index: number): boolean => tokens[index] !== undefined && !isConsumed[index];
  const before = tokens.flatMap((_, from): Exclusion[] => {
    const length = [2, 1].find((count) => dictionary.negations.has(keyOfTokens(tokens, from, from + count)));
    if (length === undefined || candidates.some((phrase) => phrase.from <= from && phrase.to > from)) return [];
    let start = from + length;
    // "not in delhi"
    if (dictionary.placeWords.has(tokens[start]?.text ?? '')) start += 1;
    if (!isFree(from) || !isFree(start)) return [];
    const excluded =
      candidates.find((phrase) => phrase.from === start) ?? findSiblingModel(tokens, start, names, dictionary);
    let to = excluded?.to ?? start + 1;
    while (tokens[to]?.isJoined && isFree(to)) to += 1;
    return [{ name: excluded?.name, means: excluded?.means, from, to }];
  });
  const after = candidates.flatMap(({ name, means, from, to }): Exclusion[] => {
    for (let end = Math.min(tokens.length, to + maxNegationTokens); end > to; end -= 1)
      if (dictionary.negationsAfter.has(keyOfTokens(tokens, to, end))) return [{ name, means, from, to: end }];
    return [];
  });
  // "but not bullet" contains two negations of one phrase.
  const all = [...before, ...after];
  return all.filter(
    ({ from }, index) => !all.slice(0, index).some((earlier) => earlier.from <= from && earlier.to > from),
  );
}

/** Range of an instalment in rupees. A greater amount beside "EMI" is the price of the vehicle. */
const minInstalment = 500;
const maxInstalment = 30_000;

/** Finds the amounts beside words for instalments, with these words. */
function findInstalments(tokens: readonly Token[], entities: Entities, dictionary: Dictionary): Span[] {
  const { numbers } = dictionary;
  const isSkipped = (index: number): boolean => {
    const token = tokens[index];
    return token !== undefined && !entities.isConsumed[index] && isStopWord(dictionary, token);
  };
  // "emi 2000" is an amount although 2000 is a model year.
  const isInstalment = ({ field, min, max, from, to }: ParsedRange): boolean =>
    (field === 'price' || field === 'engineCc' || (field === 'year' && (min ?? max) === 2_000)) &&
    Math.max(min ?? 0, max ?? 0) < maxInstalment &&
    !tokens.slice(from, to).some(({ text }) => numbers.units.has(text));
  const amountAt = (index: number): Span | undefined => {
    const range = entities.ranges.find(({ from, to }) => from <= index && to > index);
    if (range) return isInstalment(range) ? range : undefined;
    const token = tokens[index];
    return token?.isNumber && !entities.isConsumed[index] && Number(token.text) >= minInstalment
      ? { from: index, to: index + 1 }
      : undefined;
  };
  return entities.phrases.flatMap(({ entry, from, to }) => {
    if (entry.type !== 'word' || entry.means.action !== 'emi') return [];
    let after = to;
    while (isSkipped(after)) after += 1;
    let before = from - 1;
    while (isSkipped(before)) before -= 1;
    const amount = amountAt(after) ?? amountAt(before);
    return amount ? [{ from: Math.min(from, amount.from), to: Math.max(to, amount.to) }] : [];
  });
}

/** Recognises the entities of a query. @param year the current year, for ages and model years */
export function recogniseEntities(tokens: readonly Token[], dictionary: Dictionary, year: number): Entities {
  const plate = parsePlate(tokens, dictionary);
  const pin = parsePinCode(tokens, dictionary);
  const codes: Span[] = [plate, pin].filter((code) => code !== null);
  const ranges = new RangeParser(tokens, dictionary.numbers, year)
    .parse()
    .filter(({ from, to }) => codes.every((code) => to <= code.from || from >= code.to));
  const consumedBy = (spans: readonly Span[]): boolean[] => {
    const isConsumed = tokens.map(({ isQuoted }) => isQuoted);
    for (const { from, to } of spans) isConsumed.fill(true, from, to);
    return isConsumed;
  };
  const figures = [...ranges, ...codes];
  const firstConsumed = consumedBy(figures);
  const first = matchPhrases(tokens, firstConsumed, dictionary, new Set());
  const exclusions = findExclusions(tokens, consumedBy(figures), first, dictionary);
  // The brands and exclusions that were found change what the remaining tokens mean.
  const brands = new Set(first.names.map(({ name }) => name.brand));
  const isRepeated = brands.size > 0 || exclusions.length > 0;
  const isConsumed = isRepeated ? consumedBy([...figures, ...exclusions]) : firstConsumed;
  const { names, phrases } = isRepeated ? matchPhrases(tokens, isConsumed, dictionary, brands) : first;
  const entities: Entities = { ranges, plate, names, phrases, exclusions, instalments: [], localities: [], isConsumed };
  matchModelLists(tokens, entities, dictionary);
  const instalments = findInstalments(tokens, entities, dictionary);
  for (const { from, to } of instalments) isConsumed.fill(true, from, to);
  const isPrice = ({ from, to }: Span): boolean =>
    !instalments.some((instalment) => instalment.from <= from && instalment.to >= to);
  if (pin?.city) {
    const { city, from, to } = pin;
    phrases.push({ entry: { type: 'city', city, spelling: city.city }, from, to });
  }
  const parts = findLocalities(tokens, entities, dictionary);
  const localities = pin && !pin.city ? [...parts, pin] : parts;
  return { ...entities, ranges: ranges.filter(isPrice), instalments, localities };
}
