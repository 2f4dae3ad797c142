/** Parses ranges of model years: "2018", "2019 to 2021", "after 2018 before 2021". */

import type { NumberWords } from './dictionary';
import type { NumberParser, ParsedNumber } from './number-parser';
import type { Figure, ParsedRange } from './parsed-range';
import type { Token } from '../names/tokenizer';

/** Parses the years of a figure; null if it is none. @param start first token that no earlier range contains */
export function parseYears(
  figure: Figure,
  tokens: readonly Token[],
  words: NumberWords,
  numbers: NumberParser,
  start: number,
): ParsedRange | null {
  const { first } = figure;
  if (!numbers.isYear(first)) return null;
  const short = parseShortRange(figure, tokens, numbers);
  if (short) return short;
  // "2019 to 2020", "2018 2019 2020"
  const years = [first.value];
  let last = first;
  for (let next = figure.second ?? numbers.parseAt(first.to); next && numbers.isYear(next); ) {
    years.push(next.value);
    last = next;
    next = numbers.parseAt(next.to);
  }
  if (years.length === 1) return parseYear(first, tokens, words, numbers, start);
  const before = numbers.matchBefore(words.before, first.from, start);
  const after = numbers.matchAt(words.yearWords, last.to);
  return {
    field: 'year',
    min: Math.min(...years),
    max: Math.max(...years),
    from: before?.from ?? first.from,
    to: after?.value === 'exact' ? after.to : last.to,
  };
}

/** "2018-20", and "2021 22": an interval that ends in two digits, without a joiner the next year. */
function parseShortRange(
  { first, second }: Figure,
  tokens: readonly Token[],
  numbers: NumberParser,
): ParsedRange | null {
  const end = second ?? numbers.parseAt(first.to);
  if (!end || end.isMoney || end.isInWords || !/^\d{2}$/.test(tokens[end.from]?.text ?? '')) return null;
  const last = first.value - (first.value % 100) + end.value;
  const isInterval = second ? last > first.value : last === first.value + 1;
  if (!isInterval || tokens[end.to]?.isJoined || !numbers.isYear({ value: last, hasMultiplier: false })) return null;
  return { field: 'year', min: first.value, max: last, from: first.from, to: end.to };
}

function parseYear(
  year: ParsedNumber,
  tokens: readonly Token[],
  { yearWords }: NumberWords,
  numbers: NumberParser,
  start: number,
): ParsedRange {
  const before = numbers.matchBefore(yearWords, year.from, start);
  const next = numbers.matchAt(yearWords, year.to);
  // "after 2018 before 2021": the second word belongs to the next year.
  const after = before && before.value !== 'exact' && next?.value !== 'exact' ? null : next;
  const isOpen = tokens[year.to]?.text === '+';
  const yearWord = before && before.value !== 'exact' ? before.value : after?.value;
  // "under 2018", "2018 se upar": range words that occur next to prices too.
  const range =
    isOpen || yearWord === 'min' || yearWord === 'max' ? null : numbers.parseRangeWords(year.from, year.to, start);
  const kind = isOpen ? 'min' : ((range && !range.isLoose ? range.kind : null) ?? yearWord ?? 'exact');
  return {
    field: 'year',
    min: kind === 'max' ? null : year.value,
    max: kind === 'min' ? null : year.value,
    from: Math.min(before?.from ?? year.from, range?.from ?? year.from),
    to: Math.max(isOpen ? year.to + 1 : (after?.to ?? year.to), range?.to ?? year.to),
  };
}
