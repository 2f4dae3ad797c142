import { countText, rupeesText } from '../shared/money';
import { AmountReader, type ReadAmount } from './amounts';
import {
  type City,
  type correctableWords,
  correctionOf,
  type Dictionary,
  type Entry,
  type NamedVehicle,
  nameKey,
  soundingLike,
  type WordMeaning,
  wordsOf,
} from './dictionary';
import { isIndic, mistakesBetween, phraseKey, type TypedWord, typedWords } from './typed-words';

/** Limits that a search sets; null where it sets none. Ranges include both ends. */
type SearchLimits = {
  vehicleType: 'Bike' | 'Scooter' | null;
  fuelType: 'Petrol' | 'Diesel' | 'Electric' | 'Hybrid' | null;
  stock: 'new' | 'used' | 'upcoming' | null;
  condition: 'Like New' | 'Excellent' | 'Good' | 'Fair' | 'Poor' | null;
  /** Any of them. */
  bodyStyles: readonly string[];
  transmission: 'automatic' | 'manual' | null;
  maxOwners: number | null;
  minPrice: number | null;
  maxPrice: number | null;
  minYear: number | null;
  maxYear: number | null;
  minCc: number | null;
  maxCc: number | null;
  maxKilometres: number | null;
  minMileage: number | null;
  minRange: number | null;
  city: string | null;
  state: string | null;
  /** Code of a registering office, such as `MH 12`. */
  plate: string | null;
};

type ChipField =
  | 'name'
  | 'vehicleType'
  | 'fuelType'
  | 'stock'
  | 'condition'
  | 'bodyStyle'
  | 'transmission'
  | 'owners'
  | 'price'
  | 'year'
  | 'engineCc'
  | 'kilometres'
  | 'mileage'
  | 'range'
  | 'city'
  | 'state'
  | 'plate'
  /** Words that were not understood, and are looked for as they are. */
  | 'words';

/** One recognised constraint of a query. */
type Chip = {
  field: ChipField;
  value: string;
  /** For people: `Honda Activa`, `Up to ₹80,000`. */
  text: string;
  /** The query without the words that express it. */
  rest: string;
};

/** A search as it was understood. */
export type Understood = {
  /** Its words as in the query, in one line. */
  text: string;
  /** Brands, families and models, any of which may be meant; usually one. */
  names: readonly NamedVehicle[];
  limits: SearchLimits;
  /** An order that the words ask for, such as the lowest price first. */
  sort: string | null;
  /** Something other than a list of vehicles: `emi`, `sell`, `compare` … */
  action: string | null;
  /** Words that say what a vehicle is for; they order, and never hide. */
  hints: readonly string[];
  /** Folded words that were not understood, to be found in the offers' own words. */
  words: readonly string[];
  /** Whether the last of `words` may be the beginning of a word. */
  isLastPartial: boolean;
  /** The query as corrected; `literal` finds exactly its text. */
  corrected: { from: string; to: string; literal: string } | null;
  chips: readonly Chip[];
};

/** Words of the offers in stock, so that a word which some offer contains is never corrected. */
export type StockWords = {
  has: (word: string) => boolean;
  /** Whether a word of an offer begins so. */
  hasPrefix: (word: string) => boolean;
  correctable: ReturnType<typeof correctableWords>;
};

/** Significant characters of a search. */
const longestText = 100;
const longestRun = 8;
const shortestPart = 3;

type Span = { from: number; to: number };
type FoundName = Span & { name: NamedVehicle; spelling: string; isBegun?: boolean };
type FoundEntry = Span & { entry: Exclude<Entry, { type: 'name' }> };

/** One reading of the words; positions are those of the words. */
type Reading = {
  amounts: readonly ReadAmount[];
  plate: (Span & { code: string; city: City | null; state: string }) | null;
  names: FoundName[];
  entries: FoundEntry[];
  /** Which words stand for something. */
  isTaken: boolean[];
};

type Correction = { at: number; to: string };

const keyText = (word: TypedWord): string =>
  word.text === '+' ? 'plus' : word.isQuoted ? `"${word.text}"` : word.text;
const keyOfRun = (words: readonly TypedWord[], from: number, to: number): string =>
  words.slice(from, to).map(keyText).join('');

const noStock: StockWords = { has: () => false, hasPrefix: () => false, correctable: new Map() };

const isStopWord = (dictionary: Dictionary, { text, isQuoted }: TypedWord): boolean => {
  if (isQuoted) return false;
  const { stopWords, placeWords, numbers } = dictionary;
  return (
    /^[^\p{L}\p{N}]+$/u.test(text) ||
    stopWords.has(text) ||
    placeWords.has(text) ||
    numbers.joiners.has(text) ||
    numbers.before.has(text) ||
    numbers.after.has(text) ||
    numbers.yearsBefore.has(text) ||
    numbers.currency.has(text)
  );
};

/**
 * Reads a number plate, as far as the office: `MH 12`, `mh12ab1234`, `DL 3S`. The letters are a state's code and the
 * figures one or two.
 */
function plateOf(words: readonly TypedWord[], dictionary: Dictionary): Reading['plate'] {
  for (const [at, letters] of words.entries()) {
    const figures = words[at + 1];
    if (letters.isQuoted || !figures?.isNumber || !/^\d{1,2}$/.test(figures.text) || !/^[a-z]{2}$/.test(letters.text))
      continue;
    const code = letters.text.toUpperCase();
    const state = dictionary.stateOfCode.get(code);
    const next = words[at + 2];
    const isWhole = figures.text.length === 2 || figures.isJoined || code === 'DL';
    if (state === undefined || !isWhole || dictionary.phrases.has(letters.text + figures.text)) continue;
    if (next && (dictionary.numbers.times.has(next.text) || dictionary.numbers.units.has(next.text))) continue;
    let to = at + 2;
    if (next && !next.isNumber && /^[a-z]{1,3}$/.test(next.text) && (next.isJoined || words[at + 3]?.isNumber)) {
      to += 1;
      if (/^\d{1,4}$/.test(words[at + 3]?.text ?? '')) to += 1;
    }
    const office = `${code} ${figures.text.padStart(2, '0')}`;
    return { from: at, to, code: office, city: dictionary.cityOfPlate.get(phraseKey(office)) ?? null, state };
  }
  return null;
}

/** The entry of a run of words, in whatever script it is written. */
function entryOf(dictionary: Dictionary, key: string, isWord: boolean, brands: ReadonlySet<string>): Entry | undefined {
  const beside = dictionary.besideBrand.get(key)?.find(({ name }) => brands.has(name.brand));
  if (beside) return beside;
  const exact = dictionary.phrases.get(key);
  return exact || !isIndic(key) ? exact : soundingLike(dictionary, key, isWord);
}

/** Finds names, places and words with a meaning: at each word the longest phrase that begins there. */
function readPhrases(
  words: readonly TypedWord[],
  isTaken: boolean[],
  dictionary: Dictionary,
  brands: ReadonlySet<string>,
): Pick<Reading, 'names' | 'entries'> {
  const names: FoundName[] = [];
  const entries: FoundEntry[] = [];
  const isScaled = ({ text }: TypedWord): boolean => dictionary.numbers.times.has(text);
  for (let at = 0; at < words.length; at += 1) {
    if (isTaken[at]) continue;
    // Never from the middle of a joined word whose beginning means nothing.
    if (words[at]?.isJoined && !isTaken[at - 1]) continue;
    let end = at;
    while (end < words.length && end < at + longestRun && !isTaken[end]) end += 1;
    for (let to = end; to > at; to -= 1) {
      const run = words.slice(at, to);
      const key = keyOfRun(words, at, to);
      const entry = entryOf(dictionary, key, to === at + 1, brands);
      if (!entry) continue;
      const isOfFigures = run.every((word) => word.isNumber || isScaled(word));
      if (isOfFigures && !(entry.type === 'name' && entry.needsBrand)) continue;
      const span = { from: at, to };
      if (entry.type === 'name') names.push({ ...span, name: entry.name, spelling: entry.spelling });
      else entries.push({ ...span, entry });
      isTaken.fill(true, at, to);
      break;
    }
  }
  return { names, entries };
}

/** The model that the words around a family or brand complete, in whatever order they stand. */
function completed(
  words: readonly TypedWord[],
  reading: Reading,
  dictionary: Dictionary,
  found: NamedVehicle,
  spans: readonly FoundName[],
): { name: NamedVehicle; used: number[] } | null {
  const free = words.flatMap((word, at) =>
    !reading.isTaken[at] && !word.isQuoted ? [{ text: keyText(word), at }] : [],
  );
  if (free.length === 0) return null;
  const freeTexts = new Set(free.map(({ text }) => text));
  const ownWords = found.model === null ? [] : wordsOf(found.model.toLowerCase());
  const present = new Set([
    ...freeTexts,
    ...wordsOf(found.brand.toLowerCase()),
    ...wordsOf((found.family ?? '').toLowerCase()),
  ]);
  for (const word of ownWords) present.add(word);
  for (const { from, to } of spans) for (const word of words.slice(from, to)) present.add(keyText(word));
  let best: { name: NamedVehicle; words: readonly string[]; gained: number } | null = null;
  for (const wording of dictionary.wordings.get(found.brand) ?? []) {
    if (found.family !== null && wording.name.family !== found.family) continue;
    if (!ownWords.every((word) => wording.words.includes(word))) continue;
    if (!wording.words.every((word) => present.has(word))) continue;
    const gained = wording.words.filter((word) => freeTexts.has(word)).length;
    if (
      gained === 0 ||
      (found.family === null && !wording.words.some((word) => freeTexts.has(word) && /^\p{L}{3,}$/u.test(word)))
    )
      continue;
    if (!best || gained > best.gained || (gained === best.gained && wording.words.length > best.words.length)) {
      best = { name: wording.name, words: wording.words, gained };
    }
  }
  if (!best) return null;
  const { words: used, name } = best;
  return { name, used: free.flatMap(({ text, at }) => (used.includes(text) ? [at] : [])) };
}

/** Words that only repeat a part of a model's name, such as the figure in "honda shine 125". */
function restOfName(
  words: readonly TypedWord[],
  isTaken: readonly boolean[],
  { brand, model }: NamedVehicle,
  used: readonly number[],
): number[] {
  const parts = new Set(wordsOf(`${brand} ${model ?? ''}`.toLowerCase()));
  return words.flatMap((word, at) =>
    model !== null && !isTaken[at] && !used.includes(at) && !word.isQuoted && parts.has(keyText(word)) ? [at] : [],
  );
}

function readWords(words: readonly TypedWord[], dictionary: Dictionary, year: number): Reading {
  const plate = plateOf(words, dictionary);
  const amounts = new AmountReader(words, dictionary.numbers, year)
    .read()
    .filter(({ from, to }) => !plate || to <= plate.from || from >= plate.to);
  const taken = (): boolean[] => {
    const isTaken = words.map(({ isQuoted }) => isQuoted);
    for (const { from, to } of plate ? [...amounts, plate] : amounts) isTaken.fill(true, from, to);
    return isTaken;
  };
  const first = readPhrases(words, taken(), dictionary, new Set());
  const isTaken = taken();
  const brands = new Set(first.names.map(({ name }) => name.brand));
  const { names, entries } = brands.size > 0 ? readPhrases(words, isTaken, dictionary, brands) : { ...first };
  const reading: Reading = {
    amounts,
    plate,
    names,
    entries,
    isTaken: brands.size > 0 ? isTaken : takenBy(taken(), first),
  };
  return reading;
}

function takenBy(isTaken: boolean[], { names, entries }: Pick<Reading, 'names' | 'entries'>): boolean[] {
  for (const { from, to } of [...names, ...entries]) isTaken.fill(true, from, to);
  return isTaken;
}

/** Splits a word that is several names written as one, such as `hondaactiva`. */
function parts(word: string, dictionary: Dictionary): string[] | null {
  const isPart = (text: string): boolean => {
    const entry = dictionary.phrases.get(text);
    return (
      entry !== undefined &&
      (entry.type === 'name' || (entry.type === 'word' && entry.isStrong) || entry.type === 'city')
    );
  };
  for (let at = word.length - shortestPart; at >= shortestPart; at -= 1) {
    const head = word.slice(0, at);
    if (!isPart(head)) continue;
    const tail = word.slice(at);
    if (isPart(tail)) return [head, tail];
    const rest = tail.length >= 2 * shortestPart ? parts(tail, dictionary) : null;
    if (rest) return [head, ...rest];
  }
  return null;
}

/** What the phrases that begin so nearly all stand for; for the last word, which may still be being typed. */
function beginning(dictionary: Dictionary, text: string): { begins: boolean; entry: Entry | null } {
  const { sortedKeys, phrases } = dictionary;
  let low = 0;
  let high = sortedKeys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sortedKeys[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  const counts = new Map<string, { entry: Entry; count: number }>();
  const count = (key: string, entry: Entry): void => {
    const known = counts.get(key) ?? { entry, count: 0 };
    known.count += 1;
    counts.set(key, known);
  };
  let all = 0;
  const most = 60;
  for (let at = low; at < low + most && sortedKeys[at]?.startsWith(text); at += 1) {
    all += 1;
    const entry = phrases.get(sortedKeys[at] ?? '');
    if (entry?.type === 'city') count(entry.city.city, entry);
    if (entry?.type !== 'name') continue;
    const { brand, family } = entry.name;
    const named = (name: NamedVehicle, spelling: string): Entry => ({
      type: 'name',
      name,
      needsBrand: false,
      spelling,
    });
    if (family) count(`${brand}|${family}`, named({ brand, family, model: null }, family));
    count(brand, named({ brand, family: null, model: null }, brand));
  }
  // The more exact of two that are as frequent comes first.
  const agreed = [...counts.values()]
    .sort((one, other) => other.count - one.count)
    .filter((one) => one.count >= all * 0.75);
  const family = agreed.find(({ entry }) => entry.type === 'name' && entry.name.family !== null);
  return { begins: all > 0, entry: (family ?? agreed[0])?.entry ?? null };
}

/** Letters of a word that is completed. */
const shortestBeginning = (text: string): number => (isIndic(text) ? 2 : 3);

/** Replaces words that nothing is known of: those written as one are split, mistyped ones corrected. */
function mended(
  words: readonly TypedWord[],
  reading: Reading,
  dictionary: Dictionary,
  stock: StockWords,
  isTyping: boolean,
): { words: TypedWord[]; corrections: Correction[]; isMended: boolean } {
  const corrections: Correction[] = [];
  let isMended = false;
  const replaced = words.flatMap((word, at): TypedWord[] => {
    if (reading.isTaken[at] || word.isNumber || word.isQuoted || isStopWord(dictionary, word)) return [word];
    const split = parts(word.text, dictionary);
    if (split) {
      isMended = true;
      return split.map((text, part) => ({ ...word, text, isJoined: part > 0 ? false : word.isJoined }));
    }
    if (dictionary.known.has(word.text) || stock.has(word.text)) return [word];
    const isLast = isTyping && at === words.length - 1;
    if (isLast && (beginning(dictionary, word.text).begins || stock.hasPrefix(word.text))) return [word];
    const to = correctionOf(dictionary, word.text, stock.correctable);
    if (to === null) return [word];
    isMended = true;
    corrections.push({ at: word.start, to });
    return [{ ...word, text: to }];
  });
  return { words: replaced, corrections, isMended };
}

/**
 * The words of a name as they are spelt, where a spelling of the dictionary is a mistake rather than another name:
 * `activaa` for Activa, `palsar ns 200` for Pulsar NS200.
 */
function respelt(
  words: readonly TypedWord[],
  { from, to, spelling, isBegun = false }: FoundName,
): { word: TypedWord; to: string }[] {
  if (isBegun) return [];
  const typed = words.slice(from, to);
  const right = wordsOf(spelling.toLowerCase());
  if (right.length !== typed.length) return [];
  const changes: { word: TypedWord; to: string }[] = [];
  for (const [place, word] of typed.entries()) {
    const correct = right[place] ?? word.text;
    if (correct === keyText(word)) continue;
    const isMistake = /^\p{Script=Latin}{3,}$/u.test(word.text) && mistakesBetween(word.text, correct, 2) <= 2;
    if (!isMistake) return [];
    changes.push({ word, to: correct });
  }
  return changes;
}

const oneLineOf = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** The query without some of its words, tidied. */
function textWithout(text: string, spans: readonly { start: number; end: number }[]): string {
  let rest = '';
  let at = 0;
  for (const { start, end } of [...spans].sort((one, other) => one.start - other.start)) {
    rest += `${text.slice(at, Math.max(at, start))} `;
    at = Math.max(at, end);
  }
  return oneLineOf(rest + text.slice(at));
}

/** The query with some of its words replaced. */
function textWith(text: string, changes: readonly { start: number; end: number; to: string }[]): string {
  let changed = '';
  let at = 0;
  for (const { start, end, to } of [...changes].sort((one, other) => one.start - other.start)) {
    if (start < at) continue;
    changed += text.slice(at, start) + to;
    at = end;
  }
  return oneLineOf(changed + text.slice(at));
}

const vehicleText = ({ brand, family, model }: NamedVehicle): string => {
  const name = model ?? family;
  return name === null || name === brand ? brand : name.startsWith(brand) ? name : `${brand} ${name}`;
};

function rangeText(least: number | null, most: number | null, text: (figure: number) => string): string {
  if (least === null) return `Up to ${text(most ?? 0)}`;
  if (most === null) return `From ${text(least)}`;
  return least === most ? text(least) : `${text(least)} to ${text(most)}`;
}

const stockTexts = { new: 'New', used: 'Second-hand', upcoming: 'Coming soon' } as const;

const noLimits: SearchLimits = {
  vehicleType: null,
  fuelType: null,
  stock: null,
  condition: null,
  bodyStyles: [],
  transmission: null,
  maxOwners: null,
  minPrice: null,
  maxPrice: null,
  minYear: null,
  maxYear: null,
  minCc: null,
  maxCc: null,
  maxKilometres: null,
  minMileage: null,
  minRange: null,
  city: null,
  state: null,
  plate: null,
};

/** Names of one search, without those that a more exact one of the same brand says already. */
function withoutRepeats(names: readonly FoundName[]): { names: FoundName[]; overruled: FoundName[] } {
  const isWithin = (one: NamedVehicle, other: NamedVehicle): boolean =>
    one.brand === other.brand &&
    (one.model === null
      ? one.family === null
        ? other.family !== null || other.model !== null
        : other.model !== null && other.family === one.family
      : false);
  const exact = names.filter(({ name }) => name.family !== null || name.model !== null);
  const kept: FoundName[] = [];
  const overruled: FoundName[] = [];
  for (const found of names) {
    if (names.some(({ name }) => isWithin(found.name, name))) continue;
    const isBrandOnly = found.name.family === null && found.name.model === null;
    // "honda pulsar": the name of a vehicle says more than a brand that does not make it.
    if (isBrandOnly && exact.length === 1) overruled.push(found);
    else if (!kept.some(({ name }) => nameKey(name) === nameKey(found.name))) kept.push(found);
  }
  return { names: kept, overruled };
}

/**
 * Interprets a search query: names in any order and script, joined or split, with typing errors; prices, years and
 * engine
 * sizes; kinds, fuels, conditions and places. Words without a meaning remain in `words`.
 *
 * @param year the current year, for ages and model years
 */
export function understand(
  dictionary: Dictionary,
  typed: string,
  { year, stock = noStock }: { year: number; stock?: StockWords },
): Understood {
  const text = oneLineOf(typed.replace(/[\p{Cc}\p{Cs}]/gu, ' ')).slice(0, longestText);
  const isTyping = !/\s$/u.test(typed);
  let words = typedWords(text);
  let reading = readWords(words, dictionary, year);
  const mending = mended(words, reading, dictionary, stock, isTyping);
  if (mending.isMended) {
    words = mending.words;
    reading = readWords(words, dictionary, year);
  }
  const { isTaken } = reading;
  const last = words.at(-1);
  if (
    last &&
    isTyping &&
    !isTaken[words.length - 1] &&
    !last.isNumber &&
    !last.isQuoted &&
    !isStopWord(dictionary, last)
  ) {
    const { entry } = beginning(dictionary, last.text);
    const span = { from: words.length - 1, to: words.length };
    if (entry && last.text.length >= shortestBeginning(last.text) && !stock.has(last.text)) {
      if (entry.type === 'name')
        reading.names.push({ ...span, name: entry.name, spelling: entry.spelling, isBegun: true });
      else reading.entries.push({ ...span, entry });
      isTaken[span.from] = true;
    }
  }
  const { names: found, overruled } = withoutRepeats(reading.names);
  const chips: Chip[] = [];
  const spanOf = ({ from, to }: Span) => ({ start: words[from]?.start ?? 0, end: words[to - 1]?.end ?? 0 });
  const addChip = (field: ChipField, value: string, label: string, spans: readonly Span[]): void => {
    chips.push({ field, value, text: label, rest: textWithout(text, spans.map(spanOf)) });
  };
  const names = found.map((one) => {
    const spans = reading.names.filter(
      ({ name }) =>
        name.brand === one.name.brand &&
        (name.family === null || name.family === one.name.family || found.length === 1),
    );
    const more = completed(words, reading, dictionary, one.name, spans);
    const name = more?.name ?? one.name;
    const used = [...(more?.used ?? []), ...restOfName(words, isTaken, name, more?.used ?? [])];
    for (const at of used) isTaken[at] = true;
    addChip('name', nameKey(name), vehicleText(name), [
      ...(spans.length > 0 ? spans : [one]),
      ...used.map((at) => ({ from: at, to: at + 1 })),
    ]);
    return name;
  });
  const limits: SearchLimits = { ...noLimits };
  const hints: string[] = [];
  let sort: string | null = null;
  let action: string | null = null;
  const setWord = (means: WordMeaning, span: Span): void => {
    if (means.vehicleType && limits.vehicleType === null) {
      limits.vehicleType = means.vehicleType;
      addChip('vehicleType', means.vehicleType, means.vehicleType, [span]);
    }
    if (means.fuelType) {
      limits.fuelType = means.fuelType;
      addChip('fuelType', means.fuelType, means.fuelType, [span]);
    }
    if (means.stock) {
      limits.stock = means.stock;
      if (!means.condition && !means.maxOwners) addChip('stock', means.stock, stockTexts[means.stock], [span]);
    }
    if (means.condition) {
      limits.condition = means.condition;
      addChip('condition', means.condition, means.condition, [span]);
    }
    if (means.bodyStyle) {
      limits.bodyStyles = means.bodyStyle;
      addChip('bodyStyle', means.bodyStyle.join(','), means.bodyStyle.join(', ').replaceAll('-', ' '), [span]);
    }
    if (means.transmission) {
      limits.transmission = means.transmission;
      addChip('transmission', means.transmission, means.transmission, [span]);
    }
    if (means.maxOwners) {
      limits.maxOwners = means.maxOwners;
      addChip(
        'owners',
        String(means.maxOwners),
        means.maxOwners === 1 ? 'First owner' : `Up to ${means.maxOwners} owners`,
        [span],
      );
    }
  };
  for (const { entry, ...span } of reading.entries) {
    if (entry.type === 'word') {
      if (entry.isStrong) setWord(entry.means, span);
      else {
        hints.push(keyOfRun(words, span.from, span.to));
        sort ??= entry.means.sort ?? null;
        action ??= entry.means.action ?? null;
        if (entry.means.stock && limits.stock === null) setWord({ stock: entry.means.stock }, span);
      }
    } else {
      const around = withPlaceWords(words, span, dictionary);
      if (entry.type === 'city') {
        limits.city = entry.city.city;
        addChip('city', entry.city.city, entry.city.city, [around]);
      } else {
        limits.state = entry.name;
        addChip('state', entry.name, entry.name, [around]);
      }
    }
  }
  for (const amount of reading.amounts) setAmount(limits, amount, addChip);
  if (reading.plate) {
    limits.plate = reading.plate.code;
    const { code, city } = reading.plate;
    addChip('plate', code, city ? `${code} (${city.city})` : code, [reading.plate]);
  }
  const left = words.flatMap((word, at) => (isTaken[at] && !word.isQuoted ? [] : [{ word, at }]));
  const meaningful = left.filter(({ word }) => !isStopWord(dictionary, word));
  const isAnythingUnderstood = chips.length > 0 || hints.length > 0 || meaningful.length > 0;
  const remaining = isAnythingUnderstood ? meaningful : left.filter(({ word }) => /[\p{L}\p{N}]/u.test(word.text));
  const rejoined: string[] = [];
  for (const [place, { word, at }] of remaining.entries()) {
    const isContinued = word.isJoined && remaining[place - 1]?.at === at - 1;
    if (isContinued) rejoined[rejoined.length - 1] += word.text;
    else rejoined.push(word.text);
  }
  if (rejoined.length > 0) {
    addChip(
      'words',
      rejoined.join(' '),
      `“${rejoined.join(' ')}”`,
      remaining.map(({ at }) => ({ from: at, to: at + 1 })),
    );
  }
  return {
    text,
    names,
    limits,
    sort,
    action,
    hints,
    words: rejoined,
    isLastPartial: isTyping && remaining.at(-1)?.at === words.length - 1 && remaining.at(-1)?.word.isQuoted === false,
    corrected: correctedText(text, words, reading, mending.corrections, overruled, found),
    chips,
  };
}

/** A place with the words around it: "in Pune", "Pune me". */
function withPlaceWords(words: readonly TypedWord[], { from, to }: Span, { placeWords }: Dictionary): Span {
  const isPlaceWord = (at: number): boolean => placeWords.has(words[at]?.text ?? '');
  return { from: isPlaceWord(from - 1) ? from - 1 : from, to: isPlaceWord(to) ? to + 1 : to };
}

function setAmount(
  limits: SearchLimits,
  { field, least, most, from, to }: ReadAmount,
  addChip: (field: ChipField, value: string, label: string, spans: readonly Span[]) => void,
): void {
  const span = [{ from, to }];
  const value = `${least ?? ''}-${most ?? ''}`;
  switch (field) {
    case 'price':
      limits.minPrice = least;
      limits.maxPrice = most;
      addChip('price', value, rangeText(least, most, rupeesText), span);
      break;
    case 'year':
      limits.minYear = least;
      limits.maxYear = most;
      addChip('year', value, rangeText(least, most, String), span);
      break;
    case 'age':
      limits.minYear = least;
      limits.stock = 'used';
      addChip('year', value, rangeText(least, most, String), span);
      break;
    case 'engineCc':
      limits.minCc = least;
      limits.maxCc = most;
      addChip(
        'engineCc',
        value,
        rangeText(least, most, (cc) => `${countText(cc)} cc`),
        span,
      );
      break;
    case 'kilometres':
      limits.maxKilometres = most;
      if (most !== null)
        addChip(
          'kilometres',
          value,
          rangeText(null, most, (km) => `${countText(km)} km`),
          span,
        );
      break;
    case 'mileageKmpl':
      limits.minMileage = least;
      addChip(
        'mileage',
        value,
        rangeText(least, null, (figure) => `${figure} km/l`),
        span,
      );
      break;
    case 'rangeKm':
      limits.minRange = least;
      addChip(
        'range',
        value,
        rangeText(least, null, (figure) => `${figure} km a charge`),
        span,
      );
      break;
  }
}

function correctedText(
  text: string,
  words: readonly TypedWord[],
  reading: Reading,
  corrections: readonly Correction[],
  overruled: readonly FoundName[],
  found: readonly FoundName[],
): Understood['corrected'] {
  const changes: { start: number; end: number; to: string }[] = [];
  for (const name of reading.names) {
    for (const { word, to } of respelt(words, name)) changes.push({ start: word.start, end: word.end, to });
  }
  for (const { at, to } of corrections) {
    const word = words.find(({ start }) => start === at);
    if (word && !changes.some(({ start, end }) => start <= at && end > at))
      changes.push({ start: at, end: word.end, to });
  }
  const maker = found[0]?.name.brand;
  for (const { from, to } of overruled) {
    if (maker) changes.push({ start: words[from]?.start ?? 0, end: words[to - 1]?.end ?? 0, to: maker.toLowerCase() });
  }
  if (changes.length === 0) return null;
  const literal = textWith(
    text,
    changes.map(({ start, end }) => ({ start, end, to: `"${text.slice(start, end)}"` })),
  );
  return { from: text, to: textWith(text, changes).toLowerCase(), literal };
}
