/** Each test has a loop of its own over a typed array: calling a function for each row takes ten times as long. */

/** Bit `row % 32` of number `row / 32` is set if the row is in the set. A set is not changed once a test returned it. */
export type RowSet = Uint32Array;

export type RowCodes = { codes: Uint32Array; rowCounts: readonly number[] };

type CodeMatches = { rowCodes: RowCodes; matches: Uint8Array };

export type RowTest = {
  select: (candidates: RowSet) => RowSet;
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

export function toRowSet(rows: Uint32Array, rowCount: number): RowSet {
  const set = createRowSet(rowCount);
  for (const row of rows) putRow(set, row, true);
  return set;
}

export function putRow(set: RowSet, row: number, isIn: boolean): void {
  const bit = 1 << (row & 31);
  set[row >>> 5] = isIn ? (set[row >>> 5] ?? 0) | bit : (set[row >>> 5] ?? 0) & ~bit;
}

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

export function createFullSet(rowCount: number): RowSet {
  const set = createRowSet(rowCount).fill(-1);
  if (rowCount % bitsPerWord > 0) set[set.length - 1] = (1 << (rowCount % bitsPerWord)) - 1;
  return set;
}

const selectNone = (candidates: RowSet): RowSet => new Uint32Array(candidates.length);

export const passNone: RowTest = { select: selectNone, most: 0 };

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

export const testMembers = (members: RowSet): RowTest => ({
  most: countRows(members),
  select: (candidates) => {
    const passed = new Uint32Array(candidates.length);
    const length = Math.min(candidates.length, members.length);
    for (let word = 0; word < length; word += 1) passed[word] = (candidates[word] ?? 0) & (members[word] ?? 0);
    return passed;
  },
});

export function intersect(first: RowSet, second: RowSet): RowSet {
  const common = new Uint32Array(Math.min(first.length, second.length));
  for (let word = 0; word < common.length; word += 1) common[word] = (first[word] ?? 0) & (second[word] ?? 0);
  return common;
}

export function exclude(set: RowSet, excluded: RowSet): RowSet {
  const remaining = new Uint32Array(set.length);
  for (let word = 0; word < set.length; word += 1) remaining[word] = (set[word] ?? 0) & ~(excluded[word] ?? 0);
  return remaining;
}

export function testNot({ select, byCode }: RowTest): RowTest {
  if (byCode)
    return testCodes(
      byCode.rowCodes,
      byCode.matches.map((match) => 1 - match),
    );
  return { most: Number.MAX_SAFE_INTEGER, select: (candidates) => exclude(candidates, select(candidates)) };
}

function combineByCode(tests: readonly RowTest[], combine: (one: number, other: number) => number): RowTest[] {
  const combined: RowTest[] = [];
  for (const test of tests) {
    const at = test.byCode ? combined.findIndex(({ byCode }) => byCode?.rowCodes === test.byCode?.rowCodes) : -1;
    const [left, right] = [combined[at]?.byCode, test.byCode];
    if (left && right) {
      combined[at] = testCodes(
        left.rowCodes,
        left.matches.map((match, code) => combine(match, right.matches[code] ?? 0)),
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

export function unite(first: RowSet, second: RowSet): RowSet {
  const united = new Uint32Array(first.length);
  for (let word = 0; word < united.length; word += 1) united[word] = (first[word] ?? 0) | (second[word] ?? 0);
  return united;
}

export type CodeFigures = RowCodes & { figures: Float64Array };

export const getLowest = ({ figures, rowCounts }: CodeFigures): number =>
  figures.reduce((lowest, figure, code) => (rowCounts[code] ? Math.min(lowest, figure) : lowest), Infinity);

export function readByCode(rows: Uint32Array, { codes, figures }: CodeFigures, read: Float64Array): void {
  for (let at = 0; at < rows.length; at += 1) read[at] = figures[codes[rows[at] ?? 0] ?? 0] ?? 0;
}

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

export function addToOthers(rows: Uint32Array, set: RowSet, figure: number, sums: Float64Array): void {
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    if ((((set[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 0) sums[at] = (sums[at] ?? 0) + figure;
  }
}
