import { createRangeKey, type NumberWords, type RangeKind } from './dictionary';
import type { Token } from '../names/tokenizer';

export type ParsedNumber = {
  value: number;
  hasMultiplier: boolean;
  isMoney: boolean;
  /** Whether it is written in words, which may have another meaning: "do", "char". */
  isInWords: boolean;
  /** Whether it is a multiplier without a number: the "lakh" of "under a lakh". */
  isMultiplierOnly: boolean;
  from: number;
  to: number;
};

export type TableMatch<Value> = { value: Value; from: number; to: number };

export type RangeWords = { kind: RangeKind | null; isLoose: boolean; from: number; to: number };

/** Greater numbers are neither prices nor years nor distances. */
const maxNumber = 1_000_000_000;
const minYear = 1950;
const maxPhraseTokens = 4;
/** Numbers in words are amounts from here on, also without a multiplier. */
const minAmountInWords = 1_000;
/** Numbers from here on have a multiplier only without a space: "1200k". */
const maxMultiplied = 1_000;
const minLoneMultiplier = 100_000;

const createRangeKeyOfTokens = (tokens: readonly Token[], from: number, to: number): string =>
  tokens
    .slice(from, to)
    .map(({ text }) => createRangeKey(text))
    .join('');

export class NumberParser {
  readonly #tokens: readonly Token[];
  readonly #words: NumberWords;
  readonly #currentYear: number;

  constructor(tokens: readonly Token[], words: NumberWords, currentYear: number) {
    this.#tokens = tokens;
    this.#words = words;
    this.#currentYear = currentYear;
  }

  matchAt<Value>(table: ReadonlyMap<string, Value>, index: number): TableMatch<Value> | null {
    for (let to = Math.min(index + maxPhraseTokens, this.#tokens.length); to > index; to -= 1) {
      const value = table.get(createRangeKeyOfTokens(this.#tokens, index, to));
      if (value !== undefined) return { value, from: index, to };
    }
    return null;
  }

  matchBefore<Value>(table: ReadonlyMap<string, Value>, end: number, start: number): TableMatch<Value> | null {
    for (let from = Math.max(start, end - maxPhraseTokens); from < end; from += 1) {
      const value = table.get(createRangeKeyOfTokens(this.#tokens, from, end));
      if (value !== undefined) return { value, from, to: end };
    }
    return null;
  }

  /** @param start first token that no earlier range contains */
  parseRangeWords(from: number, to: number, start: number): RangeWords {
    const after = this.#matchAfter(to);
    const before = this.matchBefore(this.#words.before, from, start);
    const isLoose = (match: TableMatch<RangeKind>): boolean =>
      this.#words.loose.has(createRangeKeyOfTokens(this.#tokens, match.from, match.to));
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

  /** The range word after a number. In "2018 under 1 lakh" it belongs to the next number. */
  #matchAfter(index: number): TableMatch<RangeKind> | null {
    const after = this.matchAt(this.#words.after, index);
    const isAmbiguous = after && this.#words.before.has(createRangeKeyOfTokens(this.#tokens, index, after.to));
    return isAmbiguous && this.parseAt(after.to) ? null : after;
  }

  parseAt(index: number): ParsedNumber | null {
    const start = this.#isCurrency(index) ? index + 1 : index;
    const first = this.#parseScaledNumberAt(start);
    if (!first || !(first.value <= maxNumber)) return null;
    let { value, to } = first;
    // "1 lakh 20 hazar"
    for (let { multiplier } = first; multiplier !== null; ) {
      const next = this.#parseScaledNumberAt(to);
      if (!next || next.isMultiplierOnly || next.multiplier === null || next.multiplier >= multiplier) break;
      value += next.value;
      ({ to, multiplier } = next);
    }
    const isCurrencyAfter = this.#isCurrency(to);
    return {
      value,
      hasMultiplier: first.multiplier !== null,
      isMoney: first.multiplier !== null || start > index || isCurrencyAfter,
      isInWords: first.isInWords,
      // "lakh rupees" is an amount.
      isMultiplierOnly: first.isMultiplierOnly && !isCurrencyAfter,
      from: index,
      to: start === index && isCurrencyAfter ? to + 1 : to,
    };
  }

  /** Parses the upper end of a range whose lower end is `lower`: 70,000 in "50 to 70 thousand". */
  parseRangeEnd(lower: ParsedNumber): ParsedNumber | null {
    const joiner = this.#tokens[lower.to];
    if (!joiner || !this.#words.joiners.has(createRangeKey(joiner.text))) return this.#parseAdjacentRangeEnd(lower);
    const upper = this.parseAt(lower.to + 1);
    return upper?.isMultiplierOnly || (upper?.isInWords && !upper.hasMultiplier) ? null : upper;
  }

  /** Two adjacent round numbers are a range, with one multiplier for both, "60 70 hazar", or each its own: "40k 50k". */
  #parseAdjacentRangeEnd(lower: ParsedNumber): ParsedNumber | null {
    const upper = lower.isInWords && lower.hasMultiplier ? null : this.parseAt(lower.to);
    if (!upper?.hasMultiplier || upper.isMultiplierOnly || upper.value % 5_000 !== 0) return null;
    if (this.matchAt(this.#words.units, upper.to)) return null;
    if (lower.hasMultiplier) return upper.value > lower.value && upper.value <= lower.value * 2 ? upper : null;
    if (lower.isMoney || lower.value < 10 || lower.value >= 100 || lower.value % 5 !== 0) return null;
    return upper.value > lower.value * 1_000 && upper.value < 100_000 ? upper : null;
  }

  isYear({ value, hasMultiplier }: Pick<ParsedNumber, 'value' | 'hasMultiplier'>): boolean {
    return !hasMultiplier && Number.isInteger(value) && value >= minYear && value <= this.#currentYear + 1;
  }

  getMultiplier({ from, to }: ParsedNumber): number {
    for (let index = from; index < to; index += 1) {
      const multiplier = this.#parseMultiplierAt(index);
      if (multiplier !== null) return multiplier;
    }
    return 1;
  }

  #isCurrency(index: number): boolean {
    const token = this.#tokens[index];
    return token !== undefined && this.#words.currency.has(createRangeKey(token.text));
  }

  #parseMultiplierAt(index: number): number | null {
    const token = this.#tokens[index];
    const multiplier =
      token && !token.isNumber && !token.isQuoted ? this.#words.multipliers.get(token.text) : undefined;
    // "12l tank" is 12 litres.
    const isUnit = multiplier !== undefined && (this.matchAt(this.#words.units, index)?.to ?? 0) > index + 1;
    return multiplier === undefined || isUnit ? null : multiplier;
  }

  #parseScaledNumberAt(
    index: number,
  ): { value: number; multiplier: number | null; isInWords: boolean; isMultiplierOnly: boolean; to: number } | null {
    const number = this.#parseNumberAt(index);
    if (!number) {
      const multiplier = this.#parseMultiplierAt(index);
      // One- and two-letter abbreviations, such as "l" and "cr", need a number.
      const isWord = (this.#tokens[index]?.text.length ?? 0) > 2;
      return multiplier !== null && multiplier >= minLoneMultiplier && isWord
        ? { value: multiplier, multiplier, isInWords: true, isMultiplierOnly: true, to: index + 1 }
        : null;
    }
    const { value, isInWords, to } = number;
    const half = this.matchAt(this.#words.halves, to);
    // "2018 k baad" is "after 2018", and "50000 k andar" is "within 50000".
    const isMultiplied = value < maxMultiplied || this.#tokens[to]?.isJoined === true;
    const multiplier = isMultiplied ? this.#parseMultiplierAt(half?.to ?? to) : null;
    if (multiplier !== null) {
      const scaled = (value + (half?.value ?? 0)) * multiplier;
      return { value: scaled, multiplier, isInWords, isMultiplierOnly: false, to: (half?.to ?? to) + 1 };
    }
    const isAmount = isInWords && value >= minAmountInWords;
    return { value, multiplier: isAmount ? minAmountInWords : null, isInWords, isMultiplierOnly: false, to };
  }

  #parseNumberAt(index: number): { value: number; isInWords: boolean; to: number } | null {
    const token = this.#tokens[index];
    if (!token || token.isQuoted) return null;
    if (token.isNumber) return { value: Number(token.text), isInWords: false, to: index + 1 };
    const prefix = this.#words.prefixes.get(token.text);
    const prefixed = prefix === undefined ? null : this.#parseNumberAt(index + 1);
    if (prefix !== undefined && prefixed) return { ...prefixed, value: prefixed.value + prefix };
    const word = this.matchAt(this.#words.wordNumbers, index);
    if (!word) return null;
    const next = this.matchAt(this.#words.wordNumbers, word.to);
    const isTens = word.value >= 20 && word.value < 100 && word.value % 10 === 0;
    return isTens && next && Number.isInteger(next.value) && next.value < 10
      ? { value: word.value + next.value, isInWords: true, to: next.to }
      : { value: word.value, isInWords: true, to: word.to };
  }
}
