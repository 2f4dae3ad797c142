import type { NumberWords } from './dictionary';
import { NumberParser, type ParsedNumber } from './number-parser';
import type { Figure, ParsedRange } from './parsed-query';
import type { Token } from '../names/tokenizer';
import { engineEndTolerance, UnitRangeParser } from './unit-ranges';

/** A single price is the range of this share below and above it. */
const priceTolerance = 0.15;
/** Without currency or unit: alone, and next to a range word. Names contain smaller numbers. */
const minPlainPrice = 10_000;
const minPrice = 5_000;
/** "under 50" is ₹50,000: small numbers next to a range word are thousands, and greater ones engine sizes. */
const impliedThousands = [10, 100] as const;
/** "under 1.5" is 1.5 lakh: fractions are lakhs. */
const impliedLakhs = [0.3, 9.9] as const;
const impliedEngineCc = [100, 2_500] as const;
const maxRangeKm = 1_000;

export class RangeParser {
  readonly #tokens: readonly Token[];
  readonly #words: NumberWords;
  readonly #numbers: NumberParser;
  readonly #units: UnitRangeParser;

  constructor(tokens: readonly Token[], words: NumberWords, currentYear: number) {
    this.#tokens = tokens;
    this.#words = words;
    this.#numbers = new NumberParser(tokens, words, currentYear);
    this.#units = new UnitRangeParser(tokens, words, currentYear, this.#numbers);
  }

  parse(): ParsedRange[] {
    const ranges: ParsedRange[] = [];
    let end = 0;
    for (let index = 0; index < this.#tokens.length; index += 1) {
      const range = this.#parseAt(index, end);
      if (!range) continue;
      ranges.push(range);
      end = range.to;
      index = Math.max(index, end - 1);
    }
    return ranges;
  }

  #parseAt(index: number, start: number): ParsedRange | null {
    const figure = this.#parseFigureAt(index);
    if (!figure) return null;
    const { first, second } = figure;
    const unitAfter = this.#numbers.matchAt(this.#words.units, figure.end);
    // "30k to 40k range", "1 lakh range 100"
    const isUnitOfOther = unitAfter?.value === 'rangeKm' && (second ?? first).value > maxRangeKm;
    const unit = first.isMultiplierOnly || isUnitOfOther ? null : unitAfter;
    const range = this.#units.parse(figure, unit, start);
    return range || unit ? range : this.#parseRangeWithoutUnit(figure, start);
  }

  #parseFigureAt(index: number): Figure | null {
    const first = this.#numbers.parseAt(index);
    if (!first) return null;
    const second = this.#numbers.parseRangeEnd(first);
    const { to } = second ?? first;
    // "60+ kmpl", "60 plus mileage"; "s1 pro plus" is a name.
    const isPlus = this.#tokens[to]?.text === 'plus';
    const isOpen =
      this.#tokens[to]?.text === '+' ||
      (isPlus && [this.#words.units, this.#words.looseUnits].some((table) => this.#numbers.matchAt(table, to + 1)));
    return { first, second, isOpen, end: isOpen ? to + 1 : to };
  }

  #parseRangeWithoutUnit(figure: Figure, start: number): ParsedRange | null {
    const { first, second } = figure;
    if (first.isMultiplierOnly) {
      // "under a lakh"; the word alone is no price.
      const { kind, isLoose } = this.#numbers.parseRangeWords(first.from, first.to, start);
      if (isLoose || (kind !== 'min' && kind !== 'max')) return null;
    } else if (first.isInWords && !first.hasMultiplier && !second?.hasMultiplier) return null;
    return (
      this.#parseKilometresBefore(figure, start) ??
      parseYears(figure, this.#tokens, this.#words, this.#numbers, start) ??
      this.#parsePriceInterval(figure, start) ??
      (first.value < minPrice ? this.#parseImpliedUnit(figure, start) : this.#parseSinglePrice(figure, start))
    );
  }

  /** "50 to 70 thousand", "20k-30", "between 70k and 50k" */
  #parsePriceInterval({ first, second }: Figure, start: number): ParsedRange | null {
    if (!second) return null;
    const sharesMultiplier = !first.hasMultiplier && first.value < 1_000 && second.hasMultiplier;
    const givesMultiplier = first.hasMultiplier && !second.isMoney && second.value < 1_000;
    const from = sharesMultiplier ? first.value * this.#numbers.getMultiplier(second) : first.value;
    const to = givesMultiplier ? second.value * this.#numbers.getMultiplier(first) : second.value;
    const [low, high] = [Math.min(from, to), Math.max(from, to)];
    if (to < minPrice || low === high || (givesMultiplier && to < from)) return null;
    const before = this.#numbers.matchBefore(this.#words.before, first.from, start);
    const after = this.#numbers.matchAt(this.#words.after, second.to);
    return {
      field: 'price',
      min: Math.round(low),
      max: Math.round(high),
      from: before?.from ?? first.from,
      to: after?.value === 'between' ? after.to : second.to,
    };
  }

  #parseSinglePrice({ first, second }: Figure, start: number): ParsedRange | null {
    const { kind, from, to } = this.#numbers.parseRangeWords(first.from, first.to, start);
    // "27293-2" is a reference or the name of a listing.
    const isReference = second !== null && second.value < minPrice;
    if (!first.isMoney && kind === null && (isReference || first.value < minPlainPrice)) return null;
    const price = Math.round(first.value);
    // A small amount is a maximum, because no vehicle is much cheaper.
    const isMax = kind === 'max' || (kind === null && price < minPlainPrice);
    return {
      field: 'price',
      min: isMax ? null : kind === 'min' ? price : Math.round(price * (1 - priceTolerance)),
      max: kind === 'min' ? null : isMax ? price : Math.round(price * (1 + priceTolerance)),
      from,
      to,
    };
  }

  /** "km 20000 se kam", "km under 20k": the unit precedes the number. */
  #parseKilometresBefore({ first, second }: Figure, start: number): ParsedRange | null {
    if (first.isMoney && !first.hasMultiplier) return null;
    const last = second ?? first;
    const before = this.#numbers.matchBefore(this.#words.before, first.from, start);
    const unit = this.#numbers.matchBefore(this.#words.units, before?.from ?? first.from, start);
    if (unit?.value !== 'kilometres') return null;
    const { kind, to } = this.#numbers.parseRangeWords(first.from, last.to, before?.from ?? first.from);
    return kind === 'min' ? null : { field: 'kilometres', min: null, max: last.value, from: unit.from, to };
  }

  /** "under 50", "between 40 and 60", "above 200": the size of the number implies its unit. */
  #parseImpliedUnit({ first, second }: Figure, start: number): ParsedRange | null {
    if (first.isMoney || second?.isMoney || this.#tokens[first.from]?.isJoined) return null;
    const last: ParsedNumber = second ?? first;
    const { kind, isLoose, from, to } = this.#numbers.parseRangeWords(first.from, last.to, start);
    // "100 se 125 tak" has both ends.
    const isInterval = second !== null && (kind === 'between' || kind === 'max') && first.value < second.value;
    const isBounded = second ? isInterval : kind === 'min' || kind === 'max';
    if (isLoose || !isBounded) return null;
    const isWithin = ([low, high]: readonly [number, number]): boolean => first.value >= low && last.value <= high;
    const ends = (tolerance: number, multiplier: number) => ({
      min: kind === 'max' && !isInterval ? null : Math.round(first.value * multiplier * (1 - tolerance)),
      max: kind === 'min' ? null : Math.round(last.value * multiplier * (1 + tolerance)),
    });
    if (isWithin(impliedLakhs) && !Number.isInteger(first.value))
      return { field: 'price', ...ends(0, 100_000), from, to };
    if (isWithin(impliedThousands)) return { field: 'price', ...ends(0, 1_000), from, to };
    return isWithin(impliedEngineCc) ? { field: 'engineCc', ...ends(engineEndTolerance, 1), from, to } : null;
  }
}

function parseYears(
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
