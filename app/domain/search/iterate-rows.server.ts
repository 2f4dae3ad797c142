/** Iterates over all rows of a query, however many, in short synchronous steps (docs/api.md, "Lists"). */

import type { Database } from '~db/connection';
import {
  countFilters,
  createIndexHint,
  createStatementCache,
  joinConditions,
  numberStatements,
} from './bounded-search.server';
import type { Bounds, SearchQuery, Values } from './search-query';

/** Rows examined in one step, which takes at most three milliseconds including reading them in full. */
const rowsPerStep = 250;

/** Full-text matches read in one step. */
const matchesPerStep = 5_000;

/** An examined row: `key` is the value of the sort column, `isMatch` whether it meets all filters. */
type ScannedRow = { seq: number; key: number | null; isMatch: 0 | 1 };
const scanStatements = createStatementCache<ScannedRow>('object');

/** A scan along an index by keyset pagination: `where` selects the rows after `@key` and `@last`. */
type IndexScan = {
  index: string;
  where: string;
  order: string;
  start: { key: number; last: number };
  /** Whether a key is past the end of the scan. */
  isPastEnd: (key: number) => boolean;
};

const maxValue = Number.MAX_SAFE_INTEGER;
const never = () => false;

/** Plans the scans that together return all rows in the order of the query. */
function planScans(db: Database, query: SearchQuery, bounds: Bounds): IndexScan[] {
  const { table, order, values } = query;
  const { first } = order;
  if (!first) {
    // The most selective filter with a chronological index drives the scan; the others are evaluated row by row.
    const driving = countFilters(db, query, bounds).find(({ filter }) => filter.isChronological)?.filter;
    return [
      {
        index: driving ? driving.index : table.newest.index,
        where: joinConditions(...(driving ? [driving.sql] : []), `${table.position} < @key`),
        order: table.newest.by,
        start: { key: maxValue, last: maxValue },
        isPastEnd: never,
      },
    ];
  }
  const { column, isDescending, isNullable, between } = first;
  const from = Number((between && values[between[0]]) ?? -maxValue);
  const to = Number((between && values[between[1]]) ?? maxValue);
  const sign = isDescending ? '<' : '>';
  const start = isDescending ? { key: to, last: maxValue } : { key: from, last: 0 };
  const withValue: IndexScan = {
    index: order.index,
    where: `(${column}, ${table.seq}) ${sign} (@key, @last)`,
    order: order.by,
    start,
    isPastEnd: isDescending ? (key) => key < from : (key) => key > to,
  };
  if (!isNullable || between?.some((name) => values[name] !== undefined)) return [withValue];
  const withoutValue: IndexScan = {
    index: order.index,
    where: `${column} IS NULL AND ${table.seq} ${sign} @last`,
    order: `${table.seq}${isDescending ? ' DESC' : ''}`,
    start,
    isPastEnd: never,
  };
  return [withValue, withoutValue];
}

/** Yields the matching rows of a scan, one step at a time. @param filter the SQL condition of all filters */
function* runScan(
  db: Database,
  { table, order }: SearchQuery,
  scan: IndexScan,
  filter: string,
  values: Values,
): Generator<number[]> {
  const statement = scanStatements(db)(
    `SELECT ${table.seq} AS seq, ${order.first?.column ?? table.position} AS key, ${filter} AS isMatch
       FROM ${table.from} ${createIndexHint(scan.index)} WHERE ${joinConditions(table.visible, scan.where)}
      ORDER BY ${scan.order} LIMIT ${rowsPerStep}`,
  );
  let { key, last } = scan.start;
  for (;;) {
    const rows = statement.all({ ...values, key, last });
    const end = rows.findIndex((row) => scan.isPastEnd(row.key ?? 0));
    const within = end < 0 ? rows : rows.slice(0, end);
    yield within.flatMap(({ seq, isMatch }) => (isMatch === 1 ? seq : []));
    const lastRow = within.at(-1);
    if (rows.length < rowsPerStep || end >= 0 || !lastRow) return;
    key = lastRow.key ?? 0;
    last = lastRow.seq;
  }
}

/** Set of integers from 0, as a bitmap: a million of them take 125 KB. */
class BitSet {
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

/** Yields all full-text matches, newest first, one step at a time. */
function* iterateMatches(db: Database, { documents }: SearchQuery['table'], fts: string): Generator<number[]> {
  const statement = numberStatements(db)(
    `SELECT rowid FROM ${documents} WHERE ${documents} MATCH @fts AND rowid < @last
      ORDER BY rowid DESC LIMIT ${matchesPerStep}`,
  );
  let last = maxValue;
  for (;;) {
    const seqs = statement.all({ fts, last });
    yield seqs;
    if (seqs.length < matchesPerStep) return;
    last = seqs.at(-1) ?? 0;
  }
}

/** Returns those of some rows that meet a condition, in the order of the query. */
function findFilteredRows(
  db: Database,
  { table, order }: SearchQuery,
  seqs: readonly number[],
  filter: string,
  values: Values,
): number[] {
  return numberStatements(db)(
    `SELECT ${table.seq} FROM json_each(@seqs) listed CROSS JOIN ${table.from} ON ${table.seq} = listed.value
      WHERE ${joinConditions(table.visible, filter)} ORDER BY ${order.by}`,
  ).all({ ...values, seqs: JSON.stringify(seqs) });
}

/**
 * Yields the sequence numbers of all matching rows in their order, in short steps between which other work can run.
 * Only the position is kept between steps: a row that is changed in between appears in its old or its new state, and
 * one whose place in the order changes may appear twice or not at all. A result below `maxRows` is read at once, in one
 * state.
 *
 * @returns the rows of each step, of which there may be none
 */
export function* iterateRows(db: Database, query: SearchQuery, bounds: Bounds): Generator<number[]> {
  const { table, filters, order, values, fts } = query;
  const filter = filters.length > 0 ? joinConditions(...filters.map(({ sql }) => sql)) : '1';
  let isMatch = (_seq: number): boolean => true;
  if (fts !== undefined) {
    const matches = new BitSet();
    let count = 0;
    let first: number[] = [];
    for (const seqs of iterateMatches(db, table, fts)) {
      if (count === 0) first = seqs;
      count += seqs.length;
      for (const seq of seqs) matches.add(seq);
      if (seqs.length === matchesPerStep) yield [];
    }
    if (count === 0) return;
    if (count === first.length && count < bounds.maxRows) {
      const seqs = findFilteredRows(db, query, first, filter, values);
      for (let at = 0; at < seqs.length; at += rowsPerStep) yield seqs.slice(at, at + rowsPerStep);
      return;
    }
    isMatch = matches.has;
  }
  const [narrowest] = countFilters(db, query, bounds);
  if (narrowest && narrowest.count < bounds.maxRows) {
    const seqs = numberStatements(db)(
      `SELECT ${table.seq} FROM ${table.from} ${createIndexHint(narrowest.filter.index)}
        WHERE ${joinConditions(table.visible, filter)} ORDER BY ${order.by}`,
    )
      .all(values)
      .filter(isMatch);
    for (let at = 0; at < seqs.length; at += rowsPerStep) yield seqs.slice(at, at + rowsPerStep);
    return;
  }
  for (const scan of planScans(db, query, bounds)) {
    for (const seqs of runScan(db, query, scan, filter, values)) yield seqs.filter(isMatch);
  }
}
