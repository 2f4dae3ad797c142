import type { CodedColumn, OfferDetails, OfferName, OfferPlace, OfferState, OfferTable } from './offer-table.server';
import { type KeyedRows, type RowKey, type SelectedRow, selectRows } from './row-selection';
import { countRows, createFullSet, exclude, listRows, type RowSet } from './row-sets';
import type { OfferKind } from './search-query';

export type TableName = 'vehicle' | 'bike' | 'scooter';

export type SelectionPart = { table: OfferTable; set: RowSet };

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
  /** The most significant first. Each prepares the key of the rows of a part. */
  keys: readonly ((part: SelectionPart) => RowKey)[];
  isNewestFirst: boolean;
};

/** Where an offer of a table is in an order: its first figure, and among equal ones its number. Other offers may change. */
export type Position = { figure: number; seq: number };

const rowsPerPortion = 20_000;
const rowsPerStep = 250;

export class OfferSelection {
  readonly parts: readonly SelectionPart[];
  readonly total: number;
  readonly #rows = new Map<RowSet, Uint32Array>();
  readonly #counts = new Map<OfferTable, ReadonlyMap<CodedColumn<unknown>, Uint32Array>>();

  /** @param parts in the order of ties between tables */
  constructor(parts: readonly SelectionPart[]) {
    this.parts = parts;
    this.total = parts.reduce((sum, { set }) => sum + countRows(set), 0);
  }

  getOffers(order: OfferOrder, from: number, to: number): OfferRow[] {
    return this.#readOffers(this.#arrange(order), from, to);
  }

  /** In an order of one key. @returns with them, the number of offers before the first */
  getOffersAfter(order: OfferOrder, after: Position, limit: number): { offers: OfferRow[]; before: number } {
    const arranged = this.#arrange(order).map((part) => skipUpTo(part, this.#getTable(), after, order));
    const left = arranged.reduce((sum, { rows }) => sum + rows.length, 0);
    return { offers: this.#readOffers(arranged, 0, limit), before: this.total - left };
  }

  getPosition(order: OfferOrder, seq: number): Position {
    const [part] = this.parts;
    const figures = new Float64Array(1);
    const row = part?.table.findRow(seq) ?? -1;
    if (part && row >= 0) order.keys[0]?.(part).read(Uint32Array.of(row), figures);
    return { figure: figures[0] ?? 0, seq };
  }

  /** Offers may change between portions: the order is that of the start. */
  *iterateOffers(order: OfferOrder, after: Position | null = null): Generator<{ offers: OfferRow[]; last: Position }> {
    const all = this.#arrange(order);
    const arranged = (after ? all.map((part) => skipUpTo(part, this.#getTable(), after, order)) : all).map(storeKeys);
    const total = arranged.reduce((sum, { rows }) => sum + rows.length, 0);
    for (let from = 0; from < total; from += rowsPerPortion) {
      const portion = selectRows(arranged, from, from + rowsPerPortion);
      const figures = new Float64Array(portion.length);
      arranged[0]?.keys[0]?.read(
        Uint32Array.from(portion, ({ row }) => row),
        figures,
      );
      const offers = this.#toOffers(portion);
      for (let at = 0; at < offers.length; at += rowsPerStep) {
        const end = Math.min(at + rowsPerStep, offers.length);
        const last = { figure: figures[end - 1] ?? 0, seq: offers[end - 1]?.seq ?? 0 };
        yield { offers: offers.slice(at, end), last };
      }
    }
  }

  #getTable(): OfferTable {
    const [part, ...rest] = this.parts;
    if (!part || rest.length > 0) throw new Error('A position is in the order of one table.');
    return part.table;
  }

  #readOffers(arranged: readonly KeyedRows[], from: number, to: number): OfferRow[] {
    return this.#toOffers(selectRows(arranged, from, to));
  }

  #toOffers(selected: readonly SelectedRow[]): OfferRow[] {
    return selected.flatMap(({ table, row }) => {
      const part = this.parts[table];
      return part ? readOffer(part.table, row) : [];
    });
  }

  #listRows({ set }: SelectionPart): Uint32Array {
    const rows = this.#rows.get(set) ?? listRows(set);
    this.#rows.set(set, rows);
    return rows;
  }

  #arrange({ keys, isNewestFirst }: OfferOrder): KeyedRows[] {
    return this.parts.map((part) => {
      const rows = this.#listRows(part);
      return { rows: isNewestFirst ? rows : rows.slice().reverse(), keys: keys.map((prepareKey) => prepareKey(part)) };
    });
  }

  #countCodes(part: SelectionPart): ReadonlyMap<CodedColumn<unknown>, Uint32Array> {
    const { table, set } = part;
    const counted = this.#counts.get(table);
    if (counted) return counted;
    const { names, details, places, states, rowCount } = table;
    const byName = new Uint32Array(names.values.length);
    const byDetails = new Uint32Array(details.values.length);
    const byPlace = new Uint32Array(places.values.length);
    const byState = new Uint32Array(states.values.length);
    // The rows that were not found are counted if they are fewer, and subtracted from all.
    const isMajority = countRows(set) > rowCount / 2;
    const rows = isMajority ? listRows(exclude(createFullSet(rowCount), set)) : this.#listRows(part);
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at] ?? 0;
      addOne(byName, names.codes[row] ?? 0);
      addOne(byDetails, details.codes[row] ?? 0);
      addOne(byPlace, places.codes[row] ?? 0);
      addOne(byState, states.codes[row] ?? 0);
    }
    const toCounts = ({ rowCounts }: CodedColumn<unknown>, counts: Uint32Array): Uint32Array =>
      isMajority ? counts.map((count, code) => (rowCounts[code] ?? 0) - count) : counts;
    const counts = new Map<CodedColumn<unknown>, Uint32Array>([
      [names, toCounts(names, byName)],
      [details, toCounts(details, byDetails)],
      [places, toCounts(places, byPlace)],
      [states, toCounts(states, byState)],
    ]);
    this.#counts.set(table, counts);
    return counts;
  }

  #countValues<Value, Property>(
    getColumn: (table: OfferTable) => CodedColumn<Value>,
    getProperty: (value: Value) => Property | null,
  ): Map<Property, number> {
    const counts = new Map<Property, number>();
    for (const part of this.parts) {
      const column = getColumn(part.table);
      // Entries of an iterator would be a third of the garbage of a search.
      this.#countCodes(part)
        .get(column)
        ?.forEach((count, code) => {
          const value = count > 0 ? column.values[code] : undefined;
          const property = value === undefined ? null : getProperty(value);
          if (property !== null) counts.set(property, (counts.get(property) ?? 0) + count);
        });
    }
    return counts;
  }

  ofKinds(kinds: readonly OfferKind[]): OfferSelection {
    return new OfferSelection(
      this.parts.map(({ table, set }) => ({
        table,
        set: table.details.test(({ kind }) => kinds.includes(kind)).select(set),
      })),
    );
  }

  countByName = <Property>(getProperty: (name: OfferName) => Property | null): Map<Property, number> =>
    this.#countValues(({ names }) => names, getProperty);

  countByDetails = <Property>(getProperty: (details: OfferDetails) => Property | null): Map<Property, number> =>
    this.#countValues(({ details }) => details, getProperty);

  countByPlace = <Property>(getProperty: (place: OfferPlace) => Property | null): Map<Property, number> =>
    this.#countValues(({ places }) => places, getProperty);

  countByState = <Property>(getProperty: (state: OfferState) => Property | null): Map<Property, number> =>
    this.#countValues(({ states }) => states, getProperty);

  /** For each price, its number of offers and the newest of them of each table: at most `limit`. */
  groupByPrice(limit: number): Map<number, { count: number; offers: OfferRow[] }> {
    const groups = new Map<number, { count: number; offers: OfferRow[] }>();
    for (const part of this.parts) {
      const { table } = part;
      const rows = this.#listRows(part);
      const prices = new Float64Array(rows.length);
      table.createReader('price')(rows, prices);
      for (let at = 0; at < rows.length; at += 1) {
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

function addOne(counts: Uint32Array, code: number): void {
  counts[code] = (counts[code] ?? 0) + 1;
}

/** The rows behind a position: with a higher figure, or with the same one and behind its number. */
function skipUpTo(
  { rows, keys }: KeyedRows,
  { seqs }: OfferTable,
  { figure, seq }: Position,
  { isNewestFirst }: OfferOrder,
): KeyedRows {
  const figures = new Float64Array(rows.length);
  keys[0]?.read(rows, figures);
  const behind = new Uint32Array(rows.length);
  let count = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    const [ofRow, numbered] = [figures[at] ?? 0, seqs[row] ?? 0];
    if (ofRow > figure || (ofRow === figure && (isNewestFirst ? numbered < seq : numbered > seq)))
      behind[count++] = row;
  }
  return { rows: behind.subarray(0, count), keys };
}

function storeKeys({ rows, keys }: KeyedRows): KeyedRows {
  const rowCount = rows.reduce((most, row) => Math.max(most, row + 1), 0);
  return {
    rows,
    keys: keys.map((key): RowKey => {
      const stored = new Float64Array(rowCount);
      const figures = new Float64Array(rows.length);
      key.read(rows, figures);
      for (let at = 0; at < rows.length; at += 1) stored[rows[at] ?? 0] = figures[at] ?? 0;
      return {
        ...key,
        read: (some, read) => {
          for (let at = 0; at < some.length; at += 1) read[at] = stored[some[at] ?? 0] ?? 0;
        },
      };
    }),
  };
}

const readOffer = (table: OfferTable, row: number): OfferRow => ({
  kind: table.details.get(row).kind,
  seq: table.seqs[row] ?? 0,
  price: table.getFigure('price', row),
  createdAt: table.getFigure('createdAt', row),
  place: table.places.get(row).id,
});
