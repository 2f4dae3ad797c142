import { countText } from '../shared/money';
import type { ReadAmount } from './amounts';
import type { NamedVehicle } from './dictionary';
import { oneLineOf } from './typed-words';

/** The query without some of its words, tidied. */
export function textWithout(text: string, spans: readonly { start: number; end: number }[]): string {
  let rest = '';
  let at = 0;
  for (const { start, end } of [...spans].sort((one, other) => one.start - other.start)) {
    rest += `${text.slice(at, Math.max(at, start))} `;
    at = Math.max(at, end);
  }
  return oneLineOf(rest + text.slice(at));
}

export const vehicleText = ({ brand, family, model }: NamedVehicle): string => {
  const name = model ?? family;
  return name === null || name === brand ? brand : name.startsWith(brand) ? name : `${brand} ${name}`;
};

export function rangeText(least: number | null, most: number | null, text: (figure: number) => string): string {
  if (least === null || (least === 0 && most !== null)) return `Up to ${text(most ?? 0)}`;
  if (most === null) return `From ${text(least)}`;
  return least === most ? text(least) : `${text(least)} to ${text(most)}`;
}

export const stockTexts = { new: 'New', used: 'Second-hand', upcoming: 'Coming soon' } as const;

export const inUnit =
  (unit: string) =>
  (figure: number): string =>
    `${countText(figure)} ${unit}`;

export type Limits = [least: number | null, most: number | null];

/** A range that two parts of a search set, each one end: "under 1 lakh, above 50k". Of two whole ones the later counts. */
export function narrowed(
  [least, most]: Limits,
  { least: newLeast, most: newMost }: Pick<ReadAmount, 'least' | 'most'>,
): Limits {
  const both: Limits = [newLeast ?? least, newMost ?? most];
  return both[0] !== null && both[1] !== null && both[0] > both[1] ? [newLeast, newMost] : both;
}
