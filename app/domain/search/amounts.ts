import { type NumberWords, type RangeRole, rangeKey, type UnitName } from './dictionary';
import type { TypedWord } from './typed-words';

/** A range of a figure that was read from words `from` up to, but not including, `to`. */
export type ReadAmount = {
  field: 'price' | 'year' | 'engineCc' | 'kilometres' | 'mileageKmpl' | 'rangeKm' | 'age';
  least: number | null;
  most: number | null;
  from: number;
  to: number;
};

/** A bare amount stands for a range of this share around it. */
const priceSpread = 0.15;
const engineSpread = 0.04;
const engineEdge = 0.03;
/** A number without a unit is money from here on, and beside "under" from the smaller; those in names are smaller. */
const leastBarePrice = 10_000;
const leastPrice = 5_000;
/** Figures beyond it are no price, year or distance, and stay words. */
const largestFigure = 1_000_000_000;
/** "Under 50" are thousands of rupees: vehicles cost more than hundreds. Beyond, such a figure is an engine size. */
const spokenThousands = [10, 100] as const;
const engineSizes = [100, 2_500] as const;
const oldestYear = 1980;
const longestPhrase = 4;
/** Figures that are a mileage or a range beside such a word; those in names, as in "pulsar 150 mileage", are others. */
const usualFigures = { mileageKmpl: [45, 99], rangeKm: [60, 400] } as const;

type Quantity = { value: number; isScaled: boolean; isMoney: boolean; from: number; to: number };
type Role = { role: RangeRole | null; isLoose: boolean; from: number; to: number };
type Found<Value> = { value: Value; from: number; to: number };

/** Key of a run of words. */
const keyOfRun = (words: readonly TypedWord[], from: number, to: number): string =>
  words
    .slice(from, to)
    .map(({ text }) => text)
    .map(rangeKey)
    .join('');

/** Reads figures with their units and the words of a range around them: prices, years, engine sizes, distances. */
export class AmountReader {
  readonly #words: readonly TypedWord[];
  readonly #numbers: NumberWords;
  readonly #year: number;

  constructor(words: readonly TypedWord[], numbers: NumberWords, year: number) {
    this.#words = words;
    this.#numbers = numbers;
    this.#year = year;
  }

  /** All amounts, from left to right, without overlaps. */
  read(): ReadAmount[] {
    const found: ReadAmount[] = [];
    let end = 0;
    for (let at = 0; at < this.#words.length; at += 1) {
      const amount = this.#amountAt(at, end);
      if (!amount) continue;
      found.push(amount);
      end = amount.to;
      at = Math.max(at, end - 1);
    }
    return found;
  }

  /** The longest phrase of a table that begins at a word. */
  #phraseAt<Value>(table: ReadonlyMap<string, Value>, at: number): Found<Value> | null {
    for (let to = Math.min(at + longestPhrase, this.#words.length); to > at; to -= 1) {
      const value = table.get(keyOfRun(this.#words, at, to));
      if (value !== undefined) return { value, from: at, to };
    }
    return null;
  }

  /** The longest phrase of a table that ends before a word, and begins at `least` or later. */
  #phraseBefore<Value>(table: ReadonlyMap<string, Value>, end: number, least: number): Found<Value> | null {
    for (let from = Math.max(least, end - longestPhrase); from < end; from += 1) {
      const value = table.get(keyOfRun(this.#words, from, end));
      if (value !== undefined) return { value, from, to: end };
    }
    return null;
  }

  #isCurrency(at: number): boolean {
    const word = this.#words[at];
    return word !== undefined && this.#numbers.currency.has(rangeKey(word.text));
  }

  /** A number, as figures or as a word before a multiplier, with its currency. */
  #quantityAt(at: number): Quantity | null {
    const start = this.#isCurrency(at) ? at + 1 : at;
    const word = this.#words[start];
    if (!word || word.isQuoted) return null;
    const spoken = word.isNumber ? undefined : this.#numbers.wordNumbers.get(word.text);
    if (!word.isNumber && spoken === undefined) return null;
    let value = spoken ?? Number(word.text);
    let to = start + 1;
    // "2018 k baad": since that year.
    const isYear =
      this.#isYear({ value, isScaled: false }) && (this.#phraseAt(this.#numbers.yearsBefore, to)?.to ?? 0) > to + 1;
    const scale = isYear ? null : this.#timesAt(to);
    if (spoken !== undefined && scale === null) return null;
    if (scale !== null) {
      value *= scale;
      to += 1;
      // "1 lakh 20 hazar"
      const next = this.#words[to];
      const nextScale = this.#timesAt(to + 1);
      if (next?.isNumber && nextScale !== null && nextScale < scale) {
        value += Number(next.text) * nextScale;
        to += 2;
      }
    }
    const hasCurrency = start > at || this.#isCurrency(to);
    if (start === at && this.#isCurrency(to)) to += 1;
    if (!(value <= largestFigure)) return null;
    return { value, isScaled: scale !== null, isMoney: scale !== null || hasCurrency, from: at, to };
  }

  #timesAt(at: number): number | null {
    const word = this.#words[at];
    return word && !word.isNumber ? (this.#numbers.times.get(word.text) ?? null) : null;
  }

  #amountAt(at: number, least: number): ReadAmount | null {
    const first = this.#quantityAt(at);
    if (!first) return null;
    const joined = this.#joined(first);
    const last = joined ?? first;
    const unit = this.#phraseAt(this.#numbers.units, last.to);
    const measuredTwice = unit && !joined && this.#measuredTwice(first, unit, least);
    if (measuredTwice) return measuredTwice;
    const loose = joined ? null : this.#looselyMeasured(first, unit, least);
    if (loose) return loose;
    if (unit) return this.#measured(first, joined, unit, least);
    // "km 20000 se kam"
    const unitBefore =
      first.isMoney && !first.isScaled ? null : this.#phraseBefore(this.#numbers.units, first.from, least);
    if (unitBefore?.value === 'kilometres') {
      const { role, to } = this.#role(first.from, last.to, first.from);
      if (role !== 'min') return { field: 'kilometres', least: null, most: last.value, from: unitBefore.from, to };
    }
    const years = this.#years(first, joined, least);
    if (years) return years;
    if (joined && joined.value >= leastPrice) {
      const scaled = !first.isScaled && first.value < 1_000 && joined.isScaled;
      const low = scaled ? first.value * this.#scaleOf(joined) : first.value;
      if (low < joined.value) {
        const before = this.#phraseBefore(this.#numbers.before, first.from, least);
        const after = this.#phraseAt(this.#numbers.after, joined.to);
        return {
          field: 'price',
          least: Math.round(low),
          most: Math.round(joined.value),
          from: before?.from ?? first.from,
          to: after?.value === 'between' ? after.to : joined.to,
        };
      }
    }
    if (first.value < leastPrice) return this.#spoken(first, joined, least);
    const { role, from, to } = this.#role(first.from, first.to, least);
    // "27293-2" is a reference or the name of a listing.
    const isReference = joined !== null && joined.value < leastPrice;
    if (!first.isMoney && role === null && (isReference || first.value < leastBarePrice)) return null;
    const price = Math.round(first.value);
    return {
      field: 'price',
      least: role === 'max' ? null : role === 'min' ? price : Math.round(price * (1 - priceSpread)),
      most: role === 'min' ? null : role === 'max' ? price : Math.round(price * (1 + priceSpread)),
      from,
      to,
    };
  }

  /** "under 50", "between 40 and 60", "above 200": figures whose unit goes without saying. */
  #spoken(first: Quantity, joined: Quantity | null, least: number): ReadAmount | null {
    if (first.isMoney || joined?.isMoney || this.#words[first.from]?.isJoined) return null;
    const last = joined ?? first;
    const { role, isLoose, from, to } = this.#role(first.from, last.to, least);
    if (isLoose || (joined ? role !== 'between' || first.value >= joined.value : role !== 'min' && role !== 'max'))
      return null;
    const isWithin = ([low, high]: readonly [number, number]): boolean => first.value >= low && last.value <= high;
    const ends = (spread: number, times: number) => ({
      least: role === 'max' ? null : Math.round(first.value * times * (1 - spread)),
      most: role === 'min' ? null : Math.round(last.value * times * (1 + spread)),
    });
    if (isWithin(spokenThousands)) return { field: 'price', ...ends(0, 1_000), from, to };
    return isWithin(engineSizes) ? { field: 'engineCc', ...ends(engineEdge, 1), from, to } : null;
  }

  /** "mileage 60", "above 70 average", "range 100 km": a word that names a figure only beside one of a usual size. */
  #looselyMeasured({ value, isMoney, from, to }: Quantity, unit: Found<UnitName> | null, least: number) {
    if (isMoney || this.#words[from]?.isJoined || (unit && unit.value !== 'kilometres')) return null;
    // "mileage above 60"
    const range = this.#phraseBefore(this.#numbers.before, from, least);
    const before = this.#phraseBefore(this.#numbers.looseUnits, range?.from ?? from, least);
    const after = unit ? null : this.#phraseAt(this.#numbers.looseUnits, to);
    const field = (before ?? after)?.value;
    if (range?.value === 'max' || (field !== 'mileageKmpl' && field !== 'rangeKm')) return null;
    const [low, high] = usualFigures[field];
    if (value < low || value > high) return null;
    return {
      field,
      least: value,
      most: null,
      from: before?.from ?? range?.from ?? from,
      to: after?.to ?? unit?.to ?? to,
    };
  }

  /** The second figure of "50 to 70 thousand". */
  #joined(first: Quantity): Quantity | null {
    const joiner = this.#words[first.to];
    if (!joiner || !this.#numbers.joiners.has(rangeKey(joiner.text))) return null;
    return this.#quantityAt(first.to + 1);
  }

  /** "200cc to 400cc": the unit stands after both figures. */
  #measuredTwice(first: Quantity, unit: Found<UnitName>, least: number): ReadAmount | null {
    const second = this.#joined({ ...first, to: unit.to });
    const again = second && this.#phraseAt(this.#numbers.units, second.to);
    return again?.value === unit.value ? this.#measured(first, second, again, least) : null;
  }

  #scaleOf({ from, to }: Quantity): number {
    for (let at = from; at < to; at += 1) {
      const times = this.#timesAt(at);
      if (times !== null) return times;
    }
    return 1;
  }

  /** The words of a range around the words `from` up to `to`. */
  #role(from: number, to: number, least: number): Role {
    const after = this.#phraseAt(this.#numbers.after, to);
    const before = this.#phraseBefore(this.#numbers.before, from, least);
    // "1 lakh me" says less than a word before it, such as "above".
    const found = before ?? after;
    return {
      role: found?.value ?? null,
      isLoose: found !== null && this.#numbers.loose.has(keyOfRun(this.#words, found.from, found.to)),
      from: before?.from ?? from,
      to: after?.to ?? to,
    };
  }

  #measured(first: Quantity, joined: Quantity | null, unit: Found<UnitName>, least: number): ReadAmount | null {
    const { role, from, to } = this.#role(first.from, unit.to, least);
    const figure = first.value;
    const ends = (low: number | null, high: number | null) => ({ least: low, most: high, from, to });
    switch (unit.value) {
      case 'engineCc': {
        const low = Math.round(figure * (1 - (role === 'min' || joined ? engineEdge : engineSpread)));
        const high = Math.round(
          (joined?.value ?? figure) * (1 + (role === 'max' || joined ? engineEdge : engineSpread)),
        );
        if (joined) return { field: 'engineCc', ...ends(low, high) };
        return { field: 'engineCc', ...ends(role === 'max' ? null : low, role === 'min' ? null : high) };
      }
      case 'kilometres':
        return role === 'min'
          ? { field: 'kilometres', ...ends(figure, null) }
          : { field: 'kilometres', ...ends(null, joined?.value ?? figure) };
      case 'mileageKmpl':
        return { field: 'mileageKmpl', ...ends(figure, null) };
      case 'rangeKm':
        return { field: 'rangeKm', ...ends(figure, null) };
      case 'ageYears':
        return { field: 'age', least: this.#year - Math.round(figure), most: null, from, to: unit.to };
      case 'batteryKwh':
        return null;
    }
  }

  #isYear({ value, isScaled }: Pick<Quantity, 'value' | 'isScaled'>): boolean {
    return !isScaled && Number.isInteger(value) && value >= oldestYear && value <= this.#year + 1;
  }

  #years(first: Quantity, joinedToIt: Quantity | null, least: number): ReadAmount | null {
    if (!this.#isYear(first)) return null;
    // "2019 2020"
    const joined = joinedToIt ?? this.#quantityAt(first.to);
    if (joined && this.#isYear(joined) && joined.value >= first.value) {
      const before = this.#phraseBefore(this.#numbers.before, first.from, least);
      const after = this.#phraseAt(this.#numbers.yearsBefore, joined.to);
      return {
        field: 'year',
        least: first.value,
        most: joined.value,
        from: before?.from ?? first.from,
        to: after?.value === 'exact' ? after.to : joined.to,
      };
    }
    const before = this.#phraseBefore(this.#numbers.yearsBefore, first.from, least);
    const next = this.#phraseAt(this.#numbers.yearsBefore, first.to);
    // "after 2018 before 2021": what follows belongs to the next year.
    const after = before && before.value !== 'exact' && next?.value !== 'exact' ? null : next;
    const plus = this.#words[first.to]?.text === '+';
    const named = before && before.value !== 'exact' ? before.value : after?.value;
    // "under 2018", "2018 se upar": words that stand beside prices too.
    const range = plus || named === 'min' || named === 'max' ? null : this.#role(first.from, first.to, least);
    const role = plus ? 'min' : ((range && !range.isLoose ? range.role : null) ?? named ?? 'exact');
    return {
      field: 'year',
      least: role === 'max' ? null : first.value,
      most: role === 'min' ? null : first.value,
      from: Math.min(before?.from ?? first.from, range?.from ?? first.from),
      to: Math.max(plus ? first.to + 1 : (after?.to ?? first.to), range?.to ?? first.to),
    };
  }
}
