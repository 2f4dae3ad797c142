/** The offers that a search found: counts of their properties, and pages of them in any order. */

import type { OfferKind } from './search-query';
import type { CodedColumn, FigureName, OfferDetails, OfferName, OfferPlace, OfferTable } from './offer-table.server';
import { type RowKey, selectRows } from './row-selection';

export type TableName = 'vehicle' | 'bike' | 'scooter';

/** Rows of one table, ascending; `rowCount`: number of rows that it had. */
export type SelectionPart = { tableName: TableName; table: OfferTable; rows: Uint32Array; rowCount: number };

/** An offer by its number in the table of its kind. */
export type OfferRow = {
  kind: OfferKind;
  seq: number;
  /** Whole rupees. */
  price: number;
  /** Time in milliseconds. */
  createdAt: number;
  /** Id of its place; null if unknown. */
  place: string | null;
};

export type OfferOrder = {
  /** The most significant first; no key is NaN. */
  keys: readonly ((part: SelectionPart) => RowKey)[];
  /** Whether of several offers with equal keys the newest of a table is first. */
  isNewestFirst: boolean;
};

/** Offers of a whole list that are selected, and that are returned, at once. */
const rowsPerPortion = 20_000;
const rowsPerStep = 250;

export class OfferSelection {
  readonly parts: readonly SelectionPart[];
  readonly total: number;
  readonly #counts = new Map<CodedColumn<unknown>, Uint32Array>();

  /** @param parts in the order of ties between tables */
  constructor(parts: readonly SelectionPart[]) {
    this.parts = parts;
    this.total = parts.reduce((sum, { rows }) => sum + rows.length, 0);
  }

  /** The offers from position `from` up to, but not including, `to`. */
  getOffers(order: OfferOrder, from: number, to: number): OfferRow[] {
    const { rows, keys } = this.#arrange(order);
    return Array.from(selectRows(rows, keys, from, to), (number) => this.#readOffer(number));
  }

  /**
   * Yields all offers in portions, between which offers may change: the order is that of the start, and changed offers
   * appear as they are when they are read.
   */
  *iterateOffers(order: OfferOrder): Generator<OfferRow[]> {
    const { rows, keys } = this.#arrange(order);
    const values = keys.map((key) => Float64Array.from(rows, key));
    const positions = Uint32Array.from(rows, (_, at) => at);
    const getValues = values.map((column) => (at: number) => column[at] ?? 0);
    for (let from = 0; from < rows.length; from += rowsPerPortion) {
      const portion = selectRows(positions, getValues, from, from + rowsPerPortion);
      for (let at = 0; at < portion.length; at += rowsPerStep) {
        yield Array.from(portion.subarray(at, at + rowsPerStep), (position) => this.#readOffer(rows[position] ?? 0));
      }
    }
  }

  #readOffer(number: number): OfferRow {
    let row = number;
    for (const part of this.parts) {
      if (row < part.rowCount) return readOffer(part, row);
      row -= part.rowCount;
    }
    throw new Error('There is no such row.');
  }

  /** All rows in the order of ties, numbered through the tables, and their keys. */
  #arrange({ keys, isNewestFirst }: OfferOrder): { rows: Uint32Array; keys: RowKey[] } {
    const { parts } = this;
    const bases: number[] = [];
    const rows = new Uint32Array(this.total);
    let [base, filled] = [0, 0];
    for (const { rows: ofTable, rowCount } of parts) {
      const { length } = ofTable;
      for (let at = 0; at < length; at += 1) {
        rows[filled++] = base + (ofTable[isNewestFirst ? length - 1 - at : at] ?? 0);
      }
      bases.push(base);
      base += rowCount;
    }
    const joinKeys = (getKey: OfferOrder['keys'][number]): RowKey => {
      const [first = () => 0, second = first, third = second] = parts.map(getKey);
      const [, secondBase = Number.POSITIVE_INFINITY, thirdBase = Number.POSITIVE_INFINITY] = bases;
      if (parts.length === 1) return first;
      return (number) =>
        number < secondBase
          ? first(number)
          : number < thirdBase
            ? second(number - secondBase)
            : third(number - thirdBase);
    };
    return { rows, keys: keys.map(joinKeys) };
  }

  /** Numbers of offers by the code of a column. */
  #countCodes<Value>({ rows }: SelectionPart, column: CodedColumn<Value>): Uint32Array {
    const counted = this.#counts.get(column);
    if (counted) return counted;
    const counts = new Uint32Array(column.values.length);
    const { codes } = column;
    for (const row of rows) {
      const code = codes[row] ?? 0;
      counts[code] = (counts[code] ?? 0) + 1;
    }
    this.#counts.set(column, counts);
    return counts;
  }

  #countValues<Value, Property>(
    getColumn: (table: OfferTable) => CodedColumn<Value>,
    getProperty: (value: Value) => Property | null,
  ): Map<Property, number> {
    const counts = new Map<Property, number>();
    for (const part of this.parts) {
      const column = getColumn(part.table);
      for (const [code, count] of this.#countCodes(part, column).entries()) {
        const value = column.values[code];
        const property = count > 0 && value !== undefined ? getProperty(value) : null;
        if (property !== null) counts.set(property, (counts.get(property) ?? 0) + count);
      }
    }
    return counts;
  }

  /** The offers of some kinds. */
  ofKinds(kinds: readonly OfferKind[]): OfferSelection {
    return new OfferSelection(
      this.parts.map((part) => {
        const isOfKind = part.table.details.test(({ kind }) => kinds.includes(kind));
        return { ...part, rows: part.rows.filter(isOfKind) };
      }),
    );
  }

  countByName = <Property>(getProperty: (name: OfferName) => Property | null): Map<Property, number> =>
    this.#countValues(({ names }) => names, getProperty);

  countByDetails = <Property>(getProperty: (details: OfferDetails) => Property | null): Map<Property, number> =>
    this.#countValues(({ details }) => details, getProperty);

  countByPlace = <Property>(getProperty: (place: OfferPlace) => Property | null): Map<Property, number> =>
    this.#countValues(({ places }) => places, getProperty);

  /** Numbers of offers whose figure is in each of some ranges, both ends included. */
  countRanges(figure: FigureName | 'owners', ranges: readonly { min: number; max: number }[]): number[] {
    const counts = ranges.map(() => 0);
    for (const { table, rows } of this.parts) {
      const getFigure = table.figure(figure);
      for (const row of rows) {
        const value = getFigure(row);
        for (let at = 0; at < ranges.length; at += 1) {
          const range = ranges[at];
          if (range && value >= range.min && value <= range.max) counts[at] = (counts[at] ?? 0) + 1;
        }
      }
    }
    return counts;
  }

  countPhotos(): number {
    let count = 0;
    for (const { table, rows } of this.parts) {
      const hasPhoto = table.hasFlag('photo');
      for (const row of rows) if (hasPhoto(row)) count += 1;
    }
    return count;
  }

  /** For each price, its number of offers and the first of them in an order of the tables: at most `limit`. */
  groupByPrice(limit: number): Map<number, { count: number; offers: OfferRow[] }> {
    const groups = new Map<number, { count: number; offers: OfferRow[] }>();
    for (const part of this.parts) {
      const getPrice = part.table.figure('price');
      for (let at = part.rows.length - 1; at >= 0; at -= 1) {
        const row = part.rows[at] ?? 0;
        const price = getPrice(row);
        const group = groups.get(price) ?? { count: 0, offers: [] };
        if (group.count === 0) groups.set(price, group);
        group.count += 1;
        if (group.offers.length < limit) group.offers.push(readOffer(part, row));
      }
    }
    return groups;
  }
}

function readOffer({ table }: SelectionPart, row: number): OfferRow {
  return {
    kind: table.details.get(row).kind,
    seq: table.seqs[row] ?? 0,
    price: table.figure('price')(row),
    createdAt: table.figure('createdAt')(row),
    place: table.places.get(row).id,
  };
}
