import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VehicleRecord } from '~/domain/catalogue/vehicle';
import { findOffer } from '~/domain/catalogue/vehicle.queries.server';
import {
  type ComparedOffer,
  compareOffers,
  type Comparison,
  type ComparisonCell,
  findIdsInView,
  formatUnknownRows,
  getAgreement,
  getColumns,
  keepDifferences,
  type RowDefinition,
} from '~/domain/compare/comparison';
import { findComparison, findSuggestedVehicles } from '~/domain/compare/comparison.queries.server';
import { anonymous } from '~/domain/shared/actor';
import type { Database } from '~db/connection';
import { freshDatabase } from '../support/fresh-database';
import { storeListing } from '../support/stored-listing';

let db: Database;
beforeAll(() => {
  db = freshDatabase();
});
afterAll(() => {
  db.$client.close();
});

const compare = (...ids: string[]): Comparison => findComparison(db, ids, anonymous);

function getCells(comparison: Comparison, name: string): ComparisonCell[] {
  const row = comparison.groups.flatMap(({ rows }) => rows).find((candidate) => candidate.name === name);
  if (!row) throw new Error(`There is no row ${name}.`);
  return row.cells;
}
const getRows = ({ groups }: Comparison) => groups.flatMap(({ rows }) => rows);
/** Number of rows in which all vehicles agree in this way. */
const countRows = (comparison: Comparison, wanted: string): number =>
  getRows(comparison).filter((row) => getAgreement(row, getColumns(comparison)) === wanted).length;
const getTexts = (comparison: Comparison, name: string): string[] => getCells(comparison, name).map(({ text }) => text);
const getBest = (comparison: Comparison, name: string) => getCells(comparison, name).map(({ best }) => best);

/** Rows that the specification names (docs/product.md, "Comparison") for any vehicles. */
const specified = {
  'Basic Information': ['Brand', 'Type', 'Category', 'Fuel', 'Price', 'Original price', 'Budget', 'Rating', 'Tags'],
  Performance: ['Engine', 'Power', 'Torque', 'Top speed', 'Acceleration, 0 to 60 km/h', 'Mileage', 'Transmission'],
  'Dimensions & Capacity': ['Length', 'Width', 'Height', 'Weight', 'Tank capacity', 'Seating'],
  'Features & Comfort': ['Brakes', 'Lights', 'Comfort', 'Compatibility', 'Tool kit'],
  'Second-hand Information': ['Condition', 'Used kms', 'Years used', 'Damages', 'Complaints', 'Estimated life'],
  'Market Information': ['Sales count', 'Reviews', 'Offers', 'Launch date', 'EMI', 'Fuel for 1,000 km'],
};

describe('the comparison of a new, an upcoming and a used vehicle and a listing', () => {
  const mixed = () => compare('1', '23', '105', 'sample-bike-1');

  it.each([['1'], ['1', '23'], ['1', '23', '105'], ['1', '23', '105', 'sample-bike-1'], ['sample-scooter-1']])(
    'has every row of the specification in its six groups: %s',
    (...ids) => {
      const { vehicles, groups } = compare(...ids);
      expect(vehicles.map(({ id }) => id)).toEqual(ids);
      expect(groups.map(({ name }) => name)).toEqual(Object.keys(specified));
      for (const group of groups) {
        const names = group.rows.map(({ name }) => name);
        for (const name of Object.entries(specified).find(([of]) => of === group.name)?.[1] ?? []) {
          expect(names).toContain(name);
        }
        for (const { cells } of group.rows) expect(cells).toHaveLength(ids.length);
      }
    },
  );

  it('gives the kind of each', () => {
    expect(mixed().vehicles.map(({ kind }) => kind)).toEqual(['new', 'upcoming', 'used', 'listing']);
    expect(getTexts(mixed(), 'Price')).toEqual([
      '₹1,84,000',
      expect.stringContaining('(expected)'),
      '₹1,49,000',
      '₹1,52,000',
    ]);
    expect(getTexts(mixed(), 'Condition')).toEqual(['Brand New', 'Brand New', 'Good', 'Excellent']);
    expect(getTexts(mixed(), 'Engine')).toEqual(['349 cc', 'N/A', '411 cc', '349 cc']);
    expect(getTexts(mixed(), 'Power')).toEqual([
      '20.2 PS at 6,100 rpm',
      'N/A',
      expect.stringMatching(/^24\.3 PS/),
      'N/A',
    ]);
    expect(getTexts(mixed(), 'Years used')).toEqual([
      'New',
      'New Launch',
      expect.stringMatching(/^\d+ years$/),
      '3.4 years',
    ]);
    expect(getTexts(mixed(), 'Used kms')).toEqual(['0 km', 'N/A', '26,700 km', 'N/A']);
  });

  it('has the texts of the specification where a value is unknown', () => {
    expect(getTexts(mixed(), 'Original price')).toContain('N/A');
    expect(getTexts(mixed(), 'Damages')).toEqual([
      'None reported',
      'None reported',
      'Scuffed crash guard; Chipped paint on the swingarm',
      'Not given',
    ]);
    expect(getTexts(mixed(), 'Complaints').filter((text) => text === 'None reported')).toHaveLength(2);
    expect(getTexts(mixed(), 'Offers').slice(1)).toEqual([
      'No current offers',
      'No current offers',
      'No current offers',
    ]);
    expect(getTexts(mixed(), 'Reviews')).toEqual([
      '1,846 reviews (sample)',
      '0 reviews',
      '0 reviews',
      '18 reviews (sample)',
    ]);
    expect(getTexts(mixed(), 'Launch date')).toEqual(['On sale since 2009', '18 Jun 2027 (expected)', 'N/A', 'N/A']);
  });

  it('shows a row beyond the specification only where an item has a value', () => {
    const names = (comparison: Comparison) => comparison.groups.flatMap(({ rows }) => rows.map(({ name }) => name));
    expect(names(compare('1', '2'))).not.toContain('Range');
    expect(names(compare('1', '8'))).toContain('Range');
    expect(names(compare('1', '2'))).not.toContain('Number plate');
    expect(names(mixed())).toContain('Number plate');
  });
});

describe('the best value of a row', () => {
  it('is described in words where the figures differ', () => {
    const twins = compare('1', '105');
    expect(getBest(twins, 'Price')).toEqual([null, 'Lowest']);
    expect(getBest(twins, 'Power')).toEqual([null, 'Highest']);
    expect(getBest(twins, 'Weight')).toEqual([null, 'Lightest']);
    expect(getBest(twins, 'Mileage')).toEqual(['Highest', null]);
    expect(getBest(twins, 'EMI')).toEqual([null, 'Lowest']);
  });

  it('is not marked for a single value or equal values', () => {
    for (const ids of [['1'], ['1', '1']]) {
      expect(compare(...ids).groups.flatMap(({ rows }) => rows)).not.toEqual([]);
      for (const { rows } of compare(...ids).groups) {
        for (const { cells } of rows) expect(cells.map(({ best }) => best).every((best) => best === null)).toBe(true);
      }
    }
  });

  it('the running costs equal those of the calculator', () => {
    expect(getTexts(compare('1'), 'EMI')).toEqual(['₹6,691 a month']);
    expect(getTexts(compare('1', '8'), 'Fuel for 1,000 km')).toEqual(['₹2,861', '₹200']);
  });
});

describe('"differences only"', () => {
  it('leaves out equal rows, and groups without rows', () => {
    const whole = compare('1', '105');
    const differing = keepDifferences(whole);
    const texts = differing.groups.flatMap(({ rows }) => rows.map(({ cells }) => cells.map(({ text }) => text)));
    expect(texts).not.toEqual([]);
    for (const [one, other] of texts) if (one !== 'N/A') expect(one).not.toBe(other);
    expect(texts).toHaveLength(countRows(whole, 'different') + countRows(whole, 'unknown'));
    expect(countRows(whole, 'alike')).toBeGreaterThan(3);
    expect(keepDifferences(compare('1', '1')).groups).toEqual([]);
  });

  it('compares known values only, and names what only some vehicles state', () => {
    const row = (name: string, ...texts: (string | null)[]): RowDefinition => ({
      name,
      ofVehicle: ({ id }) => texts[Number(id)] ?? null,
    });
    const vehicle = findOffer(db, '1', anonymous);
    if (vehicle?.kind !== 'vehicle') throw new Error('The catalogue has no vehicle 1.');
    const offers = ['A', 'B', 'C'].map(
      (name, id): ComparedOffer => ({
        offer: {
          kind: 'vehicle',
          vehicle: { ...vehicle.vehicle, id: `${id}`, brand: 'Maker', name: `Maker ${name}` },
        },
        maker: null,
      }),
    );
    const rows = [
      row('Differs', 'x', 'y', null),
      row('Alike', 'x', 'x', 'x'),
      row('Unknown', null, null, null),
      row('Partly Stated', 'x', 'x', null),
      row('EMI', 'x', 'x', null),
      row('Single', null, 'x', null),
    ];
    const whole = compareOffers(offers, [{ name: 'Group', rows }]);
    expect(countRows(whole, 'alike')).toBe(1);
    const [group] = keepDifferences(whole).groups;
    expect(group?.rows.map(({ name }) => name)).toEqual(['Differs', 'Unknown']);
    expect(formatUnknownRows(group?.rows ?? [], [0, 1, 2])).toBe('N/A for all: unknown.');
    expect(group?.omissions).toEqual(['Not stated for C: partly Stated, EMI.', 'Only for B: single.']);
  });

  it('leaves out nothing for a single vehicle', () => {
    expect(countRows(compare('1'), 'alike')).toBe(0);
  });
});

describe('the verdict', () => {
  const getLines = (...ids: string[]) => {
    const { vehicles, verdict } = compare(...ids);
    return verdict.map(({ title, column, text, note }) => [title, vehicles[column]?.shortName, text, note]);
  };

  it('states what each is best at, and by how much', () => {
    expect(getLines('1', '105')).toEqual([
      ['Cheapest', 'Scram 411', '₹35,000 less', null],
      ['Most powerful', 'Scram 411', '24.3 PS', null],
      ['Quickest to 60', 'Scram 411', '4.6 s', null],
      ['Lowest seat', 'Scram 411', '795 mm', null],
      ['Lightest', 'Scram 411', '10 kg less', null],
      ['Cheapest to run', 'Classic 350', '₹2,861', 'for 1,000 km'],
    ]);
  });

  it('states nothing for a single vehicle, equal figures, and figures that only one has', () => {
    expect(getLines('1')).toEqual([]);
    expect(getLines('1', '1')).toEqual([]);
    expect(getLines('105', 'sample-bike-1').map(([title]) => title)).not.toContain('Most powerful');
  });

  it('marks a lead over an expected price', () => {
    expect(getLines('105', '23')[0]).toEqual([
      'Cheapest',
      expect.any(String),
      expect.stringMatching(/less$/),
      'expected',
    ]);
  });
});

describe('vehicles for the free places', () => {
  it('are of the same type, near in price, and not compared already', () => {
    const { vehicles } = compare('1', '105');
    const nearby = findSuggestedVehicles(db, vehicles);
    expect(nearby).toHaveLength(4);
    for (const { id, type, stock } of nearby) {
      expect(['1', '105']).not.toContain(id);
      expect([type, stock]).toEqual(['Bike', 'new']);
    }
    expect(findSuggestedVehicles(db, compare('105', 'sample-bike-1').vehicles).map(({ stock }) => stock)).toContain(
      'used',
    );
  });

  it('are none where four are compared', () => {
    expect(findSuggestedVehicles(db, compare('1', '2', '3', '4').vehicles)).toEqual([]);
    expect(findSuggestedVehicles(db, [])).toEqual([]);
  });
});

it('columns exist only for items that exist', () => {
  const { id } = storeListing(db, { name: 'Ola S1', type: 'Electric', mileage: 120, batteryCapacity: '3 kWh' }).listing;
  const some = compare('no-such', '1', id);
  expect(some.vehicles.map(({ name }) => name)).toEqual(['Royal Enfield Classic 350', 'Ola S1']);
  expect(getTexts(some, 'Range')).toEqual(['N/A', '120 km a charge']);
  expect(getTexts(some, 'Fuel for 1,000 km')[1]).toBe('₹200');
  expect(compare('no-such').vehicles).toEqual([]);
});

describe('of arbitrary figures', () => {
  const known = (): VehicleRecord => {
    const offer = findOffer(db, '1', anonymous);
    if (offer?.kind !== 'vehicle') throw new Error('The catalogue has no vehicle 1.');
    return offer.vehicle;
  };
  const figure = fc.option(fc.integer({ min: 0, max: 5_000 }));

  it.each(['lowest', 'highest'] as const)('the %s is marked in any position, and nothing else', (is) => {
    const vehicle = known();
    const row: RowDefinition = {
      name: 'Figure',
      look: 'length',
      best: { is, word: 'Best' },
      ofVehicle: ({ kerbWeightKg }) =>
        kerbWeightKg === null ? null : { figure: kerbWeightKg, text: `${kerbWeightKg}` },
    };
    fc.assert(
      fc.property(fc.array(figure, { minLength: 1, maxLength: 4 }), (figures) => {
        const offers = figures.map(
          (kerbWeightKg): ComparedOffer => ({
            offer: { kind: 'vehicle', vehicle: { ...vehicle, kerbWeightKg } },
            maker: null,
          }),
        );
        const cells = compareOffers(offers, [{ name: 'Group', rows: [row] }]).groups[0]?.rows[0]?.cells ?? [];
        const given = figures.filter((value) => value !== null);
        const target = is === 'lowest' ? Math.min(...given) : Math.max(...given);
        const isContest = new Set(given).size > 1;
        expect(cells.map(({ best }) => best)).toEqual(
          figures.map((value) => (isContest && value === target ? 'Best' : null)),
        );
        expect(cells.map(({ text }) => text)).toEqual(figures.map((value) => (value === null ? 'N/A' : String(value))));
        for (const { share } of cells) {
          if (share === null) continue;
          expect(share).toBeGreaterThanOrEqual(1);
          expect(share).toBeLessThanOrEqual(100);
        }
      }),
    );
  });
});

describe('of second-hand vehicles and their models', () => {
  const classic = { brand: 'Royal Enfield', model: 'Classic 350', engineCapacity: null, topSpeed: 110, mileage: 30 };

  it('what a seller does not state is what the maker does, and says so', () => {
    const { id } = storeListing(db, { ...classic, name: 'My Classic 350' }).listing;
    const compared = compare(id, '2');
    expect(getTexts(compared, 'Power')[0]).toBe('20.2 PS at 6,100 rpm (maker’s figures)');
    expect(getTexts(compared, 'Engine')[0]).toBe('349 cc (maker’s figures)');
    expect(getTexts(compared, 'Top speed')[0]).toBe('110 km/h');
    expect(getTexts(compared, 'Acceleration, 0 to 60 km/h')[0]).toBe('5.8 s (estimate)');
    // The model states nothing about this vehicle.
    for (const row of ['Colours', 'Tags', 'Tool kit', 'Category']) expect(getTexts(compared, row)[0]).toBe('N/A');
    const power = compared.verdict.find(({ title }) => title === 'Most powerful');
    expect(power).toEqual({ title: 'Most powerful', column: 0, text: '20.2 PS', note: 'maker’s figures' });
    expect(countRows(compare(id, '1'), 'alike')).toBeGreaterThan(10);
  });

  it('nothing is known where there is no model, or one with another engine', () => {
    const unknown = storeListing(db, { ...classic, brand: 'Unknownbrand', name: 'Special', model: null }).listing;
    const electric = storeListing(db, { ...classic, name: 'Converted Classic 350', type: 'Electric' }).listing;
    for (const { id } of [unknown, electric]) expect(getTexts(compare(id), 'Power')).toEqual(['N/A']);
  });

  it('every figure of any selection is its own, or that of the maker with a mark; nothing is lost from view', () => {
    const listed = [
      storeListing(db, { ...classic, name: 'Classic 350, one owner' }).listing.id,
      storeListing(db, { brand: 'Unknownbrand', name: 'Nameless', model: null, engineCapacity: null }).listing.id,
    ];
    const pool = ['1', '2', '8', '9', '16', '23', '105', '204', 'sample-bike-1', 'sample-scooter-1', ...listed];
    const selection = fc.uniqueArray(fc.constantFrom(...pool), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(selection, fc.array(fc.constantFrom(...pool, 'zzzz')), (ids, chosen) => {
        const compared = compare(...ids);
        const inView = findIdsInView(compared.vehicles, chosen);
        expect(inView).toHaveLength(Math.min(2, ids.length));
        expect(new Set(inView).size).toBe(inView.length);
        const wanted = new Set(chosen.filter((id) => ids.includes(id)));
        for (const id of [...wanted].slice(-2)) expect(inView).toContain(id);
        const alone = ids.map((id) => getRows(compare(id)));
        const columns = [...ids.keys()].filter((column) => inView.includes(ids[column] ?? ''));
        for (const group of compared.groups) {
          for (const seen of [getColumns(compared), columns]) {
            const sentence = formatUnknownRows(group.rows, seen) ?? '';
            const folded = group.rows.filter((row) => getAgreement(row, seen) === 'unknown');
            expect(sentence === '').toBe(folded.length === 0);
            for (const { name } of folded) expect(sentence.toLowerCase()).toContain(name.toLowerCase());
            for (const row of group.rows) {
              const texts = new Set(seen.map((column) => row.cells[column]?.text));
              const isFolded = folded.includes(row);
              expect(isFolded).toBe(texts.size === 1 && texts.has('N/A'));
              if (getAgreement(row, seen) === 'different') expect(texts.size).toBeGreaterThan(1);
            }
          }
        }
        // A vehicle's value depends on nothing beside it.
        for (const { name, cells } of getRows(compared)) {
          for (const [column, { text, best }] of cells.entries()) {
            const own = alone[column]?.find((row) => row.name === name)?.cells[0]?.text;
            if (own !== undefined) expect(text).toBe(own);
            if (best !== null) expect(cells.filter((cell) => cell.figure !== null).length).toBeGreaterThan(1);
            const isSecondHand = ['used', 'listing'].includes(compared.vehicles[column]?.kind ?? '');
            if (text.includes('maker’s figures')) expect(isSecondHand).toBe(true);
          }
        }
      }),
      { numRuns: 30 },
    );
  });
});
