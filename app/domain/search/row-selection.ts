/** A row with a lower figure comes first. */
export type RowKey = {
  /** Writes a figure for each of some rows, never NaN. */
  read: (rows: Uint32Array, figures: Float64Array) => void;
  lowest?: number;
  /** Whether the figures of a table ascend in the order of ties. */
  isSorted?: boolean;
};

export type KeyedRows = {
  rows: Uint32Array;
  keys: readonly RowKey[];
  figures?: Float64Array;
};

export type SelectedRow = { table: number; row: number };

const maxSorted = 500;
const maxProbed = 4_096;
const maxSampled = 1_024;
/** Number of ranges of figures. The last has the rows without a figure, whose key is infinite. */
const rangeCount = 4_096;

/** The time grows linearly with the rows, wherever the page is. Rows of the first table come first among ties. */
export function selectRows(tables: readonly KeyedRows[], from: number, to: number): SelectedRow[] {
  const total = countRows(tables);
  const [start, end] = [Math.max(0, from), Math.min(to, total)];
  if (start >= end) return [];
  if (tables.every(({ keys }) => keys.length === 0)) return listBetween(tables, start, end);
  if (total <= maxSorted) return sortRows(tables).slice(start, end);
  const isCut = ({ rows }: KeyedRows): boolean => rows.length > end;
  if (tables.some(isCut) && tables.filter(isCut).every(({ keys }) => keys.length === 1 && isInOrder(keys))) {
    // A row after the first ones of its table, as many as the page and those before it, is not on the page.
    const candidates = tables.map(({ rows, keys }) => ({ rows: rows.subarray(0, end), keys }));
    return selectRows(candidates, start, end);
  }
  const isSortedBehind = tables.every(({ keys: [, ...minorKeys] }) => isInOrder(minorKeys));
  const lowest = isSortedBehind ? findLowest(tables, end) : null;
  if (lowest) return selectRows(lowest, start, end);
  const read = readFirstKeys(tables, total);
  const first = findFirst(read, end, total);
  if (first) return selectRows(first, start, end);
  const { min, max, hasInfinite } = findEnds(read);
  if (min === max && !hasInfinite) return selectRows(tables.map(withoutFirstKey), start, end);
  // Often the whole page has the lowest figure, so that nothing has to be counted.
  const ties = read.map((table) => findTies(table, min, isSortedBehind ? end : table.rows.length));
  if (countRows(ties) >= end) return selectRows(ties, start, end);
  const counted = read.map((table) => ({ ...table, ...countRanges(table.figures, min, max) }));
  const counts = new Uint32Array(rangeCount);
  for (const ofTable of counted) {
    for (let range = 0; range < rangeCount; range += 1)
      counts[range] = (counts[range] ?? 0) + (ofTable.counts[range] ?? 0);
  }
  // The ranges that contain the page, and the number of rows before the first of them.
  let [foremost, before] = [0, 0];
  while (before + (counts[foremost] ?? 0) <= start) before += counts[foremost++] ?? 0;
  let [behind, after] = [foremost, before];
  while (after < end) after += counts[behind++] ?? 0;
  const groups = counted.map((table) => groupRows(table, foremost, behind));
  const selected: SelectedRow[] = [];
  for (let range = foremost, position = before; range < behind; range += 1) {
    const count = counts[range] ?? 0;
    if (count === 0) continue;
    const members = groups.map(({ rows, figures, starts, keys }) => {
      const ends = [starts[range - foremost], starts[range - foremost + 1]] as const;
      return { rows: rows.subarray(...ends), figures: figures.subarray(...ends), keys };
    });
    for (const row of selectRows(members, start - position, end - position)) selected.push(row);
    position += count;
  }
  return selected;
}

const countRows = (tables: readonly KeyedRows[]): number => tables.reduce((sum, { rows }) => sum + rows.length, 0);

const isInOrder = ([key, ...others]: readonly RowKey[]): boolean =>
  key === undefined || (key.isSorted === true && others.length === 0);

/** Null if there may be others after the rows that were looked at. */
function findLowest(tables: readonly KeyedRows[], most: number): KeyedRows[] | null {
  const figures = tables.map(({ keys: [key] }) => key?.lowest ?? Number.NEGATIVE_INFINITY);
  const lowest = Math.min(...figures);
  if (lowest === Number.NEGATIVE_INFINITY) return null;
  const probes = tables.map(({ rows, keys, figures: read }) => ({
    rows: rows.subarray(0, maxProbed),
    keys,
    figures: read?.subarray(0, maxProbed),
  }));
  const ties = readFirstKeys(probes, countRows(probes)).map((table) => findTies(table, lowest, most));
  const isComplete = (table: KeyedRows, at: number): boolean =>
    (figures[at] ?? lowest) > lowest || table.rows.length === most || (tables[at]?.rows.length ?? 0) <= maxProbed;
  return countRows(ties) >= most && ties.every(isComplete) ? ties : null;
}

/** Null if they are too few, or no small part of all. */
function findFirst(tables: readonly Required<KeyedRows>[], needed: number, total: number): KeyedRows[] | null {
  const step = Math.ceil(total / maxSampled);
  const sample: number[] = [];
  for (const { figures } of tables) for (let at = 0; at < figures.length; at += step) sample.push(figures[at] ?? 0);
  const bound = Float64Array.from(sample).sort()[Math.ceil(needed / step) + 8];
  if (bound === undefined) return null;
  const first = tables.map((table) => findUpTo(table, bound));
  const count = countRows(first);
  return count >= needed && count < total / 2 ? first : null;
}

function findUpTo({ rows, keys, figures }: Required<KeyedRows>, most: number): KeyedRows {
  const rowsUpTo = new Uint32Array(rows.length);
  let count = 0;
  for (let at = 0; at < rows.length; at += 1) {
    if ((figures[at] ?? 0) <= most) rowsUpTo[count++] = rows[at] ?? 0;
  }
  return { rows: rowsUpTo.subarray(0, count), keys };
}

function findTies({ rows, keys, figures }: Required<KeyedRows>, figure: number, most: number): KeyedRows {
  const ties = new Uint32Array(Math.min(rows.length, most));
  let count = 0;
  for (let at = 0; at < rows.length && count < ties.length; at += 1) {
    if (figures[at] === figure) ties[count++] = rows[at] ?? 0;
  }
  return { rows: ties.subarray(0, count), keys: keys.slice(1) };
}

/** The figures of all rows, of which there may be millions, are written to the same place by each selection. */
let scratch = new Float64Array(0);

function readFirstKeys(tables: readonly KeyedRows[], total: number): Required<KeyedRows>[] {
  if (scratch.length < total) scratch = new Float64Array(Math.ceil(total * 1.25));
  let start = 0;
  return tables.map((table) => {
    if (table.figures) return { ...table, figures: table.figures };
    const figures = scratch.subarray(start, start + table.rows.length);
    start += table.rows.length;
    table.keys[0]?.read(table.rows, figures);
    return { ...table, figures };
  });
}

const withoutFirstKey = ({ rows, keys }: KeyedRows): KeyedRows => ({ rows, keys: keys.slice(1) });

function findEnds(tables: readonly { figures: Float64Array }[]): { min: number; max: number; hasInfinite: boolean } {
  const ends = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
  for (const { figures } of tables) extendEnds(ends, figures, Number.POSITIVE_INFINITY);
  const hasInfinite = ends.max === Number.POSITIVE_INFINITY && ends.min < ends.max;
  if (hasInfinite) {
    ends.max = ends.min;
    for (const { figures } of tables) extendEnds(ends, figures, Number.MAX_VALUE);
  }
  return { ...ends, hasInfinite };
}

function extendEnds(ends: { min: number; max: number }, figures: Float64Array, most: number): void {
  let { min, max } = ends;
  for (let at = 0; at < figures.length; at += 1) {
    const figure = figures[at] ?? 0;
    if (figure < min) min = figure;
    if (figure > max && figure <= most) max = figure;
  }
  ends.min = min;
  ends.max = max;
}

function countRanges(figures: Float64Array, min: number, max: number): { ranges: Uint16Array; counts: Uint32Array } {
  const scale = max > min ? (rangeCount - 2) / (max - min) : 0;
  const ranges = new Uint16Array(figures.length);
  const counts = new Uint32Array(rangeCount);
  for (let at = 0; at < figures.length; at += 1) {
    const figure = figures[at] ?? 0;
    // The scale is infinite if the ends are next to each other.
    ranges[at] = figure > max ? rangeCount - 1 : Math.min((figure - min) * scale, rangeCount - 2);
    const range = ranges[at] ?? 0;
    counts[range] = (counts[range] ?? 0) + 1;
  }
  return { ranges, counts };
}

function groupRows(
  { rows, keys, figures, ranges, counts }: Required<KeyedRows> & ReturnType<typeof countRanges>,
  first: number,
  behind: number,
): Required<KeyedRows> & { starts: Uint32Array } {
  const starts = new Uint32Array(behind - first + 1);
  for (let at = 1; at < starts.length; at += 1) starts[at] = (starts[at - 1] ?? 0) + (counts[first + at - 1] ?? 0);
  const grouped = { rows: new Uint32Array(starts.at(-1) ?? 0), figures: new Float64Array(starts.at(-1) ?? 0) };
  const ends = starts.slice();
  for (let at = 0; at < rows.length; at += 1) {
    const range = (ranges[at] ?? 0) - first;
    if (range < 0 || range >= behind - first) continue;
    const end = ends[range] ?? 0;
    grouped.rows[end] = rows[at] ?? 0;
    grouped.figures[end] = figures[at] ?? 0;
    ends[range] = end + 1;
  }
  return { ...grouped, keys, starts };
}

function listBetween(tables: readonly KeyedRows[], from: number, to: number): SelectedRow[] {
  let start = 0;
  return tables.flatMap(({ rows }, table) => {
    const selected = rows.subarray(Math.max(0, from - start), Math.max(0, to - start));
    start += rows.length;
    return Array.from(selected, (row) => ({ table, row }));
  });
}

function sortRows(tables: readonly KeyedRows[]): SelectedRow[] {
  return tables
    .flatMap(({ rows, keys }, table) => {
      const figures = keys.map((key) => {
        const values = new Float64Array(rows.length);
        key.read(rows, values);
        return values;
      });
      return Array.from(rows, (row, at) => ({ table, row, figures: figures.map((values) => values[at] ?? 0) }));
    })
    .sort((a, b) => {
      const at = a.figures.findIndex((figure, key) => figure !== b.figures[key]);
      return at < 0 ? 0 : (a.figures[at] ?? 0) < (b.figures[at] ?? 0) ? -1 : 1;
    });
}
