import type { VehicleName } from './dictionary';
import type { Chip, ChipField, ParsedRange, Span } from './parsed-query';
import { collapseSpaces, type Token } from '../names/tokenizer';

function removeRanges(text: string, ranges: readonly { start: number; end: number }[]): string {
  let rest = '';
  let offset = 0;
  for (const { start, end } of [...ranges].sort((one, other) => one.start - other.start)) {
    rest += `${text.slice(offset, Math.max(offset, start))} `;
    offset = Math.max(offset, end);
  }
  return collapseSpaces(rest + text.slice(offset));
}

export class ChipList {
  readonly all: Chip[] = [];
  readonly #text: string;
  readonly #tokens: readonly Token[];

  constructor(text: string, tokens: readonly Token[]) {
    this.#text = text;
    this.#tokens = tokens;
  }

  add(field: ChipField, value: string, text: string, spans: readonly Span[]): void {
    this.all.push(this.#create(field, value, text, spans));
  }

  replace(
    chip: { field: ChipField; value: string; text: string },
    spans: readonly Span[],
    replaced = chip.field,
  ): void {
    const created = this.#create(chip.field, chip.value, chip.text, spans);
    const index = this.#findIndex(replaced);
    if (index < 0) this.all.push(created);
    else this.all[index] = created;
  }

  remove(field: ChipField): void {
    const index = this.#findIndex(field);
    if (index >= 0) this.all.splice(index, 1);
  }

  #findIndex(field: ChipField): number {
    return this.all.findIndex((chip) => chip.field === field);
  }

  #create(field: ChipField, value: string, text: string, spans: readonly Span[]): Chip {
    const ranges = spans.map(({ from, to }) => ({
      start: this.#tokens[from]?.start ?? 0,
      end: this.#tokens[to - 1]?.end ?? 0,
    }));
    // A chip without tokens, of a query of signs alone, is the whole query.
    return { field, value, text, rest: spans.length === 0 ? '' : removeRanges(this.#text, ranges) };
  }
}

export const formatVehicleName = ({ brand, family, model }: VehicleName): string => {
  const name = model ?? family;
  return name === null || name === brand ? brand : name.startsWith(brand) ? name : `${brand} ${name}`;
};

export const formatPlate = (code: string, cities: readonly string[]): string =>
  cities.length > 0 ? `Plate ${code} · ${cities.join(', ')}` : `Plate ${code}`;

export const transmissionTexts = { automatic: 'Automatic', manual: 'Manual' } as const;
export const stockTexts = { new: 'New', used: 'Second-hand', upcoming: 'Coming soon' } as const;

type Ends = [min: number | null, max: number | null];

/** Of two ranges that do not overlap the later one counts. */
export function combineRanges([min, max]: Ends, later: Pick<ParsedRange, 'min' | 'max'>): Ends {
  const combined: Ends = [later.min ?? min, later.max ?? max];
  const isEmpty = combined[0] !== null && combined[1] !== null && combined[0] > combined[1];
  return isEmpty ? [later.min, later.max] : combined;
}
