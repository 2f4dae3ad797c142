/** Returns a figure for each row, indexed by row: a row with a lower one comes first. */
export type SortKey = () => Float64Array;

/** Up to this number of rows are sorted directly. */
const maxSorted = 2_000;
const buckets = 4_096;

/**
 * Selects the rows from position `from` up to, but not including, `to` of a stable sort by several keys.
 *
 * Rows are counted by ranges of the first key, and only the ranges that contain the page are sorted, so that the time
 * grows linearly with the number of rows, wherever the page is and however the keys are distributed.
 *
 * @param rows in the order of ties
 * @param keys the most significant first; no figure is NaN. A key is read only if rows are equal by those before it
 */
export function selectRows(rows: Uint32Array, keys: readonly SortKey[], from: number, to: number): Uint32Array {
  const end = Math.min(to, rows.length);
  const start = Math.max(0, from);
  if (start >= end) return new Uint32Array(0);
  const [key, ...minorKeys] = keys;
  if (key === undefined) return rows.slice(start, end);
  if (rows.length <= maxSorted) return sortRows(rows, keys).slice(start, end);
  const values = key();
  let [min, max, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = 0; at < rows.length; at += 1) {
    const value = values[rows[at] ?? 0] ?? 0;
    if (value < min) min = value;
    if (value > highest) highest = value;
    if (value > max && value !== Number.POSITIVE_INFINITY) max = value;
  }
  if (min === highest) return selectRows(rows, minorKeys, start, end);
  // Rows without a figure have an infinite key: they are one range, the last.
  const scale = max > min ? (buckets - 2) / (max - min) : 0;
  const getBucket = (value: number): number =>
    value === Number.POSITIVE_INFINITY ? buckets - 1 : Math.floor((value - min) * scale);
  const counts = new Uint32Array(buckets);
  for (let at = 0; at < rows.length; at += 1) {
    const bucket = getBucket(values[rows[at] ?? 0] ?? 0);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  // The ranges that contain the page, and the number of rows before the first of them.
  let [first, before] = [0, 0];
  while (before + (counts[first] ?? 0) <= start) before += counts[first++] ?? 0;
  let [behind, after] = [first, before];
  while (after < end) after += counts[behind++] ?? 0;
  const members = new Uint32Array(after - before);
  const ends = new Uint32Array(buckets);
  for (let bucket = first, at = 0; bucket < behind; bucket += 1) {
    ends[bucket] = at;
    at += counts[bucket] ?? 0;
  }
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    const bucket = getBucket(values[row] ?? 0);
    if (bucket < first || bucket >= behind) continue;
    members[ends[bucket] ?? 0] = row;
    ends[bucket] = (ends[bucket] ?? 0) + 1;
  }
  const selected = new Uint32Array(end - start);
  let filled = 0;
  for (let bucket = first, at = 0; bucket < behind; bucket += 1) {
    const next = ends[bucket] ?? 0;
    if (next === at) continue;
    const page = selectRows(members.subarray(at, next), keys, start - before - at, end - before - at);
    selected.set(page, filled);
    filled += page.length;
    at = next;
  }
  return selected;
}

function sortRows(rows: Uint32Array, keys: readonly SortKey[]): Uint32Array {
  const columns = keys.map((key) => key());
  const order = Array.from(rows, (_, at) => at);
  order.sort((a, b) => {
    const [first, second] = [rows[a] ?? 0, rows[b] ?? 0];
    for (const column of columns) {
      const [x, y] = [column[first] ?? 0, column[second] ?? 0];
      if (x !== y) return x < y ? -1 : 1;
    }
    return a - b;
  });
  return Uint32Array.from(order, (at) => rows[at] ?? 0);
}
