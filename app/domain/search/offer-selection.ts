/** The offers that a search found: counts of their properties, and pages of them in any order. */

import type { OfferKind } from './search-query';
import type { CodedColumn, OfferBands, OfferDetails, OfferName, OfferPlace, OfferTable } from './offer-table.server';
import { selectRows, type SortKey } from './row-selection';

export type TableName = 'vehicle' | 'bike' | 'scooter';

/** Rows of one table, ascending. */
export type SelectionPart = { table: OfferTable; rows: Uint32Array };

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
  /** Each returns a figure for each row of a part, never NaN; the most significant first. */
  keys: readonly ((part: SelectionPart) => Float64Array)[];
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
    const { positions, keys } = this.#arrange(order);
    return Array.from(selectRows(positions, keys, from, to), (position) => this.#readOffer(position));
  }

  /**
   * Yields all offers in portions, between which offers may change: the order is that of the start, and changed offers
   * appear as they are when they are read.
   */
  *iterateOffers(order: OfferOrder): Generator<OfferRow[]> {
    const { positions, keys } = this.#arrange(order);
    for (const key of keys) key();
    for (let from = 0; from < positions.length; from += rowsPerPortion) {
      const portion = selectRows(positions, keys, from, from + rowsPerPortion);
      for (let at = 0; at < portion.length; at += rowsPerStep) {
        yield Array.from(portion.subarray(at, at + rowsPerStep), (position) => this.#readOffer(position));
      }
    }
  }

  /** @param position among the rows of all parts */
  #readOffer(position: number): OfferRow {
    let at = position;
    for (const { table, rows } of this.parts) {
      const row = rows[at];
      if (row !== undefined) return readOffer(table, row);
      at -= rows.length;
    }
    throw new Error('There is no such row.');
  }

  /** The positions of all rows in the order of ties, and the keys by position, which are calculated when they are needed. */
  #arrange({ keys, isNewestFirst }: OfferOrder): { positions: Uint32Array; keys: SortKey[] } {
    const { parts, total } = this;
    const positions = new Uint32Array(total);
    let filled = 0;
    for (const { rows } of parts) {
      for (const end = filled + rows.length; filled < end; filled += 1) {
        positions[filled] = filled;
      }
      if (isNewestFirst) positions.subarray(filled - rows.length, filled).reverse();
    }
    const joinKeys = (readKey: OfferOrder['keys'][number]): Float64Array => {
      const figures = new Float64Array(total);
      let start = 0;
      for (const part of parts) {
        figures.set(readKey(part), start);
        start += part.rows.length;
      }
      return figures;
    };
    return { positions, keys: keys.map((readKey) => once(() => joinKeys(readKey))) };
  }

  /** Numbers of offers by the code of a column. */
  #countCodes<Value>({ rows }: SelectionPart, column: CodedColumn<Value>): Uint32Array {
    const counted = this.#counts.get(column);
    if (counted) return counted;
    const counts = new Uint32Array(column.values.length);
    const { codes } = column;
    for (let at = 0; at < rows.length; at += 1) {
      const code = codes[rows[at] ?? 0] ?? 0;
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
      this.parts.map(({ table, rows }) => ({
        table,
        rows: table.details.test(({ kind }) => kinds.includes(kind))(rows),
      })),
    );
  }

  countByName = <Property>(getProperty: (name: OfferName) => Property | null): Map<Property, number> =>
    this.#countValues(({ names }) => names, getProperty);

  countByDetails = <Property>(getProperty: (details: OfferDetails) => Property | null): Map<Property, number> =>
    this.#countValues(({ details }) => details, getProperty);

  countByPlace = <Property>(getProperty: (place: OfferPlace) => Property | null): Map<Property, number> =>
    this.#countValues(({ places }) => places, getProperty);

  countByBands = <Property>(getProperty: (bands: OfferBands) => Property | null): Map<Property, number> =>
    this.#countValues(({ bands }) => bands, getProperty);

  /** For each price, its number of offers and the newest of them of each table: at most `limit`. */
  groupByPrice(limit: number): Map<number, { count: number; offers: OfferRow[] }> {
    const groups = new Map<number, { count: number; offers: OfferRow[] }>();
    for (const { table, rows } of this.parts) {
      const prices = table.readFigures('price', rows);
      for (let at = rows.length - 1; at >= 0; at -= 1) {
        const price = prices[at] ?? 0;
        const group = groups.get(price) ?? { count: 0, offers: [] };
        if (group.count === 0) groups.set(price, group);
        group.count += 1;
        if (group.offers.length < limit) group.offers.push(readOffer(table, rows[at] ?? 0));
      }
    }
    return groups;
  }
}

/** Calls a function at most once. */
function once<Value>(calculate: () => Value): () => Value {
  let result: { value: Value } | null = null;
  return () => {
    result ??= { value: calculate() };
    return result.value;
  };
}

const readOffer = (table: OfferTable, row: number): OfferRow => ({
  kind: table.details.get(row).kind,
  seq: table.seqs[row] ?? 0,
  price: table.getFigure('price', row),
  createdAt: table.getFigure('createdAt', row),
  place: table.places.get(row).id,
});
