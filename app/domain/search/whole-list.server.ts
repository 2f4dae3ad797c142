import type { Database } from '~db/connection';
import { and, by, byText, numbers, sizedFilters } from './bounded-search.server';
import type { Bounds, SearchQuery, Values } from './search-query';

/**
 * Rows examined between two pauses: at most about three milliseconds of work, including reading them in full. This also
 * keeps the search for a rare combination of filters in short steps.
 */
const window = 250;

/** Matches of a search by words that are read between two pauses. */
const matchWindow = 5_000;

/** An examined row: `key` is the value of the sort column, `wanted` whether it passes every filter. */
type Looked = { seq: number; key: number | null; wanted: number };
const looks = byText<Looked>('object');

/** A scan along an index: the rows after `@key` and `@last` in its order. */
type RowRange = {
  index: string;
  where: string;
  order: string;
  start: { key: number; last: number };
  /** Ends the scan at the first row whose key is out of range. */
  isBeyond: (key: number) => boolean;
};

const largest = Number.MAX_SAFE_INTEGER;
const never = () => false;

/** The scans that together return the whole list in its order, each along an index with that order. */
function rangesOf(db: Database, query: SearchQuery, bounds: Bounds): RowRange[] {
  const { table, order, values } = query;
  const { first } = order;
  if (!first) {
    // Drives the scan with the most selective filter whose index is chronological; the others are evaluated row by row.
    const leading = sizedFilters(db, query, bounds).find(({ filter }) => filter.inOrder)?.filter;
    return [
      {
        index: leading ? leading.index : table.newest.index,
        where: and(...(leading ? [leading.sql] : []), `${table.position} < @key`),
        order: table.newest.by,
        start: { key: largest, last: largest },
        isBeyond: never,
      },
    ];
  }
  const { column, isDescending, isNullable, between } = first;
  const from = Number((between && values[between[0]]) ?? -largest);
  const to = Number((between && values[between[1]]) ?? largest);
  const sign = isDescending ? '<' : '>';
  const start = isDescending ? { key: to, last: largest } : { key: from, last: 0 };
  const known: RowRange = {
    index: order.index,
    where: `(${column}, ${table.seq}) ${sign} (@key, @last)`,
    order: order.by,
    start,
    isBeyond: isDescending ? (key) => key < from : (key) => key > to,
  };
  if (!isNullable || between?.some((name) => values[name] !== undefined)) return [known];
  const unknown: RowRange = {
    index: order.index,
    where: `${column} IS NULL AND ${table.seq} ${sign} @last`,
    order: `${table.seq}${isDescending ? ' DESC' : ''}`,
    start,
    isBeyond: never,
  };
  return [known, unknown];
}

function* walk(db: Database, { table, order }: SearchQuery, range: RowRange, wanted: string, values: Values) {
  const statement = looks(db)(
    `SELECT ${table.seq} AS seq, ${order.first?.column ?? table.position} AS key, ${wanted} AS wanted
       FROM ${table.from} ${by(range.index)} WHERE ${and(table.visible, range.where)}
      ORDER BY ${range.order} LIMIT ${window}`,
  );
  let { key, last } = range.start;
  for (;;) {
    const rows = statement.all({ ...values, key, last });
    const end = rows.findIndex((row) => range.isBeyond(row.key ?? 0));
    const within = end < 0 ? rows : rows.slice(0, end);
    yield within.flatMap(({ seq, wanted: isWanted }) => (isWanted === 1 ? seq : []));
    const lastRow = within.at(-1);
    if (rows.length < window || end >= 0 || !lastRow) return;
    key = lastRow.key ?? 0;
    last = lastRow.seq;
  }
}

/** Numbers from 0, one bit each: those of a million rows take 125 KB. */
class NumberSet {
  #bits = new Uint32Array(1024);

  add(number: number): void {
    const at = number >>> 5;
    if (at >= this.#bits.length) {
      const longer = new Uint32Array(Math.max(at + 1, 2 * this.#bits.length));
      longer.set(this.#bits);
      this.#bits = longer;
    }
    this.#bits[at] = (this.#bits[at] ?? 0) | (1 << (number & 31));
  }

  has = (number: number): boolean => (((this.#bits[number >>> 5] ?? 0) >>> (number & 31)) & 1) === 1;
}

/** All rows whose documents match, the newest first, in portions. */
function* everyMatch(db: Database, { documents }: SearchQuery['table'], match: string): Generator<number[]> {
  const statement = numbers(db)(
    `SELECT rowid FROM ${documents} WHERE ${documents} MATCH @match AND rowid < @last
      ORDER BY rowid DESC LIMIT ${matchWindow}`,
  );
  let last = largest;
  for (;;) {
    const seqs = statement.all({ match, last });
    yield seqs;
    if (seqs.length < matchWindow) return;
    last = seqs.at(-1) ?? 0;
  }
}

/** The rows among these that meet a condition, in the order of the query. */
function rowsAmong(
  db: Database,
  { table, order }: SearchQuery,
  seqs: readonly number[],
  wanted: string,
  values: Values,
) {
  return numbers(db)(
    `SELECT ${table.seq} FROM json_each(@among) among CROSS JOIN ${table.from} ON ${table.seq} = among.value
      WHERE ${and(table.visible, wanted)} ORDER BY ${order.by}`,
  ).all({ ...values, among: JSON.stringify(seqs) });
}

/**
 * Yields the sequence number (`seq`) of every matching row, in short synchronous portions with room for other work
 * between them. Only the position is held between portions, so a row that changes meanwhile may appear in its old or
 * its new state: one that moved in the order meanwhile may appear twice or not at all. A small result is found at once and reflects one state.
 *
 * @param bounds `counted` is the largest result that counts as small
 * @returns portions of rows; a portion may be empty
 */
export function* everyRow(db: Database, query: SearchQuery, bounds: Bounds): Generator<number[]> {
  const { table, filters, order, values, match } = query;
  const wanted = filters.length > 0 ? and(...filters.map(({ sql }) => sql)) : '1';
  let isMatch = (_seq: number): boolean => true;
  if (match !== undefined) {
    const found = new NumberSet();
    let count = 0;
    let first: number[] = [];
    for (const seqs of everyMatch(db, table, match)) {
      if (count === 0) first = seqs;
      count += seqs.length;
      for (const seq of seqs) found.add(seq);
      if (seqs.length === matchWindow) yield [];
    }
    if (count === 0) return;
    if (count === first.length && count < bounds.counted) {
      const seqs = rowsAmong(db, query, first, wanted, values);
      for (let at = 0; at < seqs.length; at += window) yield seqs.slice(at, at + window);
      return;
    }
    isMatch = found.has;
  }
  const [narrowest] = sizedFilters(db, query, bounds);
  if (narrowest && narrowest.size < bounds.counted) {
    const seqs = numbers(db)(
      `SELECT ${table.seq} FROM ${table.from} ${by(narrowest.filter.index)}
        WHERE ${and(table.visible, wanted)} ORDER BY ${order.by}`,
    )
      .all(values)
      .filter(isMatch);
    for (let at = 0; at < seqs.length; at += window) yield seqs.slice(at, at + window);
    return;
  }
  for (const range of rangesOf(db, query, bounds)) {
    for (const seqs of walk(db, query, range, wanted, values)) yield seqs.filter(isMatch);
  }
}
