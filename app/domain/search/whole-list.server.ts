import type { Database } from '~db/connection';
import {
  and,
  type Bounds,
  by,
  byText,
  numbers,
  type SearchQuery,
  sizedFilters,
  type Values,
} from './bounded-search.server';
import { searchTerm } from './search-term.server';

/**
 * Rows examined between two pauses: at most about three milliseconds of work, including reading them in full. This also
 * keeps the search for a rare combination of filters in short steps.
 */
const window = 250;

/** An examined row: `key` is the value of the sort column, `wanted` whether it passes every filter. */
type Looked = { seq: number; key: number | null; wanted: number };
const looks = byText<Looked>(false);

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
        where: and(...(leading ? [leading.sql] : []), `${table.seq} < @last`),
        order: table.newest.by,
        start: { key: 0, last: largest },
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
  return isDescending ? [known, unknown] : [unknown, known];
}

function* walk(db: Database, { table, order }: SearchQuery, range: RowRange, wanted: string, values: Values) {
  const statement = looks(db)(
    `SELECT ${table.seq} AS seq, ${order.first?.column ?? 'NULL'} AS key, ${wanted || '1'} AS wanted
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

/**
 * Yields the sequence number (`seq`) of every matching row, in short synchronous portions with room for other work
 * between them. Only the position is held between portions, so a row that changes meanwhile may appear in its old or
 * its new state: in chronological order each row appears once, in another order a row that moved may appear twice or
 * not at all. A small result is found at once and reflects one state.
 *
 * @param bounds `counted` is the largest result that counts as small
 * @returns portions of rows; a portion may be empty
 */
export function* everyRow(db: Database, query: SearchQuery, bounds: Bounds): Generator<number[]> {
  const { table, filters, order } = query;
  const term = searchTerm(query.q);
  const values = term ? { ...query.values, term: term.folded } : query.values;
  const contains = `(instr(${table.searchName}, @term) OR instr(${table.searchBrand}, @term))`;
  const wanted = and(...filters.map(({ sql }) => sql), ...(term ? [contains] : []));
  const [narrowest] = sizedFilters(db, query, bounds);
  if (narrowest && narrowest.size < bounds.counted) {
    const seqs = numbers(db)(
      `SELECT ${table.seq} FROM ${table.from} ${by(narrowest.filter.index)}
        WHERE ${and(table.visible, wanted)} ORDER BY ${order.by}`,
    ).all(values);
    for (let at = 0; at < seqs.length; at += window) yield seqs.slice(at, at + window);
    return;
  }
  for (const range of rangesOf(db, query, bounds)) yield* walk(db, query, range, wanted, values);
}
