/** The filters and sort orders of lists of offers, and the SQL query that they become (`bounded-search.server.ts`). */

import type { BodyStyle, VehicleCondition } from '~db/enums';

/** One value, or several alternatives. */
export type OneOrMore<Value> = Value | readonly Value[];

/** Sort orders of all lists. Offers without the figure come last in either direction. */
export const offerSorts = [
  'newest',
  'price',
  '-price',
  'kilometres',
  '-kilometres',
  'year',
  '-year',
  'mileage',
  '-mileage',
  // Nearest first, newest first within a place; newest first without a filter on a place.
  'distance',
] as const;
export type OfferSort = (typeof offerSorts)[number];

/** `relevance`: best match first, which is the default of a search; newest first without a query. */
export const listSorts = ['relevance', ...offerSorts] as const;
export type ListSort = (typeof listSorts)[number];

/** Distances from a city in kilometres, as options of a filter. */
export const distanceOptions = [25, 50, 100] as const;

/**
 * Filters that vehicles and listings share; all are optional. Ranges include both ends and exclude offers without the
 * figure.
 */
export type OfferFilters = {
  condition?: OneOrMore<VehicleCondition>;
  /** Name of a brand, in any case. */
  brand?: OneOrMore<string>;
  bodyStyle?: OneOrMore<BodyStyle>;
  /** Whole rupees. */
  minPrice?: number;
  maxPrice?: number;
  /** Model year; new vehicles have none. */
  minYear?: number;
  maxYear?: number;
  /** Whether new vehicles, which have no year, match `minYear`. */
  orNew?: boolean;
  maxKilometres?: number;
  minCc?: number;
  maxCc?: number;
  /** Kilometres per litre. */
  minMileage?: number;
  /** Kilometres per charge. */
  minRange?: number;
  /** Millimetres. */
  maxSeatHeight?: number;
  /** Kerb weight in kilograms. */
  maxWeight?: number;
  /** Number of owners so far; new vehicles have none. */
  maxOwners?: number;
  transmission?: 'automatic' | 'manual';
  /** Timestamp. */
  postedSince?: string;
  /** Whether to exclude offers without a photo, which are shown as drawings. */
  withPhoto?: boolean;
  /** Places of the offer by id, each with its distance in whole kilometres. */
  near?: ReadonlyMap<string, number>;
  /** Search query as typed. The other filters take precedence over the same filter in it. */
  q?: string;
  /** Full-text query. */
  fts?: string;
  /** Full-text query of offers to exclude. */
  without?: string;
};

/** Maximum numbers of rows that a search examines; see `bounded-search.server.ts`. */
export type Bounds = {
  /** Rows counted or returned. */
  maxRows: number;
  /** Rows scanned along an index when no filter is selective. */
  maxScanned: number;
  /** Full-text matches of a search without filters, newest first. */
  maxMatches: number;
  /** Full-text matches of a search with filters or another order. */
  maxFilteredMatches: number;
};

/** Values of the named parameters of a query. */
export type Values = Record<string, string | number>;

export type Filter = {
  /** SQL condition with named parameters. */
  sql: string;
  /** Index that finds the rows; absent if it can only filter rows that another index finds. */
  index?: string;
  /** Whether the index returns the rows of one value newest first. */
  isChronological: boolean;
  /** Indexes that return the rows of one value in another order, by the index of that order. */
  orderedIndexes?: Readonly<Partial<Record<string, string>>>;
  /** Number of matching rows, if a counter is maintained. */
  count?: number;
  /** Whether nearly all rows match, so that the filter does not raise the number of rows to examine. */
  isBroad?: boolean;
  /**
   * How a full-text search applies the filter: `AND` another full-text query, which all rows of the filter match and few
   * others; or `NOT` a query, which exactly the other rows match.
   */
  fts?: { operator: 'AND' | 'NOT'; query: string };
};

export type Order = {
  /** The ORDER BY clause. */
  by: string;
  /** Index in this order. */
  index: string;
  /** Column that precedes `seq` in the index; absent for the chronological order. */
  first?: {
    column: string;
    isDescending: boolean;
    /** Whether the column may be NULL, which sorts last in either direction. */
    isNullable?: boolean;
    /** Names of the parameters of a range filter on the column. */
    between?: readonly [from: string, to: string];
  };
};

/** Full-text indexes, which contain the visible rows of their table only. */
export const ftsTables = ['vehicle_documents', 'bike_documents', 'scooter_documents'] as const;
export type FtsTable = (typeof ftsTables)[number];

export type SearchableTable = {
  /** Table with its alias. */
  from: string;
  seq: string;
  /** Column of the chronological order: `seq`, or a column in which outdated rows have lower numbers. */
  position: string;
  /** Condition of all results; identical to the condition of the partial indexes, as SQLite requires. */
  visible: string;
  newest: Order;
  documents: FtsTable;
  /**
   * Index that finds full-text matches by `seq` among the rows of `where`, and contains most columns of filters and the
   * facts of a row.
   */
  facts?: { index: string; where: string };
  /** SQL expressions of `RankedValues`. */
  ranked: readonly string[];
};

/** Columns of a `RankedRow`. */
export type RankedValues = [
  name: string,
  brand: string,
  isUnavailable: 0 | 1,
  isBehind: 0 | 1,
  isModel: 0 | 1,
  bodyStyle: BodyStyle,
];

/** A query for rows of a table. */
export type SearchQuery = {
  table: SearchableTable;
  filters: readonly Filter[];
  values: Values;
  order: Order;
  /** Full-text query, when iterating over all rows. */
  fts?: string;
  /** The rows to search, as the full-text search found them. */
  matches?: Matches;
  /** Number of visible rows, if a counter is maintained. */
  tableCount?: number;
};

/** Converts the filter `column = @value` to one for any of several values, bound as a JSON array. */
const createAnyValueFilter = ({ orderedIndexes: _orderedIndexes, count: _count, ...filter }: Filter): Filter => ({
  ...filter,
  sql: filter.sql.replace(/= (@\w+)$/, 'IN (SELECT value FROM json_each($1))'),
  isChronological: false,
});

/**
 * Creates the filter `column = @name` with its value. Several values are alternatives; without any there is no filter.
 *
 * @param countValue returns the number of rows with a value, if a counter is maintained
 */
export function createValueFilter<Value extends string>(
  name: string,
  filter: Filter,
  requested: OneOrMore<Value> | undefined,
  countValue?: (value: Value) => number,
): { filters: Filter[]; values: Values } {
  const all = requested === undefined ? [] : typeof requested === 'string' ? [requested] : [...new Set(requested)];
  const [first] = all;
  if (first === undefined) return { filters: [], values: {} };
  if (all.length > 1) return { filters: [createAnyValueFilter(filter)], values: { [name]: JSON.stringify(all) } };
  return { filters: [countValue ? { ...filter, count: countValue(first) } : filter], values: { [name]: first } };
}

/**
 * Creates the filter that excludes the offers that a full-text query matches. As SQL it lists them from the oldest row
 * that is examined, `@oldest`, which the plan of a query raises: all those of a common name are tens of thousands.
 */
export const createExclusionFilter = (
  { seq, documents }: Pick<SearchableTable, 'seq' | 'documents'>,
  without: string | undefined,
): { filters: Filter[]; values: Values } => {
  if (without === undefined) return { filters: [], values: {} };
  const sql = `${seq} NOT IN (SELECT rowid FROM ${documents} WHERE ${documents} MATCH @without AND rowid >= @oldest)`;
  return {
    filters: [{ sql, isChronological: false, fts: { operator: 'NOT', query: without } }],
    values: { without, oldest: 0 },
  };
};

/** Key in `near` that includes offers without a known place, of which the full-text query examines the address. */
export const unknownPlaceKey = '';

/** Creates the filter on places, with the values that it and the order by distance need. */
export function createPlaceFilter(
  filter: Filter,
  near: ReadonlyMap<string, number> | undefined,
): { filters: Filter[]; values: Values } {
  if (near === undefined) return { filters: [], values: {} };
  const nearby = JSON.stringify(Object.fromEntries(near));
  if (near.has(unknownPlaceKey)) {
    const { index: _index, sql, ...rest } = createAnyValueFilter(filter);
    const orUnknown = { ...rest, sql: `(${sql} OR ${sql.split(' ')[0]} IS NULL)`, isChronological: false };
    return { filters: [orUnknown], values: { place: JSON.stringify([...near.keys()]), nearby } };
  }
  const { filters, values } = createValueFilter('place', filter, [...near.keys()]);
  return { filters, values: { ...values, nearby } };
}

/** A filter on a figure, with the parameters of its ends. */
type RangeFilter = { min?: string; max?: string; filter: Filter };

const maxValue = Number.MAX_SAFE_INTEGER;

/** Creates the filters on figures of which at least one end is set, with both ends of each. */
export function createRangeFilters(
  ranges: readonly RangeFilter[],
  ends: Readonly<Record<string, unknown>>,
): { filters: Filter[]; values: Values } {
  const used = ranges.filter(({ min = '', max = '' }) => ends[min] !== undefined || ends[max] !== undefined);
  return {
    filters: used.map(({ filter }) => filter),
    values: Object.fromEntries(
      used.flatMap(({ min, max }) => [
        ...(min === undefined ? [] : [[min, Number(ends[min] ?? 0)]]),
        ...(max === undefined ? [] : [[max, Number(ends[max] ?? maxValue)]]),
      ]),
    ),
  };
}

/** Sequence numbers of the newest matches, and whether there are further ones. */
export type Matches = { seqs: readonly number[]; isTruncated: boolean };

type SortColumn = NonNullable<Order['first']>;

/** Creates the ascending and the descending order of a column along an index. NULLs come last in both. */
export function createColumnOrders(
  seq: string,
  index: string,
  { column, isNullable = false, between }: Omit<SortColumn, 'isDescending'>,
): { ascending: Order; descending: Order } {
  const first = { column, isNullable, ...(between && { between }) };
  return {
    ascending: {
      by: `${column}${isNullable ? ' NULLS LAST' : ''}, ${seq}`,
      index,
      first: { ...first, isDescending: false },
    },
    descending: { by: `${column} DESC, ${seq} DESC`, index, first: { ...first, isDescending: true } },
  };
}

/**
 * Creates the order by distance, nearest first. Distances are looked up in the values of `createPlaceFilter`.
 *
 * @param place column of the place's id
 */
export function createNearestOrder(seq: string, place: string, index: string): Order {
  const nearness = `-json_extract(@nearby, '$."' || ${place} || '"')`;
  return { by: `${nearness} DESC, ${seq} DESC`, index, first: { column: nearness, isDescending: true } };
}
