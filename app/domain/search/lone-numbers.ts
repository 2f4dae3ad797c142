/** Recognizes numbers without a unit by what stands beside them: engine sizes, low prices and battery capacities. */

import { type Dictionary, isStopWord, type VehicleName } from './dictionary';
import { conjunctions } from './name-resolver';
import type { Entities, ParsedQuery, ParsedRange, Span } from './parsed-query';
import type { Token } from '../names/tokenizer';

/** A number without a meaning, at the index of its token. */
type LoneNumber = { value: number; at: number };

/** Finds the whole numbers without a meaning. A number next to a search term belongs to that term. */
export function findLoneNumbers(
  tokens: readonly Token[],
  { isConsumed }: Entities,
  dictionary: Dictionary,
): readonly LoneNumber[] {
  const isSeparate = (index: number): boolean => {
    const token = tokens[index];
    return token === undefined || isConsumed[index] === true || isStopWord(dictionary, token);
  };
  return tokens.flatMap(({ text, isNumber, isJoined, isQuoted }, at) => {
    // "re650" is Royal Enfield 650.
    const isPartOfWord = (isJoined && !isConsumed[at - 1]) || tokens[at + 1]?.isJoined === true;
    const isFree = isNumber && !isPartOfWord && !isQuoted && !isConsumed[at];
    return isFree && isSeparate(at - 1) && isSeparate(at + 1) ? [{ value: Number(text), at }] : [];
  });
}

const isWithin = ({ value }: LoneNumber, [low, high]: readonly [number, number]): boolean =>
  Number.isInteger(value) && value >= low && value <= high;

/** Engine sizes in cubic centimetres that are recognized without their unit. */
const engineSizes = [80, 1_900] as const;

/**
 * Finds an engine size without its unit, next to a brand or a type: "bajaj 125", "125 wali scooty"; or the least and
 * the greatest one of "bike 200 to 400" and "tvs 125 or 160".
 */
export function findEngineSizes(
  numbers: readonly LoneNumber[],
  tokens: readonly Token[],
  dictionary: Dictionary,
): (Span & { least: number; greatest: number }) | null {
  const [first, second, third] = numbers;
  if (!first || third || !numbers.every((number) => isWithin(number, engineSizes))) return null;
  const joiner = tokens[first.at + 1]?.text ?? '';
  const hasJoiner = dictionary.numbers.joiners.has(joiner) || conjunctions.has(joiner);
  if (second && !(hasJoiner && second.at === first.at + 2)) return null;
  const sizes = numbers.map(({ value }) => value);
  return {
    least: Math.min(...sizes),
    greatest: Math.max(...sizes),
    from: first.at,
    to: (second ?? first).at + 1,
  };
}

/** Prices that are recognized without a currency only next to a name or a type. Smaller numbers are variants. */
const lowPrices = [4_000, 9_999] as const;

/** Finds a low price next to a name or a type, which is a maximum: "5000 ki bike". */
export function findLowPrice([first, second]: readonly LoneNumber[]): ParsedRange | null {
  if (!first || second || !isWithin(first, lowPrices)) return null;
  return { field: 'price', min: null, max: first.value, from: first.at, to: first.at + 1 };
}

/** Greater fractions are no battery capacity in kilowatt hours. */
const maxBatterySize = 10;

/** Finds the battery capacity of an electric model without its unit, which is a fraction: "iqube 3.5". */
export function findBatterySize(
  numbers: readonly LoneNumber[],
  names: ParsedQuery['names'],
  tokens: readonly Token[],
  { models }: Dictionary,
): LoneNumber | undefined {
  const size = numbers.find(({ value, at }) => value < maxBatterySize && tokens[at]?.text.includes('.'));
  const isElectric = (name: VehicleName): boolean =>
    models.some(
      (model) =>
        model.isElectric &&
        model.name.brand === name.brand &&
        (name.model === null ? model.name.family === name.family : model.name.model === name.model),
    );
  return size && names.some(isElectric) ? size : undefined;
}
