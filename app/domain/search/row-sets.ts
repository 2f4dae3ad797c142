/**
 * Sets of the rows of a table, with a bit for each row, and tests of many rows at once. Each test has a loop of its own
 * over a typed array, which takes one to two nanoseconds for a row; calling a function for each row takes ten.
 */

/** Bit `row % 32` of number `row / 32` is set if the row is in the set. A set is not changed once a test returned it. */
export type RowSet = Uint32Array;

/** The code of each row, and the number of rows with each code. */
export type RowCodes = { codes: Uint32Array; rowCounts: readonly number[] };

/** A table with 1 for each code that passes and 0 for others. */
type CodeMatches = { rowCodes: RowCodes; matches: Uint8Array };

export type RowTest = {
  /** Returns the candidates that pass. */
  select: (candidates: RowSet) => RowSet;
  /** At most this number of rows pass. */
  most: number;
  /** For a test of codes: several of the same codes are combined to one, whose table is much shorter than the rows. */
  byCode?: CodeMatches;
};

const bitsPerWord = 32;

export const createRowSet = (rowCount: number): RowSet => new Uint32Array(Math.ceil(rowCount / bitsPerWord));

const getLowestBit = (bits: number): number => bitsPerWord - 1 - Math.clz32(bits & -bits);

function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The set of some rows. */
export function toRowSet(rows: Uint32Array, rowCount: number): RowSet {
  const set = createRowSet(rowCount);
  for (const row of rows) putRow(set, row, true);
  return set;
}

/** Adds a row to a set, or removes it. */
export function putRow(set: RowSet, row: number, isIn: boolean): void {
  const bit = 1 << (row & 31);
  set[row >>> 5] = isIn ? (set[row >>> 5] ?? 0) | bit : (set[row >>> 5] ?? 0) & ~bit;
}

/** Number of rows of a set. */
export function countRows(set: RowSet): number {
  let count = 0;
  for (let word = 0; word < set.length; word += 1) count += countBits(set[word] ?? 0);
  return count;
}

/** The rows of a set, the highest first. */
export function listRows(set: RowSet): Uint32Array {
  let at = countRows(set);
  const rows = new Uint32Array(at);
  for (let word = 0; word < set.length; word += 1) {
    for (let bits = set[word] ?? 0; bits !== 0; bits &= bits - 1) rows[--at] = word * bitsPerWord + getLowestBit(bits);
  }
  return rows;
}

/** The set of all rows. */
export function createFullSet(rowCount: number): RowSet {
  const set = createRowSet(rowCount).fill(-1);
  if (rowCount % bitsPerWord > 0) set[set.length - 1] = (1 << (rowCount % bitsPerWord)) - 1;
  return set;
}

const selectNone = (candidates: RowSet): RowSet => new Uint32Array(candidates.length);

export const passNone: RowTest = { select: selectNone, most: 0 };

/** Tests the code of each row by a table with 1 for each code that passes, and 0 for others. */
export function testCodes(rowCodes: RowCodes, matches: Uint8Array): RowTest {
  const { codes, rowCounts } = rowCodes;
  let most = 0;
  for (let code = 0; code < matches.length; code += 1) most += (matches[code] ?? 0) * (rowCounts[code] ?? 0);
  const byCode = { rowCodes, matches };
  if (most === 0) return { ...passNone, byCode };
  if (!matches.includes(0)) return { select: (candidates) => candidates, most, byCode };
  return {
    most,
    byCode,
    select: (candidates) => {
      const passed = new Uint32Array(candidates.length);
      for (let word = 0; word < candidates.length; word += 1) {
        let bits = 0;
        for (let left = candidates[word] ?? 0; left !== 0; left &= left - 1) {
          const bit = getLowestBit(left);
          bits |= (matches[codes[word * bitsPerWord + bit] ?? 0] ?? 0) << bit;
        }
        passed[word] = bits;
      }
      return passed;
    },
  };
}

/** Tests whether a figure is in a range, both ends included. NaN is in none. */
export const testRange = (figures: Float64Array | Float32Array | Uint32Array, min: number, max: number): RowTest => ({
  most: figures.length,
  select: (candidates) => {
    const passed = new Uint32Array(candidates.length);
    for (let word = 0; word < candidates.length; word += 1) {
      let bits = 0;
      for (let left = candidates[word] ?? 0; left !== 0; left &= left - 1) {
        const bit = getLowestBit(left);
        const figure = figures[word * bitsPerWord + bit] ?? 0;
        // Five times as fast as a condition, whose result the processor cannot predict.
        bits |= (Number(figure >= min) & Number(figure <= max)) << bit;
      }
      passed[word] = bits;
    }
    return passed;
  },
});

/** Tests whether a row is in a set, which may be shorter than that of the candidates. */
export const testMembers = (members: RowSet): RowTest => ({
  most: countRows(members),
  select: (candidates) => {
    const passed = new Uint32Array(candidates.length);
    const length = Math.min(candidates.length, members.length);
    for (let word = 0; word < length; word += 1) passed[word] = (candidates[word] ?? 0) & (members[word] ?? 0);
    return passed;
  },
});

/** The rows of a set that are also in another. */
export function intersect(first: RowSet, second: RowSet): RowSet {
  const common = new Uint32Array(Math.min(first.length, second.length));
  for (let word = 0; word < common.length; word += 1) common[word] = (first[word] ?? 0) & (second[word] ?? 0);
  return common;
}

/** The rows of a set that are not in another. */
export function exclude(set: RowSet, excluded: RowSet): RowSet {
  const remaining = new Uint32Array(set.length);
  for (let word = 0; word < set.length; word += 1) remaining[word] = (set[word] ?? 0) & ~(excluded[word] ?? 0);
  return remaining;
}

/** Tests whether a row does not pass a test. */
export function testNot({ select, byCode }: RowTest): RowTest {
  if (byCode)
    return testCodes(
      byCode.rowCodes,
      byCode.matches.map((match) => 1 - match),
    );
  return { most: Number.MAX_SAFE_INTEGER, select: (candidates) => exclude(candidates, select(candidates)) };
}

/** Combines the tests of the same codes. */
function combineByCode(tests: readonly RowTest[], combine: (one: number, other: number) => number): RowTest[] {
  const combined: RowTest[] = [];
  for (const test of tests) {
    const at = test.byCode ? combined.findIndex(({ byCode }) => byCode?.rowCodes === test.byCode?.rowCodes) : -1;
    const [one, other] = [combined[at]?.byCode, test.byCode];
    if (one && other) {
      combined[at] = testCodes(
        one.rowCodes,
        one.matches.map((match, code) => combine(match, other.matches[code] ?? 0)),
      );
    } else combined.push(test);
  }
  return combined;
}

/** Tests whether a row passes all tests: first those that the fewest rows pass, so that the others have few candidates. */
export function testAll(tests: readonly RowTest[]): RowTest {
  const combined = combineByCode(tests, (one, other) => one & other).sort((one, other) => one.most - other.most);
  const [first] = combined;
  if (first && (combined.length === 1 || first.most === 0)) return first;
  return {
    most: first?.most ?? Number.MAX_SAFE_INTEGER,
    select: (candidates) => combined.reduce((remaining, { select }) => select(remaining), candidates),
  };
}

/** Tests whether a row passes any of some tests. */
export function testAny(tests: readonly RowTest[]): RowTest {
  const combined = combineByCode(tests, (one, other) => one | other).filter(({ most }) => most > 0);
  const [first] = combined;
  if (!first) return passNone;
  if (combined.length === 1) return first;
  return {
    most: combined.reduce((sum, { most }) => sum + most, 0),
    select: (candidates) => combined.map(({ select }) => select(candidates)).reduce(unite, selectNone(candidates)),
  };
}

/** The rows of two sets of the same table. */
export function unite(first: RowSet, second: RowSet): RowSet {
  const united = new Uint32Array(first.length);
  for (let word = 0; word < united.length; word += 1) united[word] = (first[word] ?? 0) | (second[word] ?? 0);
  return united;
}

/** The code of each row, and the figure of each code. */
export type CodeFigures = RowCodes & { figures: Float64Array };

/** The lowest figure of a row. */
export const getLowest = ({ figures, rowCounts }: CodeFigures): number =>
  figures.reduce((lowest, figure, code) => (rowCounts[code] ? Math.min(lowest, figure) : lowest), Infinity);

/** Writes the figure of each row. */
export function readByCode(rows: Uint32Array, { codes, figures }: CodeFigures, read: Float64Array): void {
  for (let at = 0; at < rows.length; at += 1) read[at] = figures[codes[rows[at] ?? 0] ?? 0] ?? 0;
}

/** Writes the sum of three figures of each row. */
export function sumByCodes(
  rows: Uint32Array,
  { codes: codesA, figures: figuresA }: CodeFigures,
  { codes: codesB, figures: figuresB }: CodeFigures,
  { codes: codesC, figures: figuresC }: CodeFigures,
  sums: Float64Array,
): void {
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    sums[at] =
      (figuresA[codesA[row] ?? 0] ?? 0) + (figuresB[codesB[row] ?? 0] ?? 0) + (figuresC[codesC[row] ?? 0] ?? 0);
  }
}

/** Adds a figure to the sums of the rows that are not in a set. */
export function addToOthers(rows: Uint32Array, set: RowSet, figure: number, sums: Float64Array): void {
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    if ((((set[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 0) sums[at] = (sums[at] ?? 0) + figure;
  }
}
