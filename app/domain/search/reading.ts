import { AmountReader, type ReadAmount } from './amounts';
import {
  type City,
  type Dictionary,
  type Entry,
  type NamedVehicle,
  nameKey,
  soundingLike,
  type WordMeaning,
  wordsOf,
} from './dictionary';
import { isIndic, phraseKey, type TypedWord } from './typed-words';

const longestRun = 8;

export type Span = { from: number; to: number };
export type FoundName = Span & {
  name: NamedVehicle;
  spelling: string;
  isBegun?: boolean;
  /** Further models that leave out what they share with it: 3G and 5G in "activa 3g to 5g". */
  further?: { names: readonly NamedVehicle[]; spans: readonly Span[] };
};
type FoundEntry = Span & { entry: Exclude<Entry, { type: 'name' }> };

/** One reading of the words; positions are those of the words. */
export type Reading = {
  amounts: readonly ReadAmount[];
  plate: (Span & { code: string; cities: readonly City[]; state: string }) | null;
  names: FoundName[];
  entries: FoundEntry[];
  /** Words that say what is not wanted: "not electric". */
  negated: readonly Span[];
  /** Words of what is paid at first or each month: "down payment 5000". */
  instalments: readonly Span[];
  /** Which words stand for something. */
  isTaken: boolean[];
};

export const keyText = (word: TypedWord): string =>
  word.text === '+' ? 'plus' : word.isQuoted ? `"${word.text}"` : word.text;
const keyOfRun = (words: readonly TypedWord[], from: number, to: number): string =>
  words.slice(from, to).map(keyText).join('');

export const isStopWord = (dictionary: Dictionary, { text, isQuoted }: TypedWord): boolean => {
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
    const office = `${code} ${figures.text.padStart(2, '0')}`;
    const cities = dictionary.citiesOfPlate.get(phraseKey(office)) ?? [];
    const isWhole = figures.text.length === 2 || figures.isJoined || code === 'DL' || cities.length > 0;
    if (state === undefined || !isWhole || dictionary.phrases.has(letters.text + figures.text)) continue;
    if (next && (dictionary.numbers.times.has(next.text) || dictionary.numbers.units.has(next.text))) continue;
    let to = at + 2;
    if (next && !next.isNumber && /^[a-z]{1,3}$/.test(next.text) && (next.isJoined || words[at + 3]?.isNumber)) {
      to += 1;
      if (/^\d{1,4}$/.test(words[at + 3]?.text ?? '')) to += 1;
    }
    return { from: at, to, code: office, cities, state };
  }
  return null;
}

/** The entry of a run of words, in whatever script it is written. */
function entryOf(dictionary: Dictionary, key: string, isWord: boolean, brands: ReadonlySet<string>): Entry | undefined {
  const beside = dictionary.besideBrand.get(key)?.find(({ name }) => brands.has(name.brand));
  if (beside) return beside;
  const exact = dictionary.phrases.get(key);
  if (exact) return exact;
  if (isIndic(key)) return soundingLike(dictionary, key, isWord);
  const singular = isWord && /^[a-z]{4,}s$/.test(key) ? dictionary.phrases.get(key.slice(0, -1)) : undefined;
  return singular?.type === 'word' ? singular : undefined;
}

/** A state by its code, which is a common word but beside a word such as "in". */
function stateAt(words: readonly TypedWord[], at: number, { placeWords, stateOfCode }: Dictionary): Entry | undefined {
  const { text = '' } = words[at] ?? {};
  const isAt = (place: number): boolean => placeWords.has(words[place]?.text ?? '');
  if (!/^[a-z]{2}$/.test(text) || placeWords.has(text) || !(isAt(at - 1) || isAt(at + 1))) return undefined;
  const name = stateOfCode.get(text.toUpperCase());
  return name === undefined ? undefined : { type: 'state', name, code: text.toUpperCase(), spelling: name };
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
      const entry =
        entryOf(dictionary, key, to === at + 1, brands) ?? (to === at + 1 ? stateAt(words, at, dictionary) : undefined);
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

function takenBy(isTaken: boolean[], { names, entries }: Pick<Reading, 'names' | 'entries'>): boolean[] {
  for (const { from, to } of [...names, ...entries]) isTaken.fill(true, from, to);
  return isTaken;
}

/** Words between names of which all are meant; the other joining words mean everything from one to the other. */
const alternatives: ReadonlySet<string> = new Set(['and', 'aur', 'or', 'ya', 'vs', 'versus', 'और', 'या']);
const longestFurther = 3;

/** The models of a family that one of which only the figure differs lies between: Activa 4G for 3G and 5G. */
function modelsBetween({ models }: Dictionary, first: NamedVehicle, last: NamedVehicle): NamedVehicle[] {
  const [, before, from, after] = /^(.*?)(\d+)(\D*)$/.exec(first.model ?? '') ?? [];
  const to = Number(/(\d+)\D*$/.exec(last.model ?? '')?.[1]);
  return models
    .map(({ name }) => name)
    .filter(({ brand, family, model }) => {
      if (brand !== first.brand || family !== first.family || model === null || from === undefined) return false;
      const figure = Number(/(\d+)\D*$/.exec(model)?.[1]);
      return model === `${before}${figure}${after}` && figure > Number(from) && figure < to;
    });
}

/** Finds the models that are named after another one of their family without its name: "pulsar 150 or 180". */
function readFurther(words: readonly TypedWord[], { names, isTaken }: Reading, dictionary: Dictionary): void {
  for (let at = 2; at < words.length; at += 1) {
    const joiner = words[at - 1]?.text ?? '';
    const isListed = alternatives.has(joiner);
    if (isTaken[at] || !(isListed || dictionary.numbers.joiners.has(joiner))) continue;
    const named = names.find(
      ({ to, further }) => Math.max(to, ...(further?.spans ?? []).map((one) => one.to)) === at - 1,
    );
    const { brand, family } = named?.name ?? {};
    if (!named || !family) continue;
    for (let to = Math.min(words.length, at + longestFurther); to > at; to -= 1) {
      if (isTaken.slice(at, to).some(Boolean)) continue;
      const key: string = phraseKey(family) + keyOfRun(words, at, to);
      const entry: Entry | undefined =
        dictionary.besideBrand.get(key)?.find(({ name }) => name.brand === brand) ?? dictionary.phrases.get(key);
      if (entry?.type !== 'name' || entry.name.family !== family || entry.name.model === null) continue;
      const { names: earlier = [], spans = [] } = named.further ?? {};
      const between = isListed ? [] : modelsBetween(dictionary, named.name, entry.name);
      named.further = { names: [...earlier, ...between, entry.name], spans: [...spans, { from: at - 1, to }] };
      isTaken.fill(true, at - 1, to);
      break;
    }
  }
}

/**
 * What is not wanted, from the word that says so: "not electric", "without licence". What has a meaning as a whole, such
 * as "without gear", is none.
 */
function negatedSpans(
  words: readonly TypedWord[],
  taken: readonly boolean[],
  { names, entries }: Pick<Reading, 'names' | 'entries'>,
  dictionary: Dictionary,
): Span[] {
  const phrases: Span[] = [...names, ...entries];
  const isFree = (at: number): boolean => words[at] !== undefined && !taken[at];
  return words.flatMap((word, from) => {
    const isNegation = dictionary.negations.has(word.text) && !phrases.some((one) => one.from <= from && one.to > from);
    if (!isNegation || !isFree(from) || !isFree(from + 1)) return [];
    let to = phrases.find((one) => one.from === from + 1)?.to ?? from + 2;
    while (words[to]?.isJoined && isFree(to)) to += 1;
    return [{ from, to }];
  });
}

/** Beyond it an amount beside "EMI" is the price of the vehicle. */
const mostInstalment = 30_000;
const leastInstalment = 500;

/** Finds the amounts beside words for instalments, which are no price of a vehicle. */
function readInstalments(words: readonly TypedWord[], reading: Reading, dictionary: Dictionary): Span[] {
  const { numbers } = dictionary;
  const isSkipped = (at: number): boolean => {
    const word = words[at];
    return word !== undefined && !reading.isTaken[at] && isStopWord(dictionary, word);
  };
  const isSmall = ({ field, least, most, from, to }: ReadAmount): boolean =>
    (field === 'price' || field === 'engineCc') &&
    Math.max(least ?? 0, most ?? 0) < mostInstalment &&
    !words.slice(from, to).some(({ text }) => numbers.units.has(text));
  const amountAt = (at: number): Span | undefined => {
    const amount = reading.amounts.find((one) => one.from <= at && one.to > at);
    if (amount) return isSmall(amount) ? amount : undefined;
    const word = words[at];
    return word?.isNumber && !reading.isTaken[at] && Number(word.text) >= leastInstalment
      ? { from: at, to: at + 1 }
      : undefined;
  };
  return reading.entries.flatMap(({ entry, from, to }) => {
    if (entry.type !== 'word' || entry.means.action !== 'emi') return [];
    let after = to;
    while (isSkipped(after)) after += 1;
    let before = from - 1;
    while (isSkipped(before)) before -= 1;
    const amount = amountAt(after) ?? amountAt(before);
    return amount ? [{ from: Math.min(from, amount.from), to: Math.max(to, amount.to) }] : [];
  });
}

/** Takes the name of what is not sold here as one word, to be found as it is: "honda city", which is a car. */
export function withOtherProducts(words: readonly TypedWord[], { otherProducts, phrases }: Dictionary): TypedWord[] {
  // "honda city ride" is a use of a Honda.
  const isContinued = (last: number): boolean =>
    words[last + 1] !== undefined && phrases.has(keyOfRun(words, last, last + 2));
  const isPair = (from: number): boolean =>
    otherProducts.has(keyOfRun(words, from, from + 2)) && !isContinued(from + 1);
  return words.flatMap((word, at): TypedWord[] => {
    if (at > 0 && isPair(at - 1)) return [];
    const next = words[at + 1];
    return next && isPair(at)
      ? [{ ...word, text: `${word.text} ${next.text}`, end: next.end, isNumber: false, isQuoted: true }]
      : [word];
  });
}

export function readWords(words: readonly TypedWord[], dictionary: Dictionary, year: number): Reading {
  const plate = plateOf(words, dictionary);
  const amounts = new AmountReader(words, dictionary.numbers, year)
    .read()
    .filter(({ from, to }) => !plate || to <= plate.from || from >= plate.to);
  let negated: Span[] = [];
  const taken = (): boolean[] => {
    const isTaken = words.map(({ isQuoted }) => isQuoted);
    for (const { from, to } of plate ? [...amounts, plate, ...negated] : [...amounts, ...negated])
      isTaken.fill(true, from, to);
    return isTaken;
  };
  const first = readPhrases(words, taken(), dictionary, new Set());
  negated = negatedSpans(words, taken(), first, dictionary);
  const isTaken = taken();
  const brands = new Set(first.names.map(({ name }) => name.brand));
  const isReadAgain = brands.size > 0 || negated.length > 0;
  const { names, entries } = isReadAgain ? readPhrases(words, isTaken, dictionary, brands) : { ...first };
  const reading: Reading = {
    amounts,
    plate,
    names,
    entries,
    negated,
    instalments: [],
    isTaken: isReadAgain ? isTaken : takenBy(taken(), first),
  };
  readFurther(words, reading, dictionary);
  const instalments = readInstalments(words, reading, dictionary);
  for (const { from, to } of instalments) reading.isTaken.fill(true, from, to);
  const isPrice = ({ from, to }: Span): boolean => !instalments.some((one) => one.from <= from && one.to >= to);
  return { ...reading, amounts: amounts.filter(isPrice), instalments };
}

/** The model that the words around a family or brand complete, in whatever order they stand. */
export function completed(
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
export function restOfName(
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

/** Words of other models of its family beside a model, which tell a variant of it: NS in "pulsar 150 ns". */
export function variantsOf(
  words: readonly TypedWord[],
  isTaken: readonly boolean[],
  { wordings }: Dictionary,
  { brand, family }: NamedVehicle,
): number[] {
  const ofFamily = family === null ? [] : (wordings.get(brand) ?? []).filter(({ name }) => name.family === family);
  const known = new Set(ofFamily.flatMap((one) => one.words));
  return words.flatMap((word, at) =>
    !isTaken[at] && !word.isQuoted && /^\p{L}{2,}$/u.test(word.text) && known.has(word.text) ? [at] : [],
  );
}

/** Whether a word says what is looked for, and is completed while it is typed. */
const isOfKind = ({ vehicleType, fuelType, stock, condition, bodyStyle }: WordMeaning): boolean =>
  condition === undefined &&
  bodyStyle === undefined &&
  (vehicleType !== undefined || fuelType !== undefined || stock !== undefined);

/** What the phrases that begin so nearly all stand for; for the last word, which may still be being typed. */
export function beginning(dictionary: Dictionary, text: string): { begins: boolean; entry: Entry | null } {
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
    if (entry?.type === 'word' && entry.isStrong && isOfKind(entry.means)) count(JSON.stringify(entry.means), entry);
    if (entry?.type !== 'name') continue;
    const { brand, family, model } = entry.name;
    const named = (name: NamedVehicle, spelling: string): Entry => ({
      type: 'name',
      name,
      needsBrand: false,
      spelling,
    });
    if (model) count(nameKey(entry.name), entry);
    if (family) count(`${brand}|${family}`, named({ brand, family, model: null }, family));
    count(brand, named({ brand, family: null, model: null }, brand));
  }
  // The more exact of two that are as frequent comes first.
  const agreed = [...counts.values()]
    .sort((one, other) => other.count - one.count)
    .filter((one) => one.count >= all * 0.75);
  const namedBy = (part: 'model' | 'family') =>
    agreed.find(({ entry }) => entry.type === 'name' && entry.name[part] !== null)?.entry;
  return { begins: all > 0, entry: namedBy('family') ?? namedBy('model') ?? agreed[0]?.entry ?? null };
}

/** Letters of a word that is completed. */
const shortestBeginning = (text: string): number => (isIndic(text) ? 2 : 3);

/**
 * Completes the last word, which may still be being typed, where nearly all phrases that begin so stand for the same.
 *
 * @param isKnown whether a word is one of the offers in stock, and complete
 */
export function completeLastWord(
  words: readonly TypedWord[],
  { names, entries, isTaken }: Reading,
  dictionary: Dictionary,
  isKnown: (word: string) => boolean,
): void {
  const last = words.at(-1);
  const at = words.length - 1;
  if (!last || isTaken[at] || last.isNumber || last.isQuoted || isStopWord(dictionary, last)) return;
  if (last.text.length < shortestBeginning(last.text) || isKnown(last.text)) return;
  const { entry } = beginning(dictionary, last.text);
  if (!entry) return;
  // Beside a name only the beginning of another one, not of a rare spelling: "air" is a variant, and no Aerox.
  if (entry.type === 'name' && names.length > 0 && !phraseKey(entry.spelling).startsWith(last.text)) return;
  const span = { from: at, to: words.length };
  if (entry.type === 'name') names.push({ ...span, name: entry.name, spelling: entry.spelling, isBegun: true });
  else entries.push({ ...span, entry });
  isTaken[at] = true;
}

/** Names of one search, without those that a more exact one of the same brand says already. */
export function withoutRepeats(names: readonly FoundName[]): { names: FoundName[]; overruled: FoundName[] } {
  const isWithin = (one: NamedVehicle, other: NamedVehicle): boolean =>
    one.brand === other.brand &&
    (one.model === null
      ? one.family === null || (one.family === one.brand && other.family !== one.family)
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
