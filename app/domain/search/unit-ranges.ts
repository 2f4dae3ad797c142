import type { NumberWords, RangeKind, Unit } from './dictionary';
import type { NumberParser, TableMatch } from './number-parser';
import type { Figure, ParsedRange } from './parsed-query';
import type { Token } from '../names/tokenizer';

const engineTolerance = 0.04;
export const getEngineRange = (value: number): [low: number, high: number] => [
  Math.round(value * (1 - engineTolerance)),
  Math.round(value * (1 + engineTolerance)),
];
/** Tolerance at an end of an explicit range: "up to 150cc" includes 153 cc. */
export const engineEndTolerance = 0.03;
export const widenEngineRange = (low: number, high: number): [low: number, high: number] => [
  Math.round(low * (1 - engineEndTolerance)),
  Math.round(high * (1 + engineEndTolerance)),
];

/** A word such as "mileage" is a unit only next to one of these: "pulsar 150 mileage" has another number. */
const usualFigures = {
  engineCc: [50, 2_500],
  mileageKmpl: [45, 99],
  rangeKm: [60, 400],
  seatHeightMm: [600, 950],
  weightKg: [50, 400],
  speedKmph: [20, 300],
  litres: [2, 60],
} as const;
type UsualUnit = keyof typeof usualFigures;
const isUsualUnit = (unit: Unit | undefined): unit is UsualUnit =>
  unit !== undefined && Object.hasOwn(usualFigures, unit);
const isMinimumByDefault = (unit: Unit): boolean => unit === 'mileageKmpl' || unit === 'rangeKm';
const minMileageKmpl = 20;

function createRange(
  unit: Unit,
  { first, second }: Pick<Figure, 'first' | 'second'>,
  kind: RangeKind | null,
  { from, to }: { from: number; to: number },
  currentYear: number,
): ParsedRange | null {
  const { value } = first;
  const ends = (min: number | null, max: number | null) => ({ min, max, from, to });
  switch (unit) {
    case 'engineCc': {
      if (kind !== 'min' && kind !== 'max' && !second) return { field: 'engineCc', ...ends(...getEngineRange(value)) };
      const [low, high] = widenEngineRange(value, second?.value ?? value);
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
      return { field: 'age', ...ends(currentYear - Math.round(value), null) };
    case 'ageMonths':
      return { field: 'age', ...ends(currentYear - Math.ceil(value / 12), null) };
    case 'seatHeightMm':
    case 'weightKg': {
      const max = second?.value ?? value;
      const [low, high] = usualFigures[unit];
      if (max < low || max > high) return null;
      return { field: unit, ...(kind === 'min' ? ends(value, null) : ends(null, max)) };
    }
    case 'batteryKwh':
    case 'motorKw':
    case 'personAge':
    case 'personWeight':
    case 'speedKmph':
      return { field: 'other', ...ends(null, null) };
    case 'litres':
      // "ek litre me 60 km" is a mileage.
      return value === 1 ? null : { field: 'other', ...ends(null, null) };
  }
}

export class UnitRangeParser {
  readonly #tokens: readonly Token[];
  readonly #words: NumberWords;
  readonly #currentYear: number;
  readonly #numbers: NumberParser;

  constructor(tokens: readonly Token[], words: NumberWords, currentYear: number, numbers: NumberParser) {
    this.#tokens = tokens;
    this.#words = words;
    this.#currentYear = currentYear;
    this.#numbers = numbers;
  }

  parse(figure: Figure, unit: TableMatch<Unit> | null, start: number): ParsedRange | null {
    const { first, second } = figure;
    return (
      (unit && !second && this.#parseRangeWithTwoUnits(first, unit, start)) ||
      (second ? null : this.#parseRangeWithLooseUnit(figure, unit, start)) ||
      (unit && this.#parseRangeWithUnit(figure, unit, start))
    );
  }

  #parseRangeWithUnit(figure: Figure, unit: TableMatch<Unit>, start: number): ParsedRange | null {
    const { kind, isLoose, from, to } = this.#numbers.parseRangeWords(figure.first.from, unit.to, start);
    // "150cc wali" is no maximum.
    const bound = figure.isOpen ? 'min' : isLoose && kind === 'max' ? null : kind;
    return createRange(unit.value, figure, bound, { from, to }, this.#currentYear);
  }

  /** "200cc to 400cc": both numbers have the unit. */
  #parseRangeWithTwoUnits(first: Figure['first'], unit: TableMatch<Unit>, start: number): ParsedRange | null {
    const second = this.#numbers.parseRangeEnd({ ...first, to: unit.to });
    const secondUnit = second && this.#numbers.matchAt(this.#words.units, second.to);
    return second && secondUnit?.value === unit.value
      ? this.#parseRangeWithUnit({ first, second, isOpen: false, end: second.to }, secondUnit, start)
      : null;
  }

  /** "mileage 60", "above 70 average", "range 100 km", "seat under 780 mm" */
  #parseRangeWithLooseUnit(
    { first, isOpen, end }: Figure,
    unit: TableMatch<Unit> | null,
    start: number,
  ): ParsedRange | null {
    const { value, isMoney, isInWords, from } = first;
    if (isMoney || isInWords || this.#tokens[from]?.isJoined) return null;
    // "mileage 60" and "mileage above 60"
    const adjacent = this.#numbers.matchBefore(this.#words.looseUnits, from, start);
    const range = adjacent ? null : this.#numbers.matchBefore(this.#words.before, from, start);
    const before = adjacent ?? this.#numbers.matchBefore(this.#words.looseUnits, range?.from ?? from, start);
    const after = unit ? null : this.#numbers.matchAt(this.#words.looseUnits, end);
    const field = (before ?? after)?.value;
    if (!isUsualUnit(field)) return null;
    const isInKilometres = unit?.value === 'kilometres' || unit?.value === 'rangeKm';
    const isSameUnit = !unit || unit.value === field || (isInKilometres && isMinimumByDefault(field));
    // "engine 2020" is no size.
    if (!isSameUnit || (field === 'engineCc' && this.#numbers.isYear(first))) return null;
    const following = this.#numbers.matchAt(this.#words.after, after?.to ?? unit?.to ?? end);
    const kind = isOpen ? 'min' : ((range ?? following)?.value ?? null);
    const [low, high] = usualFigures[field];
    const isLowMileage = field === 'mileageKmpl' && kind === 'min' && value >= minMileageKmpl;
    if ((value < low && !isLowMileage) || value > high || (kind === 'max' && isMinimumByDefault(field))) return null;
    const span = { from: before?.from ?? range?.from ?? from, to: following?.to ?? after?.to ?? unit?.to ?? end };
    return createRange(field, { first, second: null }, kind, span, this.#currentYear);
  }
}
