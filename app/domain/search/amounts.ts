import type { NumberWords, RangeRole, UnitName } from './dictionary';
import { type Found, Quantities, type Quantity, rangeKeyOfRun } from './quantities';
import type { TypedWord } from './typed-words';

/** A range of a figure that was read from words `from` up to, but not including, `to`. */
export type ReadAmount = {
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
/** "Under 50" are thousands of rupees: vehicles cost more than hundreds. Beyond, such a figure is an engine size. */
const spokenThousands = [10, 100] as const;
/** So are lakhs, where they have a fraction. */
const spokenLakhs = [0.3, 9.9] as const;
const engineSizes = [100, 2_500] as const;
/** Figures that such a word beside them measures; those in names, as in "pulsar 150 mileage", are others. */
const usualFigures = {
  mileageKmpl: [45, 99],
  rangeKm: [60, 400],
  seatHeightMm: [600, 950],
  weightKg: [50, 400],
} as const;
type UsualField = keyof typeof usualFigures;
const isUsual = (field: UnitName | undefined): field is UsualField =>
  field !== undefined && Object.hasOwn(usualFigures, field);
/** Figures of which a search names the least that is wanted. */
const isLeast = (field: UnitName): field is 'mileageKmpl' | 'rangeKm' => field === 'mileageKmpl' || field === 'rangeKm';
/** Kilometres a charge. */
const longestRange = 1_000;
/** With words of a range a mileage may be lower. */
const leastMileage = 20;

type Role = { role: RangeRole | null; isLoose: boolean; from: number; to: number };

/** Reads figures with their units and the words of a range around them: prices, years, engine sizes, distances. */
export class AmountReader {
  readonly #words: readonly TypedWord[];
  readonly #numbers: NumberWords;
  readonly #year: number;
  readonly #quantities: Quantities;

  constructor(words: readonly TypedWord[], numbers: NumberWords, year: number) {
    this.#words = words;
    this.#numbers = numbers;
    this.#year = year;
    this.#quantities = new Quantities(words, numbers, year);
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

  #amountAt(at: number, least: number): ReadAmount | null {
    const first = this.#quantities.at(at);
    if (!first) return null;
    const joined = this.#quantities.joinedTo(first);
    const last = joined ?? first;
    // "60+ kmpl"
    const isOpen = this.#words[last.to]?.text === '+';
    const following = this.#quantities.phraseAt(this.#numbers.units, last.to + (isOpen ? 1 : 0));
    // "30k to 40k range", "1 lakh range 100"
    const isOfOther = following?.value === 'rangeKm' && last.value > longestRange;
    const unit = first.isBare || isOfOther ? null : following;
    const measuredTwice = unit && !joined && this.#measuredTwice(first, unit, least);
    if (measuredTwice) return measuredTwice;
    const loose = joined ? null : this.#looselyMeasured(first, isOpen, unit, least);
    if (loose) return loose;
    if (unit) return this.#measured(first, { joined, isOpen }, unit, least);
    if (first.isBare) {
      // "under a lakh"; the word alone is no price.
      const { role, isLoose } = this.#role(first.from, first.to, least);
      if (isLoose || (role !== 'min' && role !== 'max')) return null;
    } else if (first.isSpoken && !first.isScaled && !joined?.isScaled) return null;
    const driven = this.#drivenBefore(first, last, least);
    if (driven) return driven;
    const years = this.#years(first, joined, least);
    if (years) return years;
    if (joined && joined.value >= leastPrice) {
      const scaled = !first.isScaled && first.value < 1_000 && joined.isScaled;
      const low = scaled ? first.value * this.#quantities.scaleOf(joined) : first.value;
      if (low < joined.value) {
        const before = this.#quantities.phraseBefore(this.#numbers.before, first.from, least);
        const after = this.#quantities.phraseAt(this.#numbers.after, joined.to);
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
    // Nothing is much cheaper than a small amount.
    const isMost = role === 'max' || (role === null && price < leastBarePrice);
    return {
      field: 'price',
      least: isMost ? null : role === 'min' ? price : Math.round(price * (1 - priceSpread)),
      most: role === 'min' ? null : isMost ? price : Math.round(price * (1 + priceSpread)),
      from,
      to,
    };
  }

  /** "km 20000 se kam", "km under 20k": the unit stands before the figure. */
  #drivenBefore(first: Quantity, last: Quantity, least: number): ReadAmount | null {
    if (first.isMoney && !first.isScaled) return null;
    const range = this.#quantities.phraseBefore(this.#numbers.before, first.from, least);
    const unit = this.#quantities.phraseBefore(this.#numbers.units, range?.from ?? first.from, least);
    if (unit?.value !== 'kilometres') return null;
    const { role, to } = this.#role(first.from, last.to, range?.from ?? first.from);
    return role === 'min' ? null : { field: 'kilometres', least: null, most: last.value, from: unit.from, to };
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
    // "under 1.5"
    if (isWithin(spokenLakhs) && !Number.isInteger(first.value))
      return { field: 'price', ...ends(0, 100_000), from, to };
    if (isWithin(spokenThousands)) return { field: 'price', ...ends(0, 1_000), from, to };
    return isWithin(engineSizes) ? { field: 'engineCc', ...ends(engineEdge, 1), from, to } : null;
  }

  /**
   * "mileage 60", "above 70 average", "range 100 km", "seat under 780 mm": a word that names a figure only beside one of
   * a usual size.
   *
   * @param isOpen whether a plus follows the figure
   */
  #looselyMeasured(
    { value, isMoney, isSpoken, from, to: end }: Quantity,
    isOpen: boolean,
    unit: Found<UnitName> | null,
    least: number,
  ): ReadAmount | null {
    if (isMoney || isSpoken || this.#words[from]?.isJoined) return null;
    const to = isOpen ? end + 1 : end;
    // "mileage above 60"
    const beside = this.#quantities.phraseBefore(this.#numbers.looseUnits, from, least);
    const range = beside ? null : this.#quantities.phraseBefore(this.#numbers.before, from, least);
    const before = beside ?? this.#quantities.phraseBefore(this.#numbers.looseUnits, range?.from ?? from, least);
    const after = unit ? null : this.#quantities.phraseAt(this.#numbers.looseUnits, to);
    const field = (before ?? after)?.value;
    if (!isUsual(field) || (unit && unit.value !== field && !(unit.value === 'kilometres' && isLeast(field))))
      return null;
    const following = this.#quantities.phraseAt(this.#numbers.after, after?.to ?? unit?.to ?? to);
    const role = isOpen ? 'min' : (range ?? following)?.value;
    const [low, high] = usualFigures[field];
    const isLower = field === 'mileageKmpl' && role === 'min' && value >= leastMileage;
    if ((value < low && !isLower) || value > high || (role === 'max' && isLeast(field))) return null;
    return {
      field,
      ...(isLeast(field) || role === 'min' ? { least: value, most: null } : { least: null, most: value }),
      from: before?.from ?? range?.from ?? from,
      to: following?.to ?? after?.to ?? unit?.to ?? to,
    };
  }

  /** "200cc to 400cc": the unit stands after both figures. */
  #measuredTwice(first: Quantity, unit: Found<UnitName>, least: number): ReadAmount | null {
    const second = this.#quantities.joinedTo({ ...first, to: unit.to });
    const again = second && this.#quantities.phraseAt(this.#numbers.units, second.to);
    return again?.value === unit.value ? this.#measured(first, { joined: second, isOpen: false }, again, least) : null;
  }

  /** The words of a range around the words `from` up to `to`. */
  #role(from: number, to: number, least: number): Role {
    const after = this.#quantities.phraseAt(this.#numbers.after, to);
    const before = this.#quantities.phraseBefore(this.#numbers.before, from, least);
    const isLoose = ({ from: start, to: end }: Found<RangeRole>): boolean =>
      this.#numbers.loose.has(rangeKeyOfRun(this.#words, start, end));
    // "1 lakh me" says less than a word before it, such as "above".
    const found = before ?? after;
    // "under 1 lakh and above 50000": what follows belongs to the next figure.
    const isOfNext = before !== null && after !== null && after.value !== before.value && !isLoose(after);
    return {
      role: found?.value ?? null,
      isLoose: found !== null && isLoose(found),
      from: before?.from ?? from,
      to: isOfNext ? to : (after?.to ?? to),
    };
  }

  #measured(
    first: Quantity,
    { joined, isOpen }: { joined: Quantity | null; isOpen: boolean },
    unit: Found<UnitName>,
    least: number,
  ): ReadAmount | null {
    const { role: said, from, to } = this.#role(first.from, unit.to, least);
    const role = isOpen ? 'min' : said;
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
        // "0 km" is a new one.
        if (figure === 0 && !joined) return null;
        return role === 'min'
          ? { field: 'kilometres', ...ends(figure, null) }
          : { field: 'kilometres', ...ends(null, joined?.value ?? figure) };
      case 'mileageKmpl':
        return { field: 'mileageKmpl', ...ends(figure, null) };
      case 'rangeKm':
        return { field: 'rangeKm', ...ends(figure, null) };
      case 'ageYears':
        return { field: 'age', least: this.#year - Math.round(figure), most: null, from, to: unit.to };
      case 'seatHeightMm':
      case 'weightKg': {
        const most = joined?.value ?? figure;
        const [low, high] = usualFigures[unit.value];
        if (most < low || most > high) return null;
        return { field: unit.value, ...(role === 'min' ? ends(figure, null) : ends(null, most)) };
      }
      case 'ageMonths':
        return { field: 'age', least: this.#year - Math.ceil(figure / 12), most: null, from, to: unit.to };
      // No filter knows them.
      case 'batteryKwh':
      case 'personAge':
      case 'speedKmph':
        return { field: 'other', ...ends(null, null) };
    }
  }

  #years(first: Quantity, joinedToIt: Quantity | null, least: number): ReadAmount | null {
    if (!this.#quantities.isYear(first)) return null;
    // "2019 2020"
    const joined = joinedToIt ?? this.#quantities.at(first.to);
    if (joined && this.#quantities.isYear(joined) && joined.value >= first.value) {
      const before = this.#quantities.phraseBefore(this.#numbers.before, first.from, least);
      const after = this.#quantities.phraseAt(this.#numbers.yearsBefore, joined.to);
      return {
        field: 'year',
        least: first.value,
        most: joined.value,
        from: before?.from ?? first.from,
        to: after?.value === 'exact' ? after.to : joined.to,
      };
    }
    const before = this.#quantities.phraseBefore(this.#numbers.yearsBefore, first.from, least);
    const next = this.#quantities.phraseAt(this.#numbers.yearsBefore, first.to);
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
