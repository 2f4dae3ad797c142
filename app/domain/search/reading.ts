import { AmountReader } from './amounts';
import { negatedParts, readInstalments } from './asides';
import { type Dictionary, type Entry, soundingLike } from './dictionary';
import { readFurther } from './further-models';
import { pinOf, readLocalities } from './localities';
import {
  type FoundEntry,
  type FoundName,
  keyOfRun,
  keyText,
  type Negated,
  type Reading,
  type Span,
} from './reading-parts';
import { isIndic, phraseKey, type TypedWord } from './typed-words';

const longestRun = 8;

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
function entryOf(
  dictionary: Dictionary,
  key: string,
  run: readonly TypedWord[],
  brands: ReadonlySet<string>,
): Entry | undefined {
  const isWord = run.length === 1;
  const beside = dictionary.besideBrand.get(key)?.find(({ name }) => brands.has(name.brand));
  if (beside) return beside;
  const exact = dictionary.phrases.get(key);
  if (exact) return exact;
  const inLatin = entryInLatin(run, dictionary);
  if (inLatin) return inLatin;
  if (isIndic(key)) return soundingLike(dictionary, key, isWord);
  const singular = isWord && /^[a-z]{4,}s$/.test(key) ? dictionary.phrases.get(key.slice(0, -1)) : undefined;
  return singular?.type === 'word' ? singular : undefined;
}

/** A state by its code, which is a common word but first, last and beside a word such as "in". */
function stateAt(
  words: readonly TypedWord[],
  at: number,
  { placeWords, plateWords, stopWords, stateOfCode }: Dictionary,
): Entry | undefined {
  const { text = '' } = words[at] ?? {};
  const isAt = (place: number): boolean => placeWords.has(words[place]?.text ?? '');
  const isAtEnd = (at === 0 || at === words.length - 1) && !stopWords.has(text) && !words[at + 1]?.isNumber;
  const isOfPlate = plateWords.has(words[at + 1]?.text ?? '') && !words[at - 1]?.isNumber;
  const isFit = isOfPlate || isAt(at - 1) || isAt(at + 1) || (isAtEnd && !words[at - 1]?.isNumber);
  if (!/^[a-z]{2}$/.test(text) || words[at]?.isJoined || placeWords.has(text) || !isFit) return undefined;
  const name = stateOfCode.get(text.toUpperCase());
  return name === undefined ? undefined : { type: 'state', name, code: text.toUpperCase(), spelling: name };
}

/** The entry of a run of words of which some are in other scripts, by the words of their names in Latin letters. */
function entryInLatin(run: readonly TypedWord[], { phrases, latinWords }: Dictionary): Entry | undefined {
  if (!run.some(({ text }) => /[^\x20-\x7e]/.test(text))) return undefined;
  const entry = phrases.get(run.map((word) => latinWords.get(word.text) ?? keyText(word)).join(''));
  return entry?.type === 'name' ? entry : undefined;
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
        entryOf(dictionary, key, run, brands) ?? (to === at + 1 ? stateAt(words, at, dictionary) : undefined);
      if (!entry) continue;
      const isOfFigures = run.every((word) => word.isNumber || isScaled(word));
      if (isOfFigures && !(entry.type === 'name' && entry.needsBrand)) continue;
      // "mh passing"
      const isOfPlate = entry.type === 'state' && dictionary.plateWords.has(words[to]?.text ?? '') && !isTaken[to];
      const span = { from: at, to: isOfPlate ? to + 1 : to };
      if (entry.type === 'name') names.push({ ...span, name: entry.name, spelling: entry.spelling });
      else entries.push({ ...span, entry });
      isTaken.fill(true, at, span.to);
      break;
    }
  }
  return { names, entries };
}

function takenBy(isTaken: boolean[], { names, entries }: Pick<Reading, 'names' | 'entries'>): boolean[] {
  for (const { from, to } of [...names, ...entries]) isTaken.fill(true, from, to);
  return isTaken;
}

export function readWords(words: readonly TypedWord[], dictionary: Dictionary, year: number): Reading {
  const plate = plateOf(words, dictionary);
  const pin = pinOf(words, dictionary);
  const isApart = ({ from, to }: Span): boolean =>
    [plate, pin].every((one) => !one || to <= one.from || from >= one.to);
  const amounts = new AmountReader(words, dictionary.numbers, year).read().filter(isApart);
  let negated: Negated[] = [];
  const taken = (): boolean[] => {
    const isTaken = words.map(({ isQuoted }) => isQuoted);
    for (const one of [...amounts, plate, pin, ...negated]) if (one) isTaken.fill(true, one.from, one.to);
    return isTaken;
  };
  const first = readPhrases(words, taken(), dictionary, new Set());
  negated = negatedParts(words, taken(), first, dictionary);
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
    localities: [],
    isTaken: isReadAgain ? isTaken : takenBy(taken(), first),
  };
  readFurther(words, reading, dictionary);
  const instalments = readInstalments(words, reading, dictionary);
  for (const { from, to } of instalments) reading.isTaken.fill(true, from, to);
  const isPrice = ({ from, to }: Span): boolean => !instalments.some((one) => one.from <= from && one.to >= to);
  if (pin?.city) {
    const { city, from, to } = pin;
    reading.entries.push({ entry: { type: 'city', city, spelling: city.city }, from, to });
  }
  const parts = readLocalities(words, reading, dictionary);
  const localities = pin && !pin.city ? [...parts, pin] : parts;
  return { ...reading, amounts: amounts.filter(isPrice), instalments, localities };
}
