import { type Dictionary, findPhonetically, isFunctionWord } from './dictionary';
import { createKeyOfTokens, isIndic, type Token, tokenize } from '../names/tokenizer';

function joinOtherProducts(tokens: readonly Token[], { otherProducts, phrases }: Dictionary): Token[] {
  // In "honda city ride" the last two words are a phrase: the use of a Honda.
  const isContinued = (last: number): boolean =>
    tokens[last + 1] !== undefined && phrases.has(createKeyOfTokens(tokens, last, last + 2));
  const isProduct = (from: number): boolean =>
    otherProducts.has(createKeyOfTokens(tokens, from, from + 2)) && !isContinued(from + 1);
  return tokens.flatMap((token, index): Token[] => {
    if (index > 0 && isProduct(index - 1)) return [];
    const next = tokens[index + 1];
    return next && isProduct(index)
      ? [{ ...token, text: `${token.text} ${next.text}`, end: next.end, isNumber: false, isQuoted: true }]
      : [token];
  });
}

const ordinalSuffixes: ReadonlySet<string> = new Set(['st', 'nd', 'rd', 'th']);
/** "5th" and "12th" are ordinals: hardly a vehicle costs less than so many thousand ("th"). */
const minThousands = 13;

function joinNumberedParts(tokens: readonly Token[], { numberedParts, phrases }: Dictionary): Token[] {
  const joined: Token[] = [];
  const isPart = (token: Token | undefined): boolean => token !== undefined && numberedParts.has(token.text);
  for (let index = 0; index < tokens.length; index += 1) {
    const [first, second, third] = tokens.slice(index, index + 3);
    if (!first) break;
    const isOrdinal = first.isNumber && second?.isJoined === true && ordinalSuffixes.has(second.text);
    // "bharat stage 6", "bs6 phase 2"
    const isPhrase = [1, 2].some((before) =>
      phrases.has(createKeyOfTokens(tokens, Math.max(0, index - before), index + 2)),
    );
    const isNumbered = isPart(first) && second?.isNumber && !third?.isJoined && !isPhrase;
    const isSmallOrdinal = isOrdinal && second.text === 'th' && Number(first.text) < minThousands;
    const last = isOrdinal && isPart(third) ? third : isNumbered || isSmallOrdinal ? second : undefined;
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
    index += last === third ? 2 : 1;
  }
  return joined;
}

type NumberRun = { length: number; digits: string };

/** Digits ("one two five"), tens ("forty two"), or hundreds and the rest ("three fifty"). */
function parseSpokenNumber(
  tokens: readonly Token[],
  { spokenDigits, wordNumbers }: Dictionary['numbers'],
): NumberRun | null {
  const getWord = (index: number): string => {
    const token = tokens[index];
    return token && !token.isQuoted && !token.isJoined ? token.text : '';
  };
  const getDigit = (index: number): string | undefined => spokenDigits.get(getWord(index));
  const parseRest = (index: number): { length: number; value: number } | null => {
    const value = /^[a-z]+$/.test(getWord(index)) ? (wordNumbers.get(getWord(index)) ?? 0) : 0;
    if (value < 10 || value > 99) return null;
    const unit = value >= 20 && value % 10 === 0 ? Number(getDigit(index + 1) ?? 0) : 0;
    return { length: unit > 0 ? 2 : 1, value: value + unit };
  };
  const first = getDigit(0);
  const rest = parseRest(first === undefined ? 0 : 1);
  if (first === undefined) return rest?.length === 2 ? { length: 2, digits: String(rest.value) } : null;
  if (rest && first !== '0') return { length: 1 + rest.length, digits: String(Number(first) * 100 + rest.value) };
  let digits = first;
  while (getDigit(digits.length) !== undefined) digits += getDigit(digits.length);
  return digits.length > 1 ? { length: digits.length, digits } : null;
}

const hundredJoiners: ReadonlySet<string> = new Set(['and', 'aur', 'और']);

function parseSpokenHundreds(
  tokens: readonly Token[],
  { wordNumbers, multipliers }: Dictionary['numbers'],
): NumberRun | null {
  const getValue = (index: number): number => {
    const token = tokens[index];
    return token && !token.isQuoted && !token.isJoined ? (wordNumbers.get(token.text) ?? 0) : 0;
  };
  const hundreds = getValue(0) * 100;
  if (getValue(0) < 1 || getValue(0) >= 10 || !Number.isInteger(hundreds) || getValue(1) !== 100) return null;
  const restAt = hundredJoiners.has(tokens[2]?.text ?? '') ? 3 : 2;
  const tens = getValue(restAt);
  const isRest = Number.isInteger(tens) && tens > 0 && tens < 100;
  const unit = tens >= 20 && tens % 10 === 0 ? getValue(restAt + 1) : 0;
  const isUnit = Number.isInteger(unit) && unit > 0 && unit < 10;
  const length = isRest ? restAt + (isUnit ? 2 : 1) : 2;
  if (multipliers.has(tokens[length]?.text ?? '')) return null;
  return { length, digits: String(hundreds + (isRest ? tens : 0) + (isRest && isUnit ? unit : 0)) };
}

/** "50 000" and "1 20 000" */
function parseGroupedNumber(tokens: readonly Token[]): NumberRun | null {
  const isGroup = (index: number, length: number): boolean => {
    const token = tokens[index];
    return token?.isNumber === true && !token.isJoined && token.text.length === length;
  };
  const first = tokens[0];
  if (!first?.isNumber || first.isJoined || !/^[1-9]\d{0,2}$/.test(first.text)) return null;
  const length = isGroup(1, 2) ? 3 : 2;
  const isThousands = isGroup(length - 1, 3) && tokens[length - 1]?.text === '000' && !tokens[length]?.isJoined;
  return isThousands
    ? {
        length,
        digits: tokens
          .slice(0, length)
          .map(({ text }) => text)
          .join(''),
      }
    : null;
}

/** "2k19" is a year. */
function parseShortenedYear([first, second, third]: readonly Token[]): NumberRun | null {
  const isYear = first?.text === '2' && second?.text === 'k' && second.isJoined && third?.isJoined;
  return isYear && /^\d{2}$/.test(third.text) ? { length: 3, digits: `20${third.text}` } : null;
}

function joinNumbers(tokens: readonly Token[], { numbers }: Dictionary): Token[] {
  const joined: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const rest = tokens.slice(index, index + 10);
    const [first] = rest;
    if (!first) break;
    const run =
      parseSpokenHundreds(rest, numbers) ??
      parseSpokenNumber(rest, numbers) ??
      parseGroupedNumber(rest) ??
      parseShortenedYear(rest);
    const last = run && rest[run.length - 1];
    if (!last) {
      joined.push(first);
      continue;
    }
    joined.push({ ...first, text: run.digits, end: last.end, isNumber: true });
    index += run.length - 1;
  }
  return joined;
}

const maxSuffixLength = 2;

function splitSuffixes(tokens: readonly Token[], { phrases, numbers }: Dictionary): Token[] {
  const isSplit = (head: string, rest: string): boolean => {
    const isName = phrases.get(rest)?.type === 'name' && rest.length > maxSuffixLength + 1;
    const isUnit = numbers.multipliers.has(head) || numbers.units.has(head);
    return isUnit ? phrases.has(rest) : isName && head.length <= maxSuffixLength;
  };
  return tokens.flatMap((token, index): Token[] => {
    const { text, start, isJoined } = token;
    if (!isJoined || !tokens[index - 1]?.isNumber || phrases.has(text) || !/^[a-z]+$/.test(text)) return [token];
    const length = Array.from(text, (_, at) => at).find((at) => at > 0 && isSplit(text.slice(0, at), text.slice(at)));
    if (length === undefined) return [token];
    return [
      { ...token, text: text.slice(0, length), end: start + length },
      { ...token, text: text.slice(length), start: start + length, isJoined: false },
    ];
  });
}

const minStemLength = 2;

/** "சென்னையில்" is "in Chennai", and "லட்சத்துக்குள்" is "within a lakh". */
function splitEndings(tokens: readonly Token[], dictionary: Dictionary): Token[] {
  const isKnown = (word: string): boolean => dictionary.phrases.has(word) || isFunctionWord(dictionary, word);
  return tokens.flatMap((token): Token[] => {
    const { text, end } = token;
    if (token.isQuoted || !isIndic(text) || isKnown(text) || dictionary.plainWords.has(text)) return [token];
    const ending = dictionary.endings.find((suffix) => {
      const stem = text.slice(0, -suffix.length);
      if (stem.length < minStemLength || !text.endsWith(suffix)) return false;
      return isKnown(stem) || findPhonetically(dictionary, stem, true) !== undefined;
    });
    if (ending === undefined) return [token];
    // Folding may have changed the length of the word, so the offset is counted from its end.
    const middle = Math.max(token.start + 1, end - ending.length);
    return [
      { ...token, text: text.slice(0, -ending.length), end: middle },
      { ...token, text: ending, start: middle, isJoined: true },
    ];
  });
}

export function tokenizeQuery(text: string, dictionary: Dictionary): Token[] {
  const tokens = splitSuffixes(joinOtherProducts(tokenize(text), dictionary), dictionary);
  const joined = joinNumberedParts(tokens, dictionary);
  return splitEndings(joinNumbers(joined, dictionary), dictionary);
}
