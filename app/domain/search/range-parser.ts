/**
 * Parses ranges of prices, years, engine sizes and other figures: numbers, their units and the range words around them.
 */

import type { NumberWords, RangeKind, Unit } from './dictionary';
import { NumberParser, type ParsedNumber, rangeKeyOfTokens, type TableMatch } from './number-parser';
import type { Token } from './tokenizer';

/**
 * A range with both ends included, in the tokens `from` up to, but not including, `to`. `price` is in whole rupees,
 * `age` a model year, `mileageKmpl` in kilometres per litre, `rangeKm` in kilometres per charge.
 */
export type ParsedRange = {
  /** `other`: a figure without a filter, such as a battery capacity. */
  field:
    | 'price'
    | 'year'
    | 'engineCc'
    | 'kilometres'
    | 'mileageKmpl'
    | 'rangeKm'
    | 'seatHeightMm'
    | 'weightKg'
    | 'age'
    | 'other';
  min: number | null;
  max: number | null;
  from: number;
  to: number;
};

/** A single figure is the range of this share below and above it. */
const priceTolerance = 0.15;
const engineTolerance = 0.04;
/** Tolerance at an end of an explicit range: "up to 150cc" includes 153 cc. */
const engineEndTolerance = 0.03;
/**
 * Minimum price of a number without currency or unit: alone, and beside a range word. Names contain smaller numbers.
 */
const minPlainPrice = 10_000;
const minPrice = 5_000;
/** "under 50" is ₹50,000: small numbers beside a range word are thousands, and greater ones engine sizes. */
const impliedThousands = [10, 100] as const;
/** "under 1.5" is 1.5 lakh: fractions are lakhs. */
const impliedLakhs = [0.3, 9.9] as const;
const impliedEngineCc = [100, 2_500] as const;
/**
 * Usual figures. A word such as "mileage" is a unit only beside one of these: "pulsar 150 mileage" has another number.
 */
const usualFigures = {
  mileageKmpl: [45, 99],
  rangeKm: [60, 400],
  seatHeightMm: [600, 950],
  weightKg: [50, 400],
} as const;
type UsualUnit = keyof typeof usualFigures;
const isUsualUnit = (unit: Unit | undefined): unit is UsualUnit =>
  unit !== undefined && Object.hasOwn(usualFigures, unit);
/** Whether a single figure of this unit is a minimum. */
const isMinimumByDefault = (unit: Unit): unit is 'mileageKmpl' | 'rangeKm' =>
  unit === 'mileageKmpl' || unit === 'rangeKm';
/** Kilometres per charge. */
const maxRangeKm = 1_000;
/** Kilometres per litre, beside a range word. */
const minMileageKmpl = 20;

/** The range words around a number. */
type RangeWords = { kind: RangeKind | null; isLoose: boolean; from: number; to: number };

/** A number that may be the lower end of a range. */
type Figure = {
  first: ParsedNumber;
  /** Upper end; null for a single number. */
  second: ParsedNumber | null;
  /** Whether a plus follows: "60+ kmpl". */
  isOpen: boolean;
};

export class RangeParser {
  readonly #tokens: readonly Token[];
  readonly #words: NumberWords;
  readonly #currentYear: number;
  readonly #numbers: NumberParser;

  constructor(tokens: readonly Token[], words: NumberWords, currentYear: number) {
    this.#tokens = tokens;
    this.#words = words;
    this.#currentYear = currentYear;
    this.#numbers = new NumberParser(tokens, words, currentYear);
  }

  /** Parses all ranges, from left to right, without overlaps. */
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

  /** @param start first token that no earlier range contains */
  #parseAt(index: number, start: number): ParsedRange | null {
    const first = this.#numbers.parseAt(index);
    if (!first) return null;
    const second = this.#numbers.parseRangeEnd(first);
    const last = second ?? first;
    const isOpen = this.#tokens[last.to]?.text === '+';
    const figure = { first, second, isOpen };
    const unitAfter = this.#numbers.matchAt(this.#words.units, last.to + (isOpen ? 1 : 0));
    // "30k to 40k range", "1 lakh range 100"
    const isUnitOfOther = unitAfter?.value === 'rangeKm' && last.value > maxRangeKm;
    const unit = first.isMultiplierOnly || isUnitOfOther ? null : unitAfter;
    const withTwoUnits = unit && !second && this.#rangeWithTwoUnits(first, unit, start);
    if (withTwoUnits) return withTwoUnits;
    const loose = second ? null : this.#rangeWithLooseUnit(figure, unit, start);
    if (loose) return loose;
    if (unit) return this.#rangeWithUnit(figure, unit, start);
    return this.#rangeWithoutUnit(figure, start);
  }

  #rangeWithoutUnit(figure: Figure, start: number): ParsedRange | null {
    const { first, second } = figure;
    if (first.isMultiplierOnly) {
      // "under a lakh"; the word alone is no price.
      const { kind, isLoose } = this.#rangeWords(first.from, first.to, start);
      if (isLoose || (kind !== 'min' && kind !== 'max')) return null;
    } else if (first.isInWords && !first.hasMultiplier && !second?.hasMultiplier) return null;
    return (
      this.#kilometresBefore(figure, start) ??
      this.#yearRange(figure, start) ??
      this.#priceInterval(figure, start) ??
      (first.value < minPrice ? this.#impliedUnit(figure, start) : this.#singlePrice(figure, start))
    );
  }

  /** "50 to 70 thousand" */
  #priceInterval({ first, second }: Figure, start: number): ParsedRange | null {
    if (!second || second.value < minPrice) return null;
    const sharesMultiplier = !first.hasMultiplier && first.value < 1_000 && second.hasMultiplier;
    const low = sharesMultiplier ? first.value * this.#numbers.multiplierOf(second) : first.value;
    if (low >= second.value) return null;
    const before = this.#numbers.matchBefore(this.#words.before, first.from, start);
    const after = this.#numbers.matchAt(this.#words.after, second.to);
    return {
      field: 'price',
      min: Math.round(low),
      max: Math.round(second.value),
      from: before?.from ?? first.from,
      to: after?.value === 'between' ? after.to : second.to,
    };
  }

  #singlePrice({ first, second }: Figure, start: number): ParsedRange | null {
    const { kind, from, to } = this.#rangeWords(first.from, first.to, start);
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
  #kilometresBefore({ first, second }: Figure, start: number): ParsedRange | null {
    if (first.isMoney && !first.hasMultiplier) return null;
    const last = second ?? first;
    const before = this.#numbers.matchBefore(this.#words.before, first.from, start);
    const unit = this.#numbers.matchBefore(this.#words.units, before?.from ?? first.from, start);
    if (unit?.value !== 'kilometres') return null;
    const { kind, to } = this.#rangeWords(first.from, last.to, before?.from ?? first.from);
    return kind === 'min' ? null : { field: 'kilometres', min: null, max: last.value, from: unit.from, to };
  }

  /** "under 50", "between 40 and 60", "above 200": the size of the number implies its unit. */
  #impliedUnit({ first, second }: Figure, start: number): ParsedRange | null {
    if (first.isMoney || second?.isMoney || this.#tokens[first.from]?.isJoined) return null;
    const last = second ?? first;
    const { kind, isLoose, from, to } = this.#rangeWords(first.from, last.to, start);
    const isBounded = second ? kind === 'between' && first.value < second.value : kind === 'min' || kind === 'max';
    if (isLoose || !isBounded) return null;
    const isWithin = ([low, high]: readonly [number, number]): boolean => first.value >= low && last.value <= high;
    const ends = (tolerance: number, multiplier: number) => ({
      min: kind === 'max' ? null : Math.round(first.value * multiplier * (1 - tolerance)),
      max: kind === 'min' ? null : Math.round(last.value * multiplier * (1 + tolerance)),
    });
    if (isWithin(impliedLakhs) && !Number.isInteger(first.value))
      return { field: 'price', ...ends(0, 100_000), from, to };
    if (isWithin(impliedThousands)) return { field: 'price', ...ends(0, 1_000), from, to };
    return isWithin(impliedEngineCc) ? { field: 'engineCc', ...ends(engineEndTolerance, 1), from, to } : null;
  }

  /**
   * "mileage 60", "above 70 average", "range 100 km", "seat under 780 mm": words that are units beside a usual figure.
   */
  #rangeWithLooseUnit({ first, isOpen }: Figure, unit: TableMatch<Unit> | null, start: number): ParsedRange | null {
    const { value, isMoney, isInWords, from } = first;
    if (isMoney || isInWords || this.#tokens[from]?.isJoined) return null;
    const to = isOpen ? first.to + 1 : first.to;
    // "mileage 60" and "mileage above 60"
    const adjacent = this.#numbers.matchBefore(this.#words.looseUnits, from, start);
    const range = adjacent ? null : this.#numbers.matchBefore(this.#words.before, from, start);
    const before = adjacent ?? this.#numbers.matchBefore(this.#words.looseUnits, range?.from ?? from, start);
    const after = unit ? null : this.#numbers.matchAt(this.#words.looseUnits, to);
    const field = (before ?? after)?.value;
    if (!isUsualUnit(field)) return null;
    const isSameUnit = !unit || unit.value === field || (unit.value === 'kilometres' && isMinimumByDefault(field));
    if (!isSameUnit) return null;
    const following = this.#numbers.matchAt(this.#words.after, after?.to ?? unit?.to ?? to);
    const kind = isOpen ? 'min' : (range ?? following)?.value;
    const [low, high] = usualFigures[field];
    const isLowMileage = field === 'mileageKmpl' && kind === 'min' && value >= minMileageKmpl;
    if ((value < low && !isLowMileage) || value > high || (kind === 'max' && isMinimumByDefault(field))) return null;
    return {
      field,
      ...(isMinimumByDefault(field) || kind === 'min' ? { min: value, max: null } : { min: null, max: value }),
      from: before?.from ?? range?.from ?? from,
      to: following?.to ?? after?.to ?? unit?.to ?? to,
    };
  }

  /** "200cc to 400cc": both numbers have the unit. */
  #rangeWithTwoUnits(first: ParsedNumber, unit: TableMatch<Unit>, start: number): ParsedRange | null {
    const second = this.#numbers.parseRangeEnd({ ...first, to: unit.to });
    const secondUnit = second && this.#numbers.matchAt(this.#words.units, second.to);
    return secondUnit?.value === unit.value
      ? this.#rangeWithUnit({ first, second, isOpen: false }, secondUnit, start)
      : null;
  }

  /** Finds the range words around the tokens `from` up to `to`. */
  #rangeWords(from: number, to: number, start: number): RangeWords {
    const after = this.#numbers.matchAt(this.#words.after, to);
    const before = this.#numbers.matchBefore(this.#words.before, from, start);
    const isLoose = (match: TableMatch<RangeKind>): boolean =>
      this.#words.loose.has(rangeKeyOfTokens(this.#tokens, match.from, match.to));
    // A word before the number, such as "above", takes precedence over one after it, as in "1 lakh me".
    const match = before ?? after;
    // "under 1 lakh and above 50000": the second range word belongs to the next number.
    const isOfNext = before !== null && after !== null && after.value !== before.value && !isLoose(after);
    return {
      kind: match?.value ?? null,
      isLoose: match !== null && isLoose(match),
      from: before?.from ?? from,
      to: isOfNext ? to : (after?.to ?? to),
    };
  }

  #rangeWithUnit({ first, second, isOpen }: Figure, unit: TableMatch<Unit>, start: number): ParsedRange | null {
    const words = this.#rangeWords(first.from, unit.to, start);
    const { from, to } = words;
    const kind = isOpen ? 'min' : words.kind;
    const { value } = first;
    const ends = (min: number | null, max: number | null) => ({ min, max, from, to });
    switch (unit.value) {
      case 'engineCc': {
        const lowTolerance = kind === 'min' || second ? engineEndTolerance : engineTolerance;
        const highTolerance = kind === 'max' || second ? engineEndTolerance : engineTolerance;
        const low = Math.round(value * (1 - lowTolerance));
        const high = Math.round((second?.value ?? value) * (1 + highTolerance));
        if (second) return { field: 'engineCc', ...ends(low, high) };
        return { field: 'engineCc', ...ends(kind === 'max' ? null : low, kind === 'min' ? null : high) };
      }
      case 'kilometres':
        // "0 km" is a new vehicle.
        if (value === 0 && !second) return null;
        return kind === 'min'
          ? { field: 'kilometres', ...ends(value, null) }
          : { field: 'kilometres', ...ends(null, second?.value ?? value) };
      case 'mileageKmpl':
        return { field: 'mileageKmpl', ...ends(value, null) };
      case 'rangeKm':
        return { field: 'rangeKm', ...ends(value, null) };
      case 'ageYears':
        return { field: 'age', min: this.#currentYear - Math.round(value), max: null, from, to: unit.to };
      case 'seatHeightMm':
      case 'weightKg': {
        const max = second?.value ?? value;
        const [low, high] = usualFigures[unit.value];
        if (max < low || max > high) return null;
        return { field: unit.value, ...(kind === 'min' ? ends(value, null) : ends(null, max)) };
      }
      case 'ageMonths':
        return { field: 'age', min: this.#currentYear - Math.ceil(value / 12), max: null, from, to: unit.to };
      case 'batteryKwh':
      case 'personAge':
      case 'speedKmph':
        return { field: 'other', ...ends(null, null) };
    }
  }

  #yearRange(figure: Figure, start: number): ParsedRange | null {
    const { first } = figure;
    if (!this.#numbers.isYear(first)) return null;
    // "2019 to 2020", "2019 2020"
    const second = figure.second ?? this.#numbers.parseAt(first.to);
    if (second && this.#numbers.isYear(second) && second.value >= first.value) {
      const before = this.#numbers.matchBefore(this.#words.before, first.from, start);
      const after = this.#numbers.matchAt(this.#words.yearWords, second.to);
      return {
        field: 'year',
        min: first.value,
        max: second.value,
        from: before?.from ?? first.from,
        to: after?.value === 'exact' ? after.to : second.to,
      };
    }
    return this.#singleYear(first, start);
  }

  #singleYear(year: ParsedNumber, start: number): ParsedRange {
    const before = this.#numbers.matchBefore(this.#words.yearWords, year.from, start);
    const next = this.#numbers.matchAt(this.#words.yearWords, year.to);
    // "after 2018 before 2021": the second word belongs to the next year.
    const after = before && before.value !== 'exact' && next?.value !== 'exact' ? null : next;
    const isOpen = this.#tokens[year.to]?.text === '+';
    const yearWord = before && before.value !== 'exact' ? before.value : after?.value;
    // "under 2018", "2018 se upar": range words that occur beside prices too.
    const range =
      isOpen || yearWord === 'min' || yearWord === 'max' ? null : this.#rangeWords(year.from, year.to, start);
    const kind = isOpen ? 'min' : ((range && !range.isLoose ? range.kind : null) ?? yearWord ?? 'exact');
    return {
      field: 'year',
      min: kind === 'max' ? null : year.value,
      max: kind === 'min' ? null : year.value,
      from: Math.min(before?.from ?? year.from, range?.from ?? year.from),
      to: Math.max(isOpen ? year.to + 1 : (after?.to ?? year.to), range?.to ?? year.to),
    };
  }
}
