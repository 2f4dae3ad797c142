import { type Dictionary, isStopWord } from './dictionary';
import type { Entities, ParsedRange, Span, UnfilteredSpan } from './parsed-query';
import type { Token } from '../names/tokenizer';

/** Range of an instalment in rupees. A greater amount next to "EMI" is the price of the vehicle. */
const minInstalment = 500;
const maxInstalment = 30_000;

export function findInstalments(
  tokens: readonly Token[],
  { ranges, phrases, isConsumed }: Pick<Entities, 'ranges' | 'phrases' | 'isConsumed'>,
  dictionary: Dictionary,
): Span[] {
  const { numbers } = dictionary;
  const isSkipped = (index: number): boolean => {
    const token = tokens[index];
    return token !== undefined && !isConsumed[index] && isStopWord(dictionary, token);
  };
  // "emi 2000" is an amount although 2000 is a model year.
  const isInstalment = ({ field, min, max, from, to }: ParsedRange): boolean =>
    (field === 'price' || field === 'engineCc' || (field === 'year' && (min ?? max) === 2_000)) &&
    Math.max(min ?? 0, max ?? 0) < maxInstalment &&
    !tokens.slice(from, to).some(({ text }) => numbers.units.has(text));
  const findAmount = (index: number): Span | undefined => {
    const range = ranges.find(({ from, to }) => from <= index && to > index);
    if (range) return isInstalment(range) ? range : undefined;
    const token = tokens[index];
    return token?.isNumber && !isConsumed[index] && Number(token.text) >= minInstalment
      ? { from: index, to: index + 1 }
      : undefined;
  };
  return phrases.flatMap(({ entry, from, to }) => {
    if (entry.type !== 'word' || entry.means.action !== 'emi') return [];
    let after = to;
    while (isSkipped(after)) after += 1;
    let before = from - 1;
    while (isSkipped(before)) before -= 1;
    const amount = findAmount(after) ?? findAmount(before);
    return amount ? [{ from: Math.min(from, amount.from), to: Math.max(to, amount.to) }] : [];
  });
}

const maxWordsToYear = 4;
const validYears = [2_000, 2_060] as const;

/** "insurance till 2026", "2027 tak bima"; but in "activa insurance 2019" the year is a model year. */
export function findValidities(
  tokens: readonly Token[],
  { paperWords, untilWords, validityFillers }: Dictionary,
  currentYear: number,
): UnfilteredSpan[] {
  const isIn = (words: ReadonlySet<string>, index: number): boolean => words.has(tokens[index]?.text ?? '');
  const isBetween = (index: number): boolean => isIn(untilWords, index) || isIn(validityFillers, index);
  return tokens.flatMap(({ text, isNumber }, index): UnfilteredSpan[] => {
    const year = Number(text);
    if (!isNumber || text.length !== 4 || year < validYears[0] || year > validYears[1]) return [];
    let from = index;
    while (isBetween(from - 1) && index - from < maxWordsToYear) from -= 1;
    let to = index + 1;
    while (isBetween(to) && to - index <= maxWordsToYear) to += 1;
    const isUntil = tokens.slice(from, to).some((token) => untilWords.has(token.text));
    if (!isUntil && year <= currentYear + 1) return [];
    if (isIn(paperWords, from - 1)) return [{ from: from - 1, to, subject: from - 1 }];
    return isIn(paperWords, to) ? [{ from, to: to + 1, subject: to }] : [];
  });
}

const feet = [4, 7.2] as const;
const centimetres = [120, 215] as const;
const isWithin = ([low, high]: readonly [number, number], text = ''): boolean =>
  /^\d/.test(text) && Number(text) >= low && Number(text) <= high;

export function findRiderHeights(
  tokens: readonly Token[],
  { heightWords, feetWords, inchWords, centimetreWords }: Dictionary,
): Span[] {
  const isIn = (words: ReadonlySet<string>, index: number): boolean => words.has(tokens[index]?.text ?? '');
  const isInches = (index: number): boolean => /^(?:\d|1[01])$/.test(tokens[index]?.text ?? '');
  const findEnd = (index: number): number | null => {
    const { text, isNumber, isJoined } = tokens[index] ?? {};
    if (!isNumber || isJoined) return /^\d'\d{1,2}"?$/.test(text ?? '') ? index + 1 : null;
    if (isWithin(centimetres, text) && isIn(centimetreWords, index + 1)) return index + 2;
    if (isWithin(feet, text) && isIn(feetWords, index + 1)) {
      if (!isInches(index + 2)) return index + 2;
      return isIn(inchWords, index + 3) ? index + 4 : index + 3;
    }
    const isNamed = isIn(heightWords, index - 1) || isIn(heightWords, index + 1);
    if (isNamed && (isWithin(centimetres, text) || (isWithin(feet, text) && text?.includes('.')))) return index + 1;
    return isWithin(feet, text) && isIn(heightWords, index - 1) && isInches(index + 1) ? index + 2 : null;
  };
  return tokens.flatMap((_, index): Span[] => {
    const end = findEnd(index);
    if (end === null) return [];
    return [{ from: isIn(heightWords, index - 1) ? index - 1 : index, to: isIn(heightWords, end) ? end + 1 : end }];
  });
}
