import type { City, Dictionary } from './dictionary';
import { isStopWord, keyOfRun, type Reading, type Span } from './reading-parts';
import type { TypedWord } from './typed-words';

const ordinals: ReadonlySet<string> = new Set(['st', 'nd', 'rd', 'th']);
/** "5th" is no five thousand, at which nothing is sold. */
const leastThousands = 10;

/** Joins numbered parts of cities, and ordinals, into one word, so that they are no amounts: "sector 62", "5th block". */
export function withNumberedParts(words: readonly TypedWord[], dictionary: Dictionary): TypedWord[] {
  const { numberedParts, phrases } = dictionary;
  const joined: TypedWord[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const [first, second, third] = words.slice(at, at + 3);
    if (!first) break;
    const isPart = (word: TypedWord | undefined): boolean => word !== undefined && numberedParts.has(word.text);
    const isOrdinal = first.isNumber && second?.isJoined === true && ordinals.has(second.text);
    // "bharat stage 6"
    const isKnown = phrases.has(keyOfRun(words, Math.max(0, at - 1), at + 2));
    const isNumbered = isPart(first) && second?.isNumber && !third?.isJoined && !isKnown;
    const isSmall = isOrdinal && second.text === 'th' && Number(first.text) < leastThousands;
    const last = isOrdinal && isPart(third) ? third : isNumbered || isSmall ? second : undefined;
    if (!last) {
      joined.push(first);
      continue;
    }
    const head = isOrdinal ? `${first.text}${second.text}` : first.text;
    joined.push({
      ...first,
      text: last === second && isOrdinal ? head : `${head} ${last.text}`,
      end: last.end,
      isNumber: false,
    });
    at += last === third ? 2 : 1;
  }
  return joined;
}

const longestPart = 3;
/** Letters of the shortest name of a part that is recognised by its ending. */
const shortestEnded = 7;

/**
 * Finds parts of cities that the dictionary does not know, beside the city that is named: "boring road" in "patna boring
 * road", "indirapuram" in "indirapuram ghaziabad".
 */
export function readLocalities(
  words: readonly TypedWord[],
  { entries, isTaken }: Pick<Reading, 'entries' | 'isTaken'>,
  dictionary: Dictionary,
): Span[] {
  const { partWords, partEndings, placeWords } = dictionary;
  const isFree = (at: number): boolean => words[at] !== undefined && !isTaken[at] && !words[at]?.isQuoted;
  const isName = (at: number): boolean => {
    const word = words[at];
    return word !== undefined && isFree(at) && /^\p{L}{2,}$/u.test(word.text) && !isStopWord(dictionary, word);
  };
  const isEnded = ({ text }: TypedWord): boolean =>
    text.length >= shortestEnded && partEndings.some((ending) => text.endsWith(ending));
  const isWhole = (from: number, to: number): boolean => {
    const word = words[from];
    if (!word || !isFree(from)) return false;
    if (to === from + 1 && (/\d/.test(word.text) ? word.text.includes(' ') : isEnded(word))) return true;
    if (!isFree(to - 1)) return false;
    // A word for a part stands alone ("west") or after a name of one or two words.
    for (let name = from; name < to; name += 1) {
      if (partWords.has(keyOfRun(words, name, to))) return true;
      if (!isName(name)) return false;
    }
    return false;
  };
  const isPlaceWord = (at: number): boolean => placeWords.has(words[at]?.text ?? '');
  const after = (at: number): Span | undefined => {
    const from = isPlaceWord(at) ? at + 1 : at;
    for (let to = Math.min(words.length, from + longestPart); to > from; to -= 1)
      if (isWhole(from, to)) return { from, to };
    return undefined;
  };
  const before = (at: number): Span | undefined => {
    const to = isPlaceWord(at - 1) ? at - 1 : at;
    for (let from = Math.max(0, to - longestPart); from < to; from += 1) if (isWhole(from, to)) return { from, to };
    return undefined;
  };
  const found: Span[] = [];
  const take = (part: Span): void => {
    isTaken.fill(true, part.from, part.to);
    found.push(part);
  };
  for (const { entry, from, to } of entries) {
    if (entry.type !== 'city') continue;
    for (let part = after(to); part; part = after(part.to)) take(part);
    for (let part = before(from); part; part = before(part.from)) take(part);
  }
  return found;
}

const pinCode = /^[1-8]\d{5}$/;
/** Ends of prices, which are round or just below. */
const priceEnd = /(?:00|50|99)$/;

/** Reads a PIN code: six figures that no price ends with, or beside a word for a place. */
export function pinOf(
  words: readonly TypedWord[],
  { citiesOfPin, pinWords, placeWords, numbers }: Dictionary,
): (Span & { city: City | undefined }) | null {
  for (const [at, { text, start, end, isNumber, isJoined }] of words.entries()) {
    if (!isNumber || isJoined || !pinCode.test(text) || end - start !== text.length) continue;
    let from = at;
    while (pinWords.has(words[from - 1]?.text ?? '')) from -= 1;
    const isSure = from < at || placeWords.has(words[at - 1]?.text ?? '');
    const isMeasured = [at - 1, at + 1].some((beside) => {
      const word = words[beside]?.text ?? '';
      const { currency, units, times, before, after, joiners } = numbers;
      return [currency, units, times, before, after, joiners].some((known) => known.has(word));
    });
    if (!isSure && (isMeasured || priceEnd.test(text))) continue;
    return { from, to: at + 1, city: citiesOfPin.get(text.slice(0, 3)) };
  }
  return null;
}
