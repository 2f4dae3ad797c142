/**
 * The offers of one kind in memory, a column for each property (docs/adr/0026-columns-in-memory.md). A column of texts
 * stores each distinct text once, and tests it once for all rows that have it.
 */

import type {
  BodyStyle,
  FuelType,
  Transmission,
  VehicleCategory,
  VehicleCondition,
  VehicleStock,
  VehicleType,
} from '~db/enums';
import { foldForSearch } from '~db/search-fold';
import { addByBit, addByCode, passNone, type RowTest, testBit, testCodes, testRange } from './row-tests';
import { budgetSteps, kilometreSteps } from './search-query';
import { WordIndex } from './word-index.server';

export type OfferName = {
  brand: string;
  name: string;
  /** The brand as filters compare it. */
  brandKey: string;
  /** Brand and model of a listing (`brand|model`); null without a model. */
  modelKey: string | null;
  /** Brand and name as searches compare them. */
  foldedBrand: string;
  foldedName: string;
};

export type OfferDetails = {
  type: VehicleType;
  /** 'listing' for second-hand vehicles of users. */
  kind: VehicleStock | 'listing';
  category: VehicleCategory | null;
  fuel: FuelType;
  condition: VehicleCondition;
  bodyStyle: BodyStyle;
  transmission: Transmission | null;
  year: number | null;
  engineCc: number | null;
};

/** `id`: the known place; null if unknown. */
export type OfferPlace = { id: string | null };

/** What is counted for each option of a facet; null if it is in none. */
export type OfferBands = {
  /** Number of its budget band, from 0. */
  price: number;
  /** The lowest step that contains it. */
  kilometres: number | null;
  owners: number | null;
  hasPhoto: boolean;
};

/** Properties that are figures of their own for each row. NaN if unknown. */
const figureNames = [
  'price',
  'kilometres',
  'mileage',
  'range',
  'power',
  'seatHeight',
  'weight',
  'rating',
  'createdAt',
] as const;
export type FigureName = (typeof figureNames)[number];

/** An offer as it is stored in the columns. Texts of several parts are separated by `separator`. */
export type OfferRecord = {
  seq: number;
  isVisible: boolean;
  isSample: boolean;
  isSold: boolean;
  isBehind: boolean;
  hasPhoto: boolean;
  owners: number | null;
  name: string;
  details: string;
  place: string;
  figures: Readonly<Partial<Record<FigureName, number | null>>>;
};

const flags = { visible: 1, sample: 2, sold: 4, behind: 8, photo: 16 } as const;
type FlagName = keyof typeof flags;

/** Figures of rows, and those of their details. */
export type ColumnName = FigureName | 'year' | 'engineCc' | 'owners';

/** Number of rows for which room is made first. */
const initialCapacity = 1_024;

/** A column whose values are repeated. */
export class CodedColumn<Value> {
  readonly values: Value[] = [];
  readonly words = new WordIndex();
  codes = new Uint32Array(initialCapacity);
  readonly #codesByKey = new Map<string, number>();
  readonly #parse: (key: string) => { value: Value; text: string };

  /** @param parse returns the value of a key, and the text by whose words it is found */
  constructor(parse: (key: string) => { value: Value; text: string }) {
    this.#parse = parse;
  }

  set(row: number, key: string): void {
    let code = this.#codesByKey.get(key);
    if (code === undefined) {
      const { value, text } = this.#parse(key);
      code = this.values.push(value) - 1;
      this.words.add(text);
      this.#codesByKey.set(key, code);
    }
    this.codes[row] = code;
  }

  get(row: number): Value {
    const value = this.values[this.codes[row] ?? 0];
    if (value === undefined) throw new Error('The row has no value.');
    return value;
  }

  /** Tests rows by their value. */
  test(isMatch: (value: Value) => boolean): RowTest {
    return this.testCodes(Uint8Array.from(this.values, (value) => Number(isMatch(value))));
  }

  /** Tests rows by a table with 1 for each code that matches. */
  testCodes = (matches: Uint8Array): RowTest => testCodes(this.codes, matches);

  /** Adds a figure of each row, calculated once for each value, to the sums. */
  addFigures(sums: Float64Array, rows: Uint32Array, getFigure: (value: Value) => number): void {
    addByCode(sums, rows, this.codes, Float64Array.from(this.values, getFigure));
  }
}

/** Separates the parts of a text. */
export const separator = '\u001f';

function getBandsKey({ figures, owners, hasPhoto }: OfferRecord): string {
  const { price, kilometres } = figures;
  const band = budgetSteps.filter((from) => (price ?? 0) >= from).length;
  const step = kilometreSteps.findIndex((most) => (kilometres ?? Number.NaN) <= most);
  return [band, step, owners ?? 0, Number(hasPhoto)].join(separator);
}

export class OfferTable {
  /** Sequence numbers, ascending. */
  seqs = new Float64Array(initialCapacity);
  rowCount = 0;
  /** Number of owners so far; 0 if unknown. */
  owners = new Uint8Array(initialCapacity);
  #flags = new Uint8Array(initialCapacity);
  readonly #figures = new Map<FigureName, Float64Array>();
  readonly names: CodedColumn<OfferName>;
  readonly details: CodedColumn<OfferDetails>;
  readonly places: CodedColumn<OfferPlace>;
  readonly bands: CodedColumn<OfferBands>;

  constructor(
    /** The full-text index of what its sellers write. */
    readonly documents: 'vehicle_documents' | 'bike_documents' | 'scooter_documents',
    parseDetails: (key: string) => { value: OfferDetails; text: string },
  ) {
    this.names = new CodedColumn((key) => {
      const [brand = '', name = '', model = ''] = key.split(separator);
      const [foldedBrand, foldedName] = [foldForSearch(brand), foldForSearch(name)];
      return {
        value: {
          brand,
          name,
          brandKey: foldedBrand,
          modelKey: model === '' ? null : `${brand}|${model}`,
          foldedBrand,
          foldedName,
        },
        text: `${brand} ${name} ${model}`,
      };
    });
    this.details = new CodedColumn(parseDetails);
    this.places = new CodedColumn((key) => {
      const [id = '', ...parts] = key.split(separator);
      return { value: { id: id === '' ? null : id }, text: parts.join(' ') };
    });
    this.bands = new CodedColumn((key) => {
      const [band, step, owners, photo] = key.split(separator).map(Number);
      const value = {
        price: band ?? 0,
        kilometres: kilometreSteps[step ?? -1] ?? null,
        owners: owners || null,
        hasPhoto: photo === 1,
      };
      return { value, text: '' };
    });
  }

  #reserve(rows: number): void {
    if (rows <= this.seqs.length) return;
    const grow = <Column extends Float64Array | Uint32Array | Uint8Array>(column: Column, longer: Column): Column => {
      longer.set(column);
      return longer;
    };
    const capacity = Math.ceil(rows * 1.25);
    this.seqs = grow(this.seqs, new Float64Array(capacity));
    this.owners = grow(this.owners, new Uint8Array(capacity));
    this.#flags = grow(this.#flags, new Uint8Array(capacity));
    for (const column of [this.names, this.details, this.places, this.bands]) {
      column.codes = grow(column.codes, new Uint32Array(capacity));
    }
    for (const [name, values] of this.#figures) this.#figures.set(name, grow(values, new Float64Array(capacity)));
  }

  /** Row of a sequence number; -1 if there is none. */
  findRow(seq: number): number {
    let [low, high] = [0, this.rowCount];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.seqs[middle] ?? 0) < seq) low = middle + 1;
      else high = middle;
    }
    return this.seqs[low] === seq && low < this.rowCount ? low : -1;
  }

  /**
   * Adds or replaces an offer.
   *
   * @returns false if it is older than the last one and has no row: the table has to be read again
   */
  set(offer: OfferRecord): boolean {
    let row = this.findRow(offer.seq);
    if (row < 0) {
      if (this.rowCount > 0 && offer.seq < (this.seqs[this.rowCount - 1] ?? 0)) return false;
      this.#reserve(this.rowCount + 1);
      row = this.rowCount;
      this.seqs[row] = offer.seq;
      this.rowCount += 1;
    }
    this.#flags[row] =
      (offer.isVisible ? flags.visible : 0) |
      (offer.isSample ? flags.sample : 0) |
      (offer.isSold ? flags.sold : 0) |
      (offer.isBehind ? flags.behind : 0) |
      (offer.hasPhoto ? flags.photo : 0);
    this.owners[row] = offer.owners ?? 0;
    this.names.set(row, offer.name);
    this.details.set(row, offer.details);
    this.places.set(row, offer.place);
    this.bands.set(row, getBandsKey(offer));
    for (const name of figureNames) {
      const value = offer.figures[name];
      if (value !== undefined) this.#figureValues(name)[row] = value ?? Number.NaN;
    }
    return true;
  }

  /** Hides an offer that was deleted. */
  remove(seq: number): void {
    const row = this.findRow(seq);
    if (row >= 0) this.#flags[row] = 0;
  }

  #figureValues(name: FigureName): Float64Array {
    const values = this.#figures.get(name) ?? new Float64Array(this.seqs.length).fill(Number.NaN);
    this.#figures.set(name, values);
    return values;
  }

  /** A figure of each of some rows; NaN if unknown. */
  readFigures(name: ColumnName, rows: Uint32Array): Float64Array {
    const figures = new Float64Array(rows.length);
    if (name === 'year' || name === 'engineCc') {
      this.details.addFigures(figures, rows, (details) => details[name] ?? Number.NaN);
      return figures;
    }
    const values = name === 'owners' ? this.owners : this.#figures.get(name);
    if (!values) return figures.fill(Number.NaN);
    for (let at = 0; at < rows.length; at += 1) figures[at] = values[rows[at] ?? 0] ?? Number.NaN;
    return name === 'owners' ? figures.map((owners) => owners || Number.NaN) : figures;
  }

  /** Figure of a row; NaN if unknown. */
  getFigure = (name: FigureName, row: number): number => this.#figures.get(name)?.[row] ?? Number.NaN;

  /** Tests whether a figure is known and in a range, both ends included. */
  testRange(name: ColumnName, min: number, max: number): RowTest {
    if (name === 'year' || name === 'engineCc') {
      return this.details.test(({ [name]: figure }) => figure !== null && figure >= min && figure <= max);
    }
    if (name === 'owners') return testRange(this.owners, Math.max(min, 1), max);
    const values = this.#figures.get(name);
    return values ? testRange(values, min, max) : passNone;
  }

  testFlag = (name: FlagName, isSet = true): RowTest => testBit(this.#flags, flags[name], isSet);

  /** Adds a figure to the sums of the rows with a flag. */
  addByFlag(sums: Float64Array, rows: Uint32Array, name: FlagName, figure: number): void {
    addByBit(sums, rows, { flags: this.#flags, bit: flags[name] }, figure);
  }

  /** All rows with a flag, ascending. */
  findRowsWith(name: FlagName): Uint32Array {
    const rows = new Uint32Array(this.rowCount);
    const bit = flags[name];
    let count = 0;
    for (let row = 0; row < rows.length; row += 1) {
      rows[count] = row;
      count += ((this.#flags[row] ?? 0) & bit) === bit ? 1 : 0;
    }
    return rows.subarray(0, count);
  }
}
