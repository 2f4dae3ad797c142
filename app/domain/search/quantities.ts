import { type NumberWords, rangeKey } from './dictionary';
import type { TypedWord } from './typed-words';

/** A figure as it was read from words `from` up to, but not including, `to`. */
export type Quantity = {
  value: number;
  /** Whether it has a multiplier: "60k", "1 lakh". */
  isScaled: boolean;
  isMoney: boolean;
  /** Whether it is in words alone, which have other meanings too: "do", "char". */
  isSpoken: boolean;
  /** Whether it is a multiplier without a figure: the "lakh" of "under a lakh". */
  isBare: boolean;
  from: number;
  to: number;
};

/** A phrase of a table, and where it stands. */
export type Found<Value> = { value: Value; from: number; to: number };

/** Figures beyond it are no price, year or distance, and stay words. */
const largestFigure = 1_000_000_000;
const oldestYear = 1980;
const longestPhrase = 4;
/** Words for figures from here on are amounts by themselves. */
const leastAmount = 1_000;
/** A multiplier that counts without a figure. */
const leastBareTimes = 100_000;

/** Key of a run of words. */
export const rangeKeyOfRun = (words: readonly TypedWord[], from: number, to: number): string =>
  words
    .slice(from, to)
    .map(({ text }) => rangeKey(text))
    .join('');

/** Reads figures, in digits and in words, with their multipliers and currencies. */
export class Quantities {
  readonly #words: readonly TypedWord[];
  readonly #numbers: NumberWords;
  readonly #year: number;

  constructor(words: readonly TypedWord[], numbers: NumberWords, year: number) {
    this.#words = words;
    this.#numbers = numbers;
    this.#year = year;
  }

  /** The longest phrase of a table that begins at a word. */
  phraseAt<Value>(table: ReadonlyMap<string, Value>, at: number): Found<Value> | null {
    for (let to = Math.min(at + longestPhrase, this.#words.length); to > at; to -= 1) {
      const value = table.get(rangeKeyOfRun(this.#words, at, to));
      if (value !== undefined) return { value, from: at, to };
    }
    return null;
  }

  /** The longest phrase of a table that ends before a word, and begins at `least` or later. */
  phraseBefore<Value>(table: ReadonlyMap<string, Value>, end: number, least: number): Found<Value> | null {
    for (let from = Math.max(least, end - longestPhrase); from < end; from += 1) {
      const value = table.get(rangeKeyOfRun(this.#words, from, end));
      if (value !== undefined) return { value, from, to: end };
    }
    return null;
  }

  /** The figure at a word, with its currency. */
  at(at: number): Quantity | null {
    const start = this.#isCurrency(at) ? at + 1 : at;
    const first = this.#scaledAt(start);
    if (!first || !(first.value <= largestFigure)) return null;
    let { value, to } = first;
    // "1 lakh 20 hazar"
    for (let { scale } = first; scale !== null; ) {
      const next = this.#scaledAt(to);
      if (!next || next.isBare || next.scale === null || next.scale >= scale) break;
      value += next.value;
      ({ to, scale } = next);
    }
    const isFollowed = this.#isCurrency(to);
    const hasCurrency = start > at || isFollowed;
    return {
      value,
      isScaled: first.scale !== null,
      isMoney: first.scale !== null || hasCurrency,
      isSpoken: first.isSpoken,
      isBare: first.isBare,
      from: at,
      to: start === at && isFollowed ? to + 1 : to,
    };
  }

  /** The second figure of "50 to 70 thousand". */
  joinedTo(first: Quantity): Quantity | null {
    const joiner = this.#words[first.to];
    if (!joiner || !this.#numbers.joiners.has(rangeKey(joiner.text))) return this.#besides(first);
    const second = this.at(first.to + 1);
    return second?.isBare || (second?.isSpoken && !second.isScaled) ? null : second;
  }

  /** The second figure of "60 70 hazar": two round ones side by side, of which the later has the multiplier. */
  #besides(first: Quantity): Quantity | null {
    if (first.isMoney || first.value < 10 || first.value >= 100 || first.value % 5 !== 0) return null;
    const second = this.at(first.to);
    const isAlike = second?.isScaled && !second.isBare && second.value > first.value * leastAmount;
    return isAlike && second.value < 100 * leastAmount && second.value % (5 * leastAmount) === 0 ? second : null;
  }

  isYear({ value, isScaled }: Pick<Quantity, 'value' | 'isScaled'>): boolean {
    return !isScaled && Number.isInteger(value) && value >= oldestYear && value <= this.#year + 1;
  }

  /** The multiplier within a quantity. */
  scaleOf({ from, to }: Quantity): number {
    for (let at = from; at < to; at += 1) {
      const times = this.#timesAt(at);
      if (times !== null) return times;
    }
    return 1;
  }

  #isCurrency(at: number): boolean {
    const word = this.#words[at];
    return word !== undefined && this.#numbers.currency.has(rangeKey(word.text));
  }

  #timesAt(at: number): number | null {
    const word = this.#words[at];
    return word && !word.isNumber && !word.isQuoted ? (this.#numbers.times.get(word.text) ?? null) : null;
  }

  /** A figure with its multiplier: "1.5 lakh", "saath hazar", "two and a half lakh". */
  #scaledAt(
    at: number,
  ): { value: number; scale: number | null; isSpoken: boolean; isBare: boolean; to: number } | null {
    const number = this.#numberAt(at);
    if (!number) {
      const times = this.#timesAt(at);
      const isBare = times !== null && times >= leastBareTimes && (this.#words[at]?.text.length ?? 0) > 2;
      return isBare ? { value: times, scale: times, isSpoken: true, isBare, to: at + 1 } : null;
    }
    const { value, isSpoken, to } = number;
    // "2018 k baad": since that year.
    const isYear =
      this.isYear({ value, isScaled: false }) && (this.phraseAt(this.#numbers.yearsBefore, to)?.to ?? 0) > to + 1;
    const half = this.phraseAt(this.#numbers.halves, to);
    const scale = isYear ? null : this.#timesAt(half?.to ?? to);
    if (scale !== null)
      return { value: (value + (half?.value ?? 0)) * scale, scale, isSpoken, isBare: false, to: (half?.to ?? to) + 1 };
    const isAmount = isSpoken && value >= leastAmount;
    return { value, scale: isAmount ? leastAmount : null, isSpoken, isBare: false, to };
  }

  /** A figure without its multiplier: in digits, or in words, of which two may add up ("twenty five", "sadhe teen"). */
  #numberAt(at: number): { value: number; isSpoken: boolean; to: number } | null {
    const word = this.#words[at];
    if (!word || word.isQuoted) return null;
    if (word.isNumber) return { value: Number(word.text), isSpoken: false, to: at + 1 };
    const prefix = this.#numbers.prefixes.get(word.text);
    const following = prefix === undefined ? null : this.#numberAt(at + 1);
    if (prefix !== undefined && following) return { ...following, value: following.value + prefix };
    const spoken = this.phraseAt(this.#numbers.wordNumbers, at);
    if (!spoken) return null;
    const next = this.phraseAt(this.#numbers.wordNumbers, spoken.to);
    const isTens = spoken.value >= 20 && spoken.value < 100 && spoken.value % 10 === 0;
    return isTens && next && Number.isInteger(next.value) && next.value < 10
      ? { value: spoken.value + next.value, isSpoken: true, to: next.to }
      : { value: spoken.value, isSpoken: true, to: spoken.to };
  }
}
