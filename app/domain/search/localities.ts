import { type City, type Dictionary, isStopWord } from './dictionary';
import type { Entities, Span } from './parsed-query';
import { createKeyOfTokens, type Token } from '../names/tokenizer';

export function addPlaceWords(
  { from, to }: Span,
  tokens: readonly Token[],
  placeWords: Dictionary['placeWords'],
): Span {
  const isPlaceWord = (index: number): boolean => placeWords.has(tokens[index]?.text ?? '');
  return { from: isPlaceWord(from - 1) ? from - 1 : from, to: isPlaceWord(to) ? to + 1 : to };
}

const maxPartTokens = 3;
const minNameLength = 7;

/** "boring road" in "patna boring road". Marks the tokens as consumed. */
export function findLocalities(
  tokens: readonly Token[],
  { phrases, isConsumed }: Pick<Entities, 'phrases' | 'isConsumed'>,
  dictionary: Dictionary,
): Span[] {
  const { partWords, partEndings, placeWords } = dictionary;
  const isFree = (index: number): boolean =>
    tokens[index] !== undefined && !isConsumed[index] && !tokens[index]?.isQuoted;
  const isName = (index: number): boolean => {
    const token = tokens[index];
    return token !== undefined && isFree(index) && /^\p{L}{2,}$/u.test(token.text) && !isStopWord(dictionary, token);
  };
  const hasPartEnding = ({ text }: Token): boolean =>
    text.length >= minNameLength && partEndings.some((ending) => text.endsWith(ending));
  const isLocality = (from: number, to: number): boolean => {
    const first = tokens[from];
    if (!first || !isFree(from)) return false;
    const isNumberedPart = /\d/.test(first.text) && first.text.includes(' ');
    if (to === from + 1 && (/\d/.test(first.text) ? isNumberedPart : hasPartEnding(first))) return true;
    if (!isFree(to - 1)) return false;
    // A word for a part occurs alone ("west") or after a name of one or two words.
    for (let wordStart = from; wordStart < to; wordStart += 1) {
      if (partWords.has(createKeyOfTokens(tokens, wordStart, to))) return true;
      if (!isName(wordStart)) return false;
    }
    return false;
  };
  const isPlaceWord = (index: number): boolean => placeWords.has(tokens[index]?.text ?? '');
  const findLocalityAt = (index: number): Span | undefined => {
    const from = isPlaceWord(index) ? index + 1 : index;
    for (let to = Math.min(tokens.length, from + maxPartTokens); to > from; to -= 1)
      if (isLocality(from, to)) return { from, to };
    return undefined;
  };
  const findLocalityBefore = (index: number): Span | undefined => {
    const to = isPlaceWord(index - 1) ? index - 1 : index;
    for (let from = Math.max(0, to - maxPartTokens); from < to; from += 1)
      if (isLocality(from, to)) return { from, to };
    return undefined;
  };
  const localities: Span[] = [];
  const add = (locality: Span): void => {
    isConsumed.fill(true, locality.from, locality.to);
    localities.push(locality);
  };
  for (const { entry, from, to } of phrases) {
    if (entry.type !== 'city') continue;
    for (let next = findLocalityAt(to); next; next = findLocalityAt(next.to)) add(next);
    for (let previous = findLocalityBefore(from); previous; previous = findLocalityBefore(previous.from)) add(previous);
  }
  return localities;
}

const pinCodePattern = /^[1-8]\d{5}$/;
/** Prices are round or just below a round amount. */
const priceEnding = /(?:00|50|99)$/;

/** Parses a PIN code: six digits that are no price, or next to a place word. @returns `city`: undefined if unknown */
export function parsePinCode(
  tokens: readonly Token[],
  { citiesByPin, pinWords, placeWords, numbers }: Dictionary,
): (Span & { city: City | undefined }) | null {
  const { currency, units, multipliers, before, after, joiners } = numbers;
  const isOfAmount = (index: number): boolean => {
    const text = tokens[index]?.text ?? '';
    return [currency, units, multipliers, before, after, joiners].some((words) => words.has(text));
  };
  for (const [index, { text, start, end, isNumber, isJoined }] of tokens.entries()) {
    if (!isNumber || isJoined || !pinCodePattern.test(text) || end - start !== text.length) continue;
    let from = index;
    while (pinWords.has(tokens[from - 1]?.text ?? '')) from -= 1;
    const isNamed = from < index || placeWords.has(tokens[index - 1]?.text ?? '');
    const isAmount = isOfAmount(index - 1) || isOfAmount(index + 1) || priceEnding.test(text);
    if (isAmount && !isNamed) continue;
    return { from, to: index + 1, city: citiesByPin.get(text.slice(0, 3)) };
  }
  return null;
}
