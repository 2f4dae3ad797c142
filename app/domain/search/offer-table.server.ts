/** A column stores and tests each distinct text once (docs/adr/0026-columns-in-memory.md). */

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
import {
  type CodeFigures,
  createRowSet,
  passNone,
  putRow,
  type RowTest,
  readByCode,
  testCodes,
  testRange,
} from './row-sets';
import { budgetSteps, kilometreSteps } from './search-query';
import { WordIndex } from './word-index.server';

export type OfferName = {
  brand: string;
  name: string;
  brandKey: string;
  /** Brand and model of a listing (`brand|model`); null without a model. */
  modelKey: string | null;
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

export type OfferState = {
  isVisible: boolean;
  isSample: boolean;
  isSold: boolean;
  isBehind: boolean;
  hasPhoto: boolean;
  owners: number | null;
  /** Number of its budget band, from 0. */
  priceBand: number;
  kilometreStep: number | null;
};

/** Properties that are figures of their own for each row; NaN if unknown. */
const longFigures = ['price', 'createdAt'] as const;
/** Figures for which four bytes are enough: whole ones, and those of which the search has a minimum only. */
const shortFigures = ['kilometres', 'mileage', 'range', 'power', 'seatHeight', 'weight', 'rating'] as const;
const figureNames = [...longFigures, ...shortFigures];
export type FigureName = (typeof figureNames)[number];

const isShort = (name: FigureName): boolean => shortFigures.some((short) => short === name);

/** Rounded to four bytes, never up: a figure below a whole minimum stays below it. */
function roundDown(figure: number): number {
  const rounded = Math.fround(figure);
  return rounded > figure ? Math.fround(rounded * (1 - 2 ** -23)) : rounded;
}

/** An offer as it is stored in the columns. Texts of several parts are separated by `separator`. */
export type OfferRecord = Omit<OfferState, 'priceBand' | 'kilometreStep'> & {
  seq: number;
  name: string;
  details: string;
  place: string;
  figures: Readonly<Partial<Record<FigureName, number | null>>>;
};

export type ColumnName = FigureName | 'year' | 'engineCc';

const initialCapacity = 1_024;

export class CodedColumn<Value> {
  readonly values: Value[] = [];
  readonly words = new WordIndex();
  codes = new Uint32Array(initialCapacity);
  readonly rowCounts: number[] = [];
  #rowCount = 0;
  readonly #codesByKey = new Map<string, number>();
  readonly #parse: (key: string) => { value: Value; text: string };

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
    if (row < this.#rowCount) this.#count(this.codes[row] ?? 0, -1);
    this.#rowCount = Math.max(this.#rowCount, row + 1);
    this.#count(code, 1);
    this.codes[row] = code;
  }

  #count(code: number, difference: 1 | -1): void {
    this.rowCounts[code] = (this.rowCounts[code] ?? 0) + difference;
  }

  get(row: number): Value {
    const value = this.values[this.codes[row] ?? 0];
    if (value === undefined) throw new Error('The row has no value.');
    return value;
  }

  test(isMatch: (value: Value) => boolean): RowTest {
    return this.testCodes(Uint8Array.from(this.values, (value) => Number(isMatch(value))));
  }

  testCodes = (matches: Uint8Array): RowTest => testCodes(this, matches);

  getFigures = (getFigure: (value: Value) => number): CodeFigures => ({
    codes: this.codes,
    rowCounts: this.rowCounts,
    figures: Float64Array.from(this.values, getFigure),
  });
}

const createFigures = (name: FigureName, capacity: number): Float64Array | Float32Array =>
  (isShort(name) ? new Float32Array(capacity) : new Float64Array(capacity)).fill(Number.NaN);

export const separator = '\u001f';

function getStateKey(offer: OfferRecord): string {
  const { price, kilometres } = offer.figures;
  const band = budgetSteps.filter((from) => (price ?? 0) >= from).length;
  const step = kilometreSteps.findIndex((most) => (kilometres ?? Number.NaN) <= most);
  const flags = [offer.isVisible, offer.isSample, offer.isSold, offer.isBehind, offer.hasPhoto];
  return [...flags.map(Number), offer.owners ?? 0, band, step].join(separator);
}

function parseState(key: string): OfferState {
  const [visible, sample, sold, behind, photo, owners, band, step] = key.split(separator).map(Number);
  return {
    isVisible: visible === 1,
    isSample: sample === 1,
    isSold: sold === 1,
    isBehind: behind === 1,
    hasPhoto: photo === 1,
    owners: owners || null,
    priceBand: band ?? 0,
    kilometreStep: kilometreSteps[step ?? -1] ?? null,
  };
}

const deletedState = [0, 0, 0, 0, 0, 0, 0, -1].join(separator);

type Column = Float64Array | Float32Array | Uint32Array;

function extend<Numbers extends Column>(column: Numbers, copy: Numbers): Numbers {
  copy.set(column);
  return copy;
}

export class OfferTable {
  seqs = new Uint32Array(initialCapacity);
  rowCount = 0;
  /** The rows that are shown, those of samples, and those of sold offers: nearly every search tests these. */
  visible = createRowSet(initialCapacity);
  samples = createRowSet(initialCapacity);
  sold = createRowSet(initialCapacity);
  isChronological = true;
  #newest = Number.NEGATIVE_INFINITY;
  readonly #figures = new Map<FigureName, Float64Array | Float32Array>();
  readonly names: CodedColumn<OfferName>;
  readonly details: CodedColumn<OfferDetails>;
  readonly places: CodedColumn<OfferPlace>;
  readonly states = new CodedColumn<OfferState>((key) => ({ value: parseState(key), text: '' }));

  constructor(
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
  }

  #reserve(rows: number): void {
    if (rows <= this.seqs.length) return;
    const capacity = Math.ceil(rows * 1.25);
    this.seqs = extend(this.seqs, new Uint32Array(capacity));
    this.visible = extend(this.visible, createRowSet(capacity));
    this.samples = extend(this.samples, createRowSet(capacity));
    this.sold = extend(this.sold, createRowSet(capacity));
    for (const column of [this.names, this.details, this.places, this.states]) {
      column.codes = extend(column.codes, new Uint32Array(capacity));
    }
    for (const [name, figures] of this.#figures) {
      this.#figures.set(name, extend(figures, createFigures(name, capacity)));
    }
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

  /** @returns false if it is older than the last one and has no row: the table has to be read again */
  set(offer: OfferRecord): boolean {
    let row = this.findRow(offer.seq);
    if (row < 0) {
      if (this.rowCount > 0 && offer.seq < (this.seqs[this.rowCount - 1] ?? 0)) return false;
      this.#reserve(this.rowCount + 1);
      row = this.rowCount;
      this.seqs[row] = offer.seq;
      this.rowCount += 1;
    }
    if (!offer.isSample) this.#compareTime(row, offer.figures.createdAt ?? Number.NaN);
    this.names.set(row, offer.name);
    this.details.set(row, offer.details);
    this.places.set(row, offer.place);
    this.states.set(row, getStateKey(offer));
    putRow(this.visible, row, offer.isVisible);
    putRow(this.samples, row, offer.isSample);
    putRow(this.sold, row, offer.isSold);
    for (const name of figureNames) {
      const value = offer.figures[name];
      if (value === undefined) continue;
      const figures = this.#figures.get(name) ?? createFigures(name, this.seqs.length);
      figures[row] = isShort(name) ? roundDown(value ?? Number.NaN) : (value ?? Number.NaN);
      this.#figures.set(name, figures);
    }
    return true;
  }

  #compareTime(row: number, createdAt: number): void {
    const storedTime = this.getFigure('createdAt', row);
    // The number of the newest offer is given again when it was deleted.
    const isKept = createdAt === storedTime || (createdAt > storedTime && row === this.rowCount - 1);
    if (Number.isNaN(storedTime) ? createdAt < this.#newest : !isKept) this.isChronological = false;
    this.#newest = Math.max(this.#newest, createdAt);
  }

  remove(seq: number): void {
    const row = this.findRow(seq);
    if (row < 0) return;
    this.states.set(row, deletedState);
    for (const set of [this.visible, this.samples, this.sold]) putRow(set, row, false);
  }

  /** Infinity if unknown. @param factor -1 to write the figures negated */
  createReader(name: ColumnName, factor: 1 | -1 = 1): (rows: Uint32Array, read: Float64Array) => void {
    if (name === 'year' || name === 'engineCc') {
      const figures = this.details.getFigures(({ [name]: figure }) =>
        figure === null ? Number.POSITIVE_INFINITY : factor * figure,
      );
      return (rows, read) => readByCode(rows, figures, read);
    }
    const values = this.#figures.get(name);
    if (!values) return (_rows, read) => read.fill(Number.POSITIVE_INFINITY);
    return (rows, read) => {
      for (let at = 0; at < rows.length; at += 1) {
        const figure = factor * (values[rows[at] ?? 0] ?? 0);
        read[at] = Number.isNaN(figure) ? Number.POSITIVE_INFINITY : figure;
      }
    };
  }

  /** Figure of a row; NaN if unknown. */
  getFigure = (name: FigureName, row: number): number => this.#figures.get(name)?.[row] ?? Number.NaN;

  testRange(name: ColumnName, min: number, max: number): RowTest {
    if (name === 'year' || name === 'engineCc') {
      return this.details.test(({ [name]: figure }) => figure !== null && figure >= min && figure <= max);
    }
    const values = this.#figures.get(name);
    if (!values) return passNone;
    // The figures of a short column are rounded, and so are the ends of a range of them.
    return isShort(name) ? testRange(values, roundDown(min), roundDown(max)) : testRange(values, min, max);
  }
}
