import type { BodyStyle } from '~db/enums';
import type { OneOrMore } from './offer-filters';

/** How far a search reads; see `bounded-search.server.ts`. */
export type Bounds = {
  /** Maximum number of rows counted or returned. */
  counted: number;
  /** Rows examined along one index when every filter is common. */
  walked: number;
  /** Matches of a search without filters, in chronological order. */
  matches: number;
  /** Matches of any other search. */
  sifted: number;
};

export type Values = Record<string, string | number>;

export type Filter = {
  /** SQL condition with named parameters. */
  sql: string;
  /** Absent: no index has it, so it only leaves out rows that something else has found. */
  index?: string;
  /** Its index returns the rows of one value newest first. */
  inOrder: boolean;
  /** Further indexes by sort order: each returns the rows of one value in that order. */
  ordered?: Readonly<Partial<Record<string, string>>>;
  /** Number of matching rows, where a counter is maintained. */
  size?: number;
  /** Nearly every row matches, so a search need not examine more rows because of it. */
  isBroad?: boolean;
};

export type Order = {
  by: string;
  index: string;
  /** Columns that precede `seq` in the index; absent in the order of `position`. */
  first?: {
    column: string;
    isDescending: boolean;
    /** NULLs sort last, in either direction. */
    isNullable?: boolean;
    /** Names of the parameters of a range filter on the column. */
    between?: readonly [from: string, to: string];
  };
};

export type SearchableTable = {
  /** With the alias that conditions and columns use. */
  from: string;
  seq: string;
  /** Column that `newest` sorts by: `seq`, or a number of its own where old rows fall behind. */
  position: string;
  /** Condition that every result must meet; word for word the condition of the partial indexes. */
  visible: string;
  newest: Order;
  /** Full-text index over the documents of exactly the visible rows. */
  documents: string;
  /** SQL expressions of `RankedValues`. */
  ranked: readonly string[];
};

/** What offers are ranked by (`RankedRow`). */
export type RankedValues = [
  name: string,
  brand: string,
  isUnavailable: 0 | 1,
  isBehind: 0 | 1,
  isModel: 0 | 1,
  bodyStyle: BodyStyle,
];

/** A search query. */
export type SearchQuery = {
  table: SearchableTable;
  filters: readonly Filter[];
  values: Values;
  order: Order;
  /** Expression over the documents, for a whole list. */
  match?: string;
  /** Rows that the words of a search match, found before. */
  among?: Matches;
  /** Number of visible rows, where a counter is maintained. */
  inAll?: number;
};

/** The filter `column = @value` for any of several values, given as a JSON array. */
const forAnyOf = ({ ordered: _ordered, size: _size, ...filter }: Filter): Filter => ({
  ...filter,
  sql: filter.sql.replace(/= (@\w+)$/, 'IN (SELECT value FROM json_each($1))'),
  inOrder: false,
});

/**
 * The filter `column = @name` and its value. Several values are wanted alternatively, and none at all do not filter.
 *
 * @param sizeOf the number of rows with a value, where a counter is maintained
 */
export function valueFilter<Value extends string>(
  name: string,
  filter: Filter,
  wanted: OneOrMore<Value> | undefined,
  sizeOf?: (value: Value) => number,
): { filters: Filter[]; values: Values } {
  const all = wanted === undefined ? [] : typeof wanted === 'string' ? [wanted] : [...new Set(wanted)];
  const [first] = all;
  if (first === undefined) return { filters: [], values: {} };
  if (all.length > 1) return { filters: [forAnyOf(filter)], values: { [name]: JSON.stringify(all) } };
  return { filters: [sizeOf ? { ...filter, size: sizeOf(first) } : filter], values: { [name]: first } };
}

/** Key among places that takes in offers of no known place: their words decide. */
export const nowhere = '';

/** The filter on places, and the values that it and the order by distance need. */
export function placeFilter(
  filter: Filter,
  near: ReadonlyMap<string, number> | undefined,
): { filters: Filter[]; values: Values } {
  if (near === undefined) return { filters: [], values: {} };
  if (near.has(nowhere)) {
    const { index: _index, sql, ...rest } = forAnyOf(filter);
    const orNowhere = { ...rest, sql: `(${sql} OR ${sql.split(' ')[0]} IS NULL)`, inOrder: false };
    return { filters: [orNowhere], values: { place: JSON.stringify([...near.keys()]), nearby: '{}' } };
  }
  const { filters, values } = valueFilter('place', filter, [...near.keys()]);
  return { filters, values: { ...values, nearby: JSON.stringify(Object.fromEntries(near)) } };
}

/** A filter on a figure, and the names of its bounds, of which either may be absent. */
type RangeFilter = { least?: string; most?: string; filter: Filter };

const largest = Number.MAX_SAFE_INTEGER;

/** The filters on figures of which the query gives a bound, with both bounds of each. */
export function rangeFilters(
  ranges: readonly RangeFilter[],
  bounds: Readonly<Record<string, unknown>>,
): { filters: Filter[]; values: Values } {
  const given = ranges.filter(({ least = '', most = '' }) => bounds[least] !== undefined || bounds[most] !== undefined);
  return {
    filters: given.map(({ filter }) => filter),
    values: Object.fromEntries(
      given.flatMap(({ least, most }) => [
        ...(least === undefined ? [] : [[least, Number(bounds[least] ?? 0)]]),
        ...(most === undefined ? [] : [[most, Number(bounds[most] ?? largest)]]),
      ]),
    ),
  };
}

/** The newest rows that match, and whether there are more of them. */
export type Matches = { seqs: readonly number[]; isCut: boolean };

type First = NonNullable<Order['first']>;

/** The two orders by a figure, up and down, along an index. Offers without the figure come last. */
export function ordersBy(
  seq: string,
  index: string,
  { column, isNullable = false, between }: Omit<First, 'isDescending'>,
): { up: Order; down: Order } {
  const first = { column, isNullable, ...(between && { between }) };
  return {
    up: {
      by: `${column}${isNullable ? ' NULLS LAST' : ''}, ${seq}`,
      index,
      first: { ...first, isDescending: false },
    },
    down: { by: `${column} DESC, ${seq} DESC`, index, first: { ...first, isDescending: true } },
  };
}

/**
 * Nearest first: the distance is looked up in those of the few places within reach, which `placeFilter` gives.
 *
 * @param place column of the place's id
 */
export function nearestFirst(seq: string, place: string, index: string): Order {
  const nearness = `-json_extract(@nearby, '$."' || ${place} || '"')`;
  return { by: `${nearness} DESC, ${seq} DESC`, index, first: { column: nearness, isDescending: true } };
}
