import { type Dictionary, type DictionaryEntry, findPhonetically, isBrandName } from './dictionary';
import { findLocalities, parsePinCode } from './localities';
import { resolveExplainedNames } from './name-conflicts';
import { matchModelLists } from './name-resolver';
import type { Entities, Exclusion, NameMatch, ParsedRange, PhraseMatch, Span } from './parsed-query';
import { RangeParser } from './range-parser';
import { createKeyOfTokens, createPhraseKey, getKeyText, isIndic, type Token } from '../names/tokenizer';
import { findInstalments, findRiderHeights, findValidities } from './unfiltered-figures';

const maxPhraseTokens = 8;
const maxNegationTokens = 3;
const maxModelTokens = 3;

function findMixedScriptName(tokens: readonly Token[], dictionary: Dictionary): DictionaryEntry | undefined {
  if (!tokens.some(({ text }) => /[^\x20-\x7e]/.test(text))) return undefined;
  const getLatinKey = (token: Token): string => {
    const latin = dictionary.latinWords.get(token.text);
    if (latin !== undefined || tokens.length === 1 || !isIndic(token.text)) return latin ?? getKeyText(token);
    const word = findPhonetically(dictionary, token.text, true);
    return word?.type === 'name' ? createPhraseKey(word.spelling) : getKeyText(token);
  };
  const entry = dictionary.phrases.get(tokens.map(getLatinKey).join(''));
  return entry?.type === 'name' ? entry : undefined;
}

type Brands = { all: ReadonlySet<string>; named: ReadonlySet<string> };

function findReversed({ phrases }: Dictionary, tokens: readonly Token[], from: number): DictionaryEntry | undefined {
  const [first, second, third] = tokens.slice(from);
  // In "bike first owner", no "first bike" is meant.
  if (!first || !second || (third && phrases.has(createKeyOfTokens(tokens, from + 1, from + 3)))) return undefined;
  const entry = phrases.get(getKeyText(second) + getKeyText(first));
  return entry?.type === 'word' ? entry : undefined;
}

function findEntry(
  dictionary: Dictionary,
  key: string,
  tokens: readonly Token[],
  brands: Brands,
): DictionaryEntry | undefined {
  const isWord = tokens.length === 1;
  const exact = dictionary.phrases.get(key);
  // "jupiter scooty" is a scooter, "tvs scooty" a model.
  const ofBrand = exact?.type === 'word' ? brands.named : brands.all;
  const withBrand = dictionary.withBrandOnly.get(key)?.find(({ name }) => ofBrand.has(name.brand));
  if (withBrand) return withBrand;
  if (exact) return exact;
  const mixed = findMixedScriptName(tokens, dictionary);
  if (mixed) return mixed;
  if (isIndic(key)) return findPhonetically(dictionary, key, isWord);
  const singular = isWord && /^[a-z]{4,}s$/.test(key) ? dictionary.phrases.get(key.slice(0, -1)) : undefined;
  return singular?.type === 'word' || (singular?.type === 'name' && !singular.needsBrand) ? singular : undefined;
}

/** Codes such as "or" are common words, except at either end, and next to a place or plate word. */
function findStateByCode(
  tokens: readonly Token[],
  index: number,
  { placeWords, plateWords, stopWords, stateByCode }: Dictionary,
): DictionaryEntry | undefined {
  const { text = '' } = tokens[index] ?? {};
  const isPlaceWord = (at: number): boolean => placeWords.has(tokens[at]?.text ?? '');
  const isFirstOrLast = index === 0 || index === tokens.length - 1;
  const isAtEnd = isFirstOrLast && !stopWords.has(text) && !tokens[index + 1]?.isNumber;
  const isNextToPlaceWord = isPlaceWord(index - 1) || isPlaceWord(index + 1);
  const isOfPlate = plateWords.has(tokens[index + 1]?.text ?? '') && !tokens[index - 1]?.isNumber;
  const isState = isOfPlate || isNextToPlaceWord || (isAtEnd && !tokens[index - 1]?.isNumber);
  if (!/^[a-z]{2}$/.test(text) || tokens[index]?.isJoined || placeWords.has(text) || !isState) return undefined;
  const name = stateByCode.get(text.toUpperCase());
  return name === undefined ? undefined : { type: 'state', name, code: text.toUpperCase(), spelling: name };
}

function matchPhrases(
  tokens: readonly Token[],
  isConsumed: boolean[],
  dictionary: Dictionary,
  brands: Brands,
): Pick<Entities, 'names' | 'phrases'> {
  const names: NameMatch[] = [];
  const phrases: PhraseMatch[] = [];
  const isMultiplier = ({ text }: Token): boolean => dictionary.numbers.multipliers.has(text);
  for (let from = 0; from < tokens.length; from += 1) {
    if (isConsumed[from]) continue;
    // A phrase does not start within a joined word whose first part is unknown.
    if (tokens[from]?.isJoined && !isConsumed[from - 1]) continue;
    let last = from;
    while (last < tokens.length && last < from + maxPhraseTokens && !isConsumed[last]) last += 1;
    for (let to = last; to > from; to -= 1) {
      const run = tokens.slice(from, to);
      const entry =
        findEntry(dictionary, createKeyOfTokens(tokens, from, to), run, brands) ??
        (run.length === 1 ? findStateByCode(tokens, from, dictionary) : undefined) ??
        (run.length === 2 ? findReversed(dictionary, tokens, from) : undefined);
      if (!entry) continue;
      const isNumeric = run.every((token) => token.isNumber || isMultiplier(token));
      if (isNumeric && !(entry.type === 'name' && entry.needsBrand)) continue;
      let end = to;
      // "mh passing", "delhi number"
      const isPlateWord = ({ text }: Token): boolean => dictionary.plateWords.has(text);
      if (entry.type === 'state' || entry.type === 'city')
        while (tokens.slice(end, end + 1).some(isPlateWord) && !isConsumed[end]) end += 1;
      const span = { from, to: end };
      if (entry.type === 'name') names.push({ ...span, name: entry.name, spelling: entry.spelling });
      else phrases.push({ ...span, entry });
      isConsumed.fill(true, from, span.to);
      break;
    }
  }
  return { names, phrases };
}

type ExcludedPhrase = Span & Pick<Exclusion, 'name' | 'means'>;

function findSiblingModel(
  tokens: readonly Token[],
  from: number,
  names: readonly NameMatch[],
  { phrases }: Dictionary,
): ExcludedPhrase | undefined {
  for (let to = Math.min(tokens.length, from + maxModelTokens); to > from; to -= 1) {
    for (const { name } of names) {
      const entry = name.family && phrases.get(createPhraseKey(name.family) + createKeyOfTokens(tokens, from, to));
      if (entry && entry.type === 'name' && entry.name.brand === name.brand && entry.name.model !== null)
        return { name: entry.name, from, to };
    }
  }
  return undefined;
}

/** Phrases with a meaning as a whole, such as "without gear", are no exclusions. */
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
    const length = [2, 1].find((count) => dictionary.negations.has(createKeyOfTokens(tokens, from, from + count)));
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
      if (dictionary.negationsAfter.has(createKeyOfTokens(tokens, to, end))) return [{ name, means, from, to: end }];
    return [];
  });
  // "but not bullet" contains two negations of one phrase.
  const all = [...before, ...after];
  return all.filter(
    ({ from }, index) => !all.slice(0, index).some((earlier) => earlier.from <= from && earlier.to > from),
  );
}

/** Called once names have their numbers: "splendor 14 model". Marks the tokens as consumed. */
function parseShortYears(
  tokens: readonly Token[],
  isConsumed: boolean[],
  { numbers }: Dictionary,
  currentYear: number,
): ParsedRange[] {
  const isModel = (index: number): boolean =>
    !isConsumed[index] && numbers.shortYearWords.has(tokens[index]?.text ?? '');
  return tokens.flatMap(({ text, isNumber, isJoined }, index): ParsedRange[] => {
    const year = 2_000 + Number(text);
    if (!isNumber || isJoined || isConsumed[index] || !/^\d{2}$/.test(text) || year > currentYear + 1) return [];
    const from = isModel(index - 1) ? index - 1 : index;
    const to = isModel(index + 1) ? index + 2 : index + 1;
    if (to - from === 1) return [];
    isConsumed.fill(true, from, to);
    return [{ field: 'year', min: year, max: year, from, to }];
  });
}

export function recognizeEntities(tokens: readonly Token[], dictionary: Dictionary, year: number): Entities {
  const plate = parsePlate(tokens, dictionary, year);
  const pin = parsePinCode(tokens, dictionary);
  const validities = findValidities(tokens, dictionary, year);
  const heights = findRiderHeights(tokens, dictionary);
  const fixed: Span[] = [plate, pin, ...validities, ...heights].filter((span) => span !== null);
  const isOverlapping = ({ from, to }: Span): boolean => fixed.some((span) => from < span.to && to > span.from);
  // "suzuki max 100" and "max 100r" are models.
  const isName = ({ from, to }: Span): boolean => {
    const end = tokens[to]?.isJoined ? to + 1 : to;
    return [from, Math.max(0, from - 1)].some(
      (start) => dictionary.phrases.get(createKeyOfTokens(tokens, start, end))?.type === 'name',
    );
  };
  const ranges = new RangeParser(tokens, dictionary.numbers, year)
    .parse()
    .filter((range) => !isOverlapping(range) && !isName(range));
  const consumedBy = (spans: readonly Span[]): boolean[] => {
    const isConsumed = tokens.map(({ isQuoted }) => isQuoted);
    for (const { from, to } of spans) isConsumed.fill(true, from, to);
    return isConsumed;
  };
  const figures = [...ranges, ...fixed];
  const firstConsumed = consumedBy(figures);
  const first = matchPhrases(tokens, firstConsumed, dictionary, { all: new Set(), named: new Set() });
  const exclusions = findExclusions(tokens, consumedBy(figures), first, dictionary);
  // The brands and exclusions that were found change what the remaining tokens mean.
  const brands: Brands = {
    all: new Set(first.names.map(({ name }) => name.brand)),
    named: new Set(first.names.filter(({ name }) => isBrandName(name)).map(({ name }) => name.brand)),
  };
  const isRepeated = brands.all.size > 0 || exclusions.length > 0;
  const isConsumed = isRepeated ? consumedBy([...figures, ...exclusions]) : firstConsumed;
  const { names, phrases } = isRepeated ? matchPhrases(tokens, isConsumed, dictionary, brands) : first;
  const entities: Entities = { ranges, plate, names, phrases, exclusions, unfiltered: [], isConsumed };
  resolveExplainedNames(tokens, entities, dictionary);
  matchModelLists(tokens, entities, dictionary);
  const instalments = findInstalments(tokens, entities, dictionary);
  for (const { from, to } of instalments) isConsumed.fill(true, from, to);
  const isPrice = ({ from, to }: Span): boolean =>
    !instalments.some((instalment) => instalment.from <= from && instalment.to >= to);
  if (pin?.city) {
    const { city, from, to } = pin;
    phrases.push({ entry: { type: 'city', city, spelling: city.city }, from, to });
  }
  const localities = findLocalities(tokens, entities, dictionary);
  const unknownPin = pin && !pin.city ? [pin] : [];
  return {
    ...entities,
    ranges: [...ranges.filter(isPrice), ...parseShortYears(tokens, isConsumed, dictionary, year)],
    unfiltered: [...instalments, ...localities, ...unknownPin, ...validities, ...heights],
  };
}

/** An office is the code of a state and one or two digits: `MH 12`, `mh12ab1234`, `DL 3S`. */
function parseOffice(tokens: readonly Token[], dictionary: Dictionary): Entities['plate'] {
  const isPlateWord = (index: number): boolean => dictionary.plateWords.has(tokens[index]?.text ?? '');
  for (const [index, letters] of tokens.entries()) {
    const digits = tokens[index + 1];
    if (letters.isQuoted || !digits?.isNumber || !/^\d{1,2}$/.test(digits.text) || !/^[a-z]{2}$/.test(letters.text))
      continue;
    const stateCode = letters.text.toUpperCase();
    const isState = dictionary.stateByCode.has(stateCode);
    const code = `${stateCode} ${digits.text.padStart(2, '0')}`;
    const cities = dictionary.citiesByOffice.get(createPhraseKey(code)) ?? [];
    const isOffice = digits.text.length === 2 || digits.isJoined || stateCode === 'DL' || cities.length > 0;
    if (!isState || !isOffice || dictionary.phrases.has(letters.text + digits.text)) continue;
    const next = tokens[index + 2];
    if (next && (dictionary.numbers.multipliers.has(next.text) || dictionary.numbers.units.has(next.text))) continue;
    let from = index;
    // "number plate HR 26"
    while (isPlateWord(from - 1)) from -= 1;
    let to = index + 2;
    const isSeries = next && !next.isNumber && /^[a-z]{1,3}$/.test(next.text);
    const isLast = tokens[index + 3] === undefined && !dictionary.phrases.has(next?.text ?? '');
    if (isSeries && (next.isJoined || isLast || tokens[index + 3]?.isNumber)) {
      to += 1;
      if (/^\d{1,4}$/.test(tokens[index + 3]?.text ?? '')) to += 1;
    }
    // "mh12 786"; "mh 12 2019" has a model year.
    else if (/^\d{1,3}$/.test(next?.text ?? '') && !next?.isJoined && tokens[index + 3] === undefined) to += 1;
    while (isPlateWord(to)) to += 1;
    return { from, to, code, cities };
  }
  return null;
}

/** First year of the Bharat (BH) series, whose plates begin with the year. */
const firstBharatYear = 21;

function parseBharatPlate(
  tokens: readonly Token[],
  { plateWords }: Dictionary,
  currentYear: number,
): Entities['plate'] {
  const isPlateWord = (index: number): boolean => plateWords.has(tokens[index]?.text ?? '');
  for (const [index, { text, isNumber }] of tokens.entries()) {
    const isYear = /^\d{2}$/.test(text) && Number(text) >= firstBharatYear && Number(text) <= currentYear % 100;
    if (!isNumber || !isYear || tokens[index + 1]?.text !== 'bh') continue;
    let from = index;
    while (isPlateWord(from - 1)) from -= 1;
    let to = index + 2;
    if (tokens[to]?.isNumber) to += tokens[to + 1]?.isJoined ? 2 : 1;
    while (isPlateWord(to) || tokens[to]?.text === 'series') to += 1;
    return { from, to, code: `${text} BH`, cities: [] };
  }
  return null;
}

const parsePlate = (tokens: readonly Token[], dictionary: Dictionary, currentYear: number): Entities['plate'] =>
  parseOffice(tokens, dictionary) ?? parseBharatPlate(tokens, dictionary, currentYear);
