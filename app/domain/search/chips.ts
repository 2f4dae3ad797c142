import { countText } from '../shared/money';
import type { ReadAmount } from './amounts';
import type { NamedVehicle } from './dictionary';
import type { Span } from './reading-parts';
import { oneLineOf, type TypedWord } from './typed-words';
import type { Chip, ChipField } from './understood';

/** The query without some of its words, tidied. */
function textWithout(text: string, spans: readonly { start: number; end: number }[]): string {
  let rest = '';
  let at = 0;
  for (const { start, end } of [...spans].sort((one, other) => one.start - other.start)) {
    rest += `${text.slice(at, Math.max(at, start))} `;
    at = Math.max(at, end);
  }
  return oneLineOf(rest + text.slice(at));
}

/** The chips of a query, each with the query without the words that it stands for. */
export class Chips {
  readonly all: Chip[] = [];
  readonly #text: string;
  readonly #words: readonly TypedWord[];

  constructor(text: string, words: readonly TypedWord[]) {
    this.#text = text;
    this.#words = words;
  }

  add(field: ChipField, value: string, text: string, spans: readonly Span[]): void {
    this.all.push(this.#made(field, value, text, spans));
  }

  /** Puts a chip in the place of the one of its field, or of another. */
  replace(chip: { field: ChipField; value: string; text: string }, spans: readonly Span[], former = chip.field): void {
    const made = this.#made(chip.field, chip.value, chip.text, spans);
    const at = this.#at(former);
    if (at < 0) this.all.push(made);
    else this.all[at] = made;
  }

  remove(field: ChipField): void {
    const at = this.#at(field);
    if (at >= 0) this.all.splice(at, 1);
  }

  #at(field: ChipField): number {
    return this.all.findIndex((chip) => chip.field === field);
  }

  #made(field: ChipField, value: string, text: string, spans: readonly Span[]): Chip {
    const places = spans.map(({ from, to }) => ({
      start: this.#words[from]?.start ?? 0,
      end: this.#words[to - 1]?.end ?? 0,
    }));
    // Signs alone, of which no word is made, are the whole query.
    return { field, value, text, rest: spans.length === 0 ? '' : textWithout(this.#text, places) };
  }
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

type Limits = [least: number | null, most: number | null];

/** A range that two parts of a search set, each one end: "under 1 lakh, above 50k". Of two whole ones the later counts. */
export function narrowed(
  [least, most]: Limits,
  { least: newLeast, most: newMost }: Pick<ReadAmount, 'least' | 'most'>,
): Limits {
  const both: Limits = [newLeast ?? least, newMost ?? most];
  return both[0] !== null && both[1] !== null && both[0] > both[1] ? [newLeast, newMost] : both;
}
