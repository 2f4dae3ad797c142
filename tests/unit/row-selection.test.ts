import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OfferSelection } from '~/domain/search/offer-selection';
import { type OfferRecord, OfferTable } from '~/domain/search/offer-table.server';
import { type KeyedRows, type RowKey, selectRows } from '~/domain/search/row-selection';
import {
  createFullSet,
  listRows,
  type RowCodes,
  type RowTest,
  testAll,
  testAny,
  testCodes,
  testMembers,
  testNot,
  testRange,
  toRowSet,
} from '~/domain/search/row-sets';

/** Figures of one column for each row: few or many distinct ones, with and without unknown ones, far apart and close. */
const figure = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.integer({ min: -1_000_000, max: 1_000_000 }),
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.constantFrom(0, Number.MIN_VALUE, 1e15, Number.POSITIVE_INFINITY),
);

/** Either figures that are repeated, which ties many rows; or figures that rise or fall with the rows. */
const column = fc.oneof(fc.array(figure, { minLength: 1, maxLength: 400 }), fc.constantFrom('rises', 'falls'));
type Column = typeof column extends fc.Arbitrary<infer Value> ? Value : never;

const table = fc.oneof(fc.nat({ max: 2_500 }), fc.nat({ max: 9_000 })).chain((rowCount) =>
  fc.record({
    isNewestFirst: fc.boolean(),
    /** How far below the lowest figure of the first key its bound is; null without a bound. */
    margin: fc.constantFrom(0, 1, null),
    columns: fc.tuple(column, column),
    rowCount: fc.constant(rowCount),
  }),
);

const getFigure = (values: Column, row: number): number =>
  values === 'rises' || values === 'falls'
    ? Math.trunc(row / 3) * (values === 'rises' ? 1 : -1)
    : (values[(row * 7) % values.length] ?? 0);

const createKey = (figures: Column, order: Uint32Array, lowest: number | undefined): RowKey => ({
  lowest,
  read: (rows, read) => {
    for (const [at, row] of rows.entries()) read[at] = getFigure(figures, row);
  },
  isSorted: order.every((row, at) => at === 0 || getFigure(figures, order[at - 1] ?? 0) <= getFigure(figures, row)),
});

test('a page is the part of the sorted rows, in tables of any size', () => {
  fc.assert(
    fc.property(
      fc.array(table, { minLength: 1, maxLength: 3 }),
      fc.nat({ max: 6_000 }),
      fc.integer({ min: 1, max: 400 }),
      (tables, from, length) => {
        const keyed = tables.map(({ rowCount, columns, isNewestFirst, margin }): KeyedRows => {
          const newestFirst = listRows(createFullSet(rowCount));
          const rows = isNewestFirst ? newestFirst : newestFirst.reverse();
          const lowest = rows.reduce(
            (most, row) => Math.min(most, getFigure(columns[0], row)),
            Number.POSITIVE_INFINITY,
          );
          const bounds = [margin === null ? undefined : lowest - margin, undefined];
          return { rows, keys: columns.map((figures, key) => createKey(figures, rows, bounds[key])) };
        });
        const sorted = keyed
          .flatMap(({ rows }, number) =>
            Array.from(rows, (row) => ({
              table: number,
              row,
              figures: tables[number]?.columns.map((values) => getFigure(values, row)) ?? [],
            })),
          )
          .sort((one, other) => {
            const [first = 0, second = 0] = one.figures;
            const [otherFirst = 0, otherSecond = 0] = other.figures;
            return first === otherFirst
              ? second < otherSecond
                ? -1
                : Number(second > otherSecond)
              : first < otherFirst
                ? -1
                : 1;
          });
        expect(selectRows(keyed, from, from + length).map(({ table: number, row }) => [number, row])).toEqual(
          sorted.slice(from, from + length).map(({ table: number, row }) => [number, row]),
        );
      },
    ),
  );
});

test('rows with the lowest figure are found behind the first thousands of a table', () => {
  const createTable = (rowCount: number, getFirst: (row: number) => number, getSecond: (row: number) => number) => {
    const createReader =
      (getValue: (row: number) => number): RowKey['read'] =>
      (rows, read) => {
        for (const [at, row] of rows.entries()) read[at] = getValue(row);
      };
    const keys = [
      { read: createReader(getFirst), lowest: 0 },
      { read: createReader(getSecond), isSorted: true },
    ];
    return { rows: listRows(createFullSet(rowCount)).reverse(), keys };
  };
  const lowest = createTable(
    100,
    () => 0,
    (row) => 1_000_000 + row,
  );
  const lowestLater = createTable(
    9_000,
    (row) => (row < 8_000 ? 1 : 0),
    (row) => row,
  );
  expect(selectRows([lowest, lowestLater], 0, 2)).toMatchObject([
    { table: 1, row: 8_000 },
    { table: 1, row: 8_001 },
  ]);
});

/** A test of rows, and whether it is passed by a row with these codes and this figure. */
type Condition = { create: (columns: Columns) => RowTest; isMet: (row: number, columns: Columns) => boolean };
type Columns = { codes: RowCodes[]; figures: Float64Array; rowCount: number };

const countCodes = (codes: readonly number[]): RowCodes => ({
  codes: Uint32Array.from(codes),
  rowCounts: [0, 1, 2, 3, 4].map((code) => codes.filter((rowCode) => rowCode === code).length),
});
const noCodes = countCodes([]);

const conditions = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    fc.tuple(fc.nat({ max: 1 }), fc.array(fc.nat({ max: 1 }), { minLength: 5, maxLength: 5 })).map(
      ([column, matches]): Condition => ({
        create: ({ codes }) => testCodes(codes[column] ?? noCodes, Uint8Array.from(matches)),
        isMet: (row, { codes }) => matches[codes[column]?.codes[row] ?? 0] === 1,
      }),
    ),
    fc.tuple(fc.nat({ max: 9 }), fc.nat({ max: 9 })).map(
      ([min, max]): Condition => ({
        create: ({ figures }) => testRange(figures, min, max),
        isMet: (row, { figures }) => (figures[row] ?? 0) >= min && (figures[row] ?? 0) <= max,
      }),
    ),
    fc.array(fc.nat({ max: 200 }), { maxLength: 30 }).map(
      (members): Condition => ({
        create: ({ rowCount }) =>
          testMembers(toRowSet(Uint32Array.from(members.filter((row) => row < rowCount)), rowCount)),
        isMet: (row) => members.includes(row),
      }),
    ),
    tie('condition').map(
      ({ create, isMet }): Condition => ({
        create: (columns) => testNot(create(columns)),
        isMet: (row, columns) => !isMet(row, columns),
      }),
    ),
    fc.array(tie('condition'), { maxLength: 3 }).map(
      (parts): Condition => ({
        create: (columns) => testAll(parts.map(({ create }) => create(columns))),
        isMet: (row, columns) => parts.every(({ isMet }) => isMet(row, columns)),
      }),
    ),
    fc.array(tie('condition'), { maxLength: 3 }).map(
      (parts): Condition => ({
        create: (columns) => testAny(parts.map(({ create }) => create(columns))),
        isMet: (row, columns) => parts.some(({ isMet }) => isMet(row, columns)),
      }),
    ),
  ),
})).condition;

test('tests of many rows at once find what a test of each row finds', () => {
  fc.assert(
    fc.property(
      conditions,
      fc.array(fc.tuple(fc.nat({ max: 4 }), fc.nat({ max: 4 }), fc.constantFrom(0, 3, 9, Number.NaN)), {
        maxLength: 200,
      }),
      (condition, rows) => {
        const columns: Columns = {
          codes: [countCodes(rows.map(([code]) => code)), countCodes(rows.map(([, code]) => code))],
          figures: Float64Array.from(rows, ([, , value]) => value),
          rowCount: rows.length,
        };
        const all = createFullSet(rows.length);
        expect([...listRows(condition.create(columns).select(all))].reverse()).toEqual(
          [...rows.keys()].filter((row) => condition.isMet(row, columns)),
        );
        expect([...listRows(all)].reverse()).toEqual([...rows.keys()]);
      },
    ),
  );
});

const createTable = (): OfferTable =>
  new OfferTable('bike_documents', () => ({
    value: {
      type: 'Bike',
      kind: 'listing',
      category: null,
      fuel: 'Petrol',
      condition: 'Good',
      bodyStyle: 'commuter',
      transmission: 'manual',
      year: null,
      engineCc: null,
    },
    text: '',
  }));

const createOffer = (offer: Pick<OfferRecord, 'seq' | 'owners'>): OfferRecord => ({
  ...offer,
  ...{ isVisible: true, isSample: false, isSold: false, isBehind: false, hasPhoto: false },
  ...{ name: 'a', details: '', place: '' },
  figures: { price: 1, createdAt: 1 },
});

test('a table knows whether its offers are in the order of creation, whatever the times of samples', () => {
  const create = (offers: readonly { createdAt: number; isSample?: boolean }[]) => {
    const table = createTable();
    for (const [seq, { createdAt, isSample = false }] of offers.entries()) {
      table.set({ ...createOffer({ seq, owners: null }), isSample, figures: { price: 1, createdAt } });
    }
    return table.isChronological;
  };
  expect(create([{ createdAt: 1 }, { createdAt: 1 }, { createdAt: 2 }])).toBe(true);
  expect(create([{ createdAt: 9, isSample: true }, { createdAt: 1 }, { createdAt: 2 }])).toBe(true);
  expect(create([{ createdAt: 1 }, { createdAt: 3 }, { createdAt: 2 }])).toBe(false);
  expect(create([{ createdAt: 3 }, { createdAt: 9, isSample: true }, { createdAt: 2 }])).toBe(false);
});

/** An offer whose state, name and place are one of few, or its deletion. */
const change = fc.record({ seq: fc.nat({ max: 30 }), owners: fc.integer({ min: 1, max: 3 }), isDeleted: fc.boolean() });

test('offers are counted by their properties as one by one, in a few and in most of the rows, after any changes', () => {
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 60 }),
      fc.array(fc.boolean(), { minLength: 31, maxLength: 31 }),
      (changes, isSelected) => {
        const table = createTable();
        for (let seq = 0; seq <= 30; seq += 1) table.set(createOffer({ seq, owners: 1 }));
        for (const { seq, owners, isDeleted } of changes) {
          if (isDeleted) table.remove(seq);
          else table.set(createOffer({ seq, owners }));
        }
        const rows = [...isSelected.keys()].filter((row) => isSelected[row]);
        const selection = new OfferSelection([{ table, set: toRowSet(Uint32Array.from(rows), table.rowCount) }]);
        const counts: Record<string, number> = {};
        for (const row of rows) {
          const { owners } = table.states.get(row);
          if (owners !== null) counts[owners] = (counts[owners] ?? 0) + 1;
        }
        expect(selection.total).toBe(rows.length);
        expect(Object.fromEntries(selection.countByState(({ owners }) => owners))).toEqual(counts);
      },
    ),
  );
});
