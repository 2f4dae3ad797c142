import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatReason } from '~/domain/shared/result';
import { formatCount } from '~/domain/shared/money';
import {
  findFieldReadings,
  formatFigure,
  findTypedError,
  type Measure,
  parseTypedNumber,
  readTypedNumber,
  toAsciiDigits,
} from '~/domain/shared/typed-numbers';
import words from '~db/seed/search/words.json';

describe('a typed amount', () => {
  it.each([
    ['110000', 110_000],
    ['₹ 1,10,000', 110_000],
    ['Rs. 1,10,000/-', 110_000],
    ['1.1 lakh', 110_000],
    ['1.15 Lac', 115_000],
    ['1lakh', 100_000],
    ['90k', 90_000],
    ['90 Thousand rupees', 90_000],
    ['1 crore', 10_000_000],
    ['1 lakh 20 thousand', 120_000],
    ['1 lakh 20,000', 120_000],
    ['१,१०,०००', 110_000],
    ['१.१ लाख', 110_000],
    ['৯০ हज़ार', 90_000],
    ['९० हजार रुपये', 90_000],
    ['1e5', 100_000],
    ['-5', -5],
    ['85000 negotiable', 85_000],
    ['85,000 neg.', 85_000],
    ['85k (neg)', 85_000],
    ['85000/- only', 85_000],
    ['Rs 85000 only', 85_000],
    ['Rs.85000/- (slightly negotiable)', 85_000],
    ['INR 85 000', 85_000],
    ['₹85,000 - non negotiable', 85_000],
    ['\u200e85000', 85_000],
    ['\ufeff₹\u00a085,\u200b000\u200f', 85_000],
    ['1.2 lakh/-', 120_000],
  ])('%j is %d', (text, amount) => {
    expect(parseTypedNumber(text, 'rupees')).toBe(amount);
  });

  it.each([
    ...['', 'lakh', 'Rs', 'about 90k', '90k 1 lakh', '1 lakh 2 lakh', '12 apples', '1.2.3', '80 85', '1,2,3'],
    ...['85000 or 86000', '85.000,00', '1.20.000', 'only', 'negotiable', '/-'],
  ])('%j is none', (text) => {
    expect(readTypedNumber(text, 'rupees')).toEqual({ kind: 'none' });
  });

  it('has every multiplier that the search reads', () => {
    for (const { times, words: names } of words.multipliers) {
      for (const name of names) expect([name, parseTypedNumber(`2 ${name}`, 'rupees')]).toEqual([name, 2 * times]);
    }
  });
});

describe('a figure with its unit', () => {
  it.each([
    ['12 thousand km', 'km', 12_000],
    ['12,000 kms driven', 'km', 12_000],
    ['१२,००० किमी', 'km', 12_000],
    ['12000 किमी', 'km', 12_000],
    ['12000 कि.मी.', 'km', 12_000],
    ['12k', 'km', 12_000],
    ['120 kph', 'km/h', 120],
    ['120 kmph', 'km/h', 120],
    ['120 km/hr', 'km/h', 120],
    ['120 km per hour', 'km/h', 120],
    ['120km', 'km/h', 120],
    ['36 kmpl', 'km/l', 36],
    ['36.5 km/l', 'km/l', 36.5],
    ['36 km per litre', 'km/l', 36],
    ['36 kilometres per liter', 'km/l', 36],
    ['95 km/charge', 'km/l', 95],
    ['95 km', 'km/l', 95],
    ['365 days', 'days', 365],
    ['2.5 yrs', 'years', 2.5],
    ['24 months', 'months', 24],
    ['8.5 % p.a.', 'percent', 8.5],
    ['8.250%', 'percent', 8.25],
    ['149.5cc', 'cc', 149.5],
    ['2021 model', 'year', 2021],
    ['२०२१', 'year', 2021],
    ['1st owner', 'owner', 1],
    ['2nd', 'owner', 2],
    ['170 cm', 'cm', 170],
  ] as const)('%j is read in %s', (text, measure, figure) => {
    expect(readTypedNumber(text, measure)).toEqual({ kind: 'number', number: figure });
  });

  it.each([
    ['36 km', 'rupees', 'Field must be in rupees, not km'],
    ['₹12,000', 'km', 'Field must be in km, not rupees'],
    ['12000/-', 'km', 'Field must be in km, not rupees'],
    ['12000 miles', 'km', 'Field must be in km, not miles'],
    ['120 mph', 'km/h', 'Field must be in km/h, not mph'],
    ['120 kmph', 'km', 'Field must be in km, not km/h'],
    ['36 kmpl', 'km/h', 'Field must be in km/h, not km/l'],
    ['2 years', 'days', 'Field must be in days, not years'],
    ['80-85 km', 'rupees', 'Field must be in rupees, not km'],
    ['2 years', 'year', 'Field must be a number'],
    ['cheap', 'rupees', 'Field must be a number'],
    ['80-85k', 'rupees', 'Field can mean ₹80,000 or ₹85,000. Please write the one you mean in full.'],
    ['12.500', 'km', 'Field can mean 12.5 or 12,500. Please write the one you mean in full.'],
  ] as const)('%j in a field for %s is refused', (text, measure, message) => {
    expect(parseTypedNumber(text, measure)).toBeNull();
    expect(formatReason(findTypedError('Field', text, measure))).toBe(message);
  });
});

describe('a text that can be read as two numbers', () => {
  it.each([
    ['85.000', [85, 85_000]],
    ['₹1.500', [1.5, 1_500]],
    ['१२.५००', [12.5, 12_500]],
    ['1,2 lakh', [120_000, 1_200_000]],
    ['85,5', [85.5, 855]],
    ['80-85k', [80_000, 85_000]],
    ['80,000-85,000/-', [80_000, 85_000]],
    ['80k – 1 lakh', [80_000, 100_000]],
    ['80 to 85 thousand only', [80_000, 85_000]],
  ] as const)('is none: %s', (text, readings) => {
    expect(readTypedNumber(text, 'rupees')).toEqual({ kind: 'readings', readings });
  });

  it.each(['85000', '85,000', '1.2 lakh', '1,20,000', '85.50', '1.25 crore', '1,20,000.50', '-5', '1e5'])(
    'is not %s',
    (text) => {
      expect(readTypedNumber(text, 'rupees').kind).toBe('number');
    },
  );
});

const scripts = [0x30, 0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0xff10];
const invisible = ['', '\u200e', '\u200f', '\u200b', '\ufeff', '\u00a0', '\u202f', '\u2066', '\t'];

const groupings = [
  String,
  formatCount,
  (number: number) => number.toLocaleString('en-US'),
  (number: number) => formatCount(number).replaceAll(',', ' '),
  (number: number) => formatCount(number).replaceAll(',', ', '),
  // Mistyped, and in other countries' ways: may be refused.
  (number: number) => number.toLocaleString('de-DE'),
  (number: number) => String(number).replace(/(?=\d{2}$)/, ','),
  (number: number) => String(number).replace(/(?=\d$)/, '.'),
];
const beginnings = ['', '₹', 'Rs ', 'Rs.', 'rs. ', 'INR ', 'रु ', ' ', '@ ', '~'];
const endings = [
  ...[
    '',
    '/-',
    ' only',
    ' negotiable',
    ' neg.',
    ' (nego)',
    '/- only',
    ' rupees',
    ' INR',
    ' fixed',
    '.',
    ',',
    ' approx',
  ],
  ...[
    ' km',
    ' kms driven',
    ' किमी',
    ' kmph',
    ' kph',
    ' mph',
    ' kmpl',
    ' km/l',
    ' days',
    ' years',
    ' cc',
    '%',
    ' miles',
  ],
  ...['k', ' thousand', ' lakh', ' हजार', ' thousand km', ' to'],
];
const times = (ending: string): number =>
  /^(?:k| thousand| हजार| thousand km)$/.test(ending) ? 1_000 : ending === ' lakh' ? 100_000 : 1;
const measures: Measure[] = [
  'rupees',
  'km',
  'km/h',
  'km/l',
  'days',
  'years',
  'months',
  'percent',
  'cc',
  'year',
  'count',
];

const decorated = fc.record({
  number: fc.integer({ min: 0, max: 99_999_999 }),
  grouping: fc.constantFrom(...groupings),
  beginning: fc.constantFrom(...beginnings),
  ending: fc.constantFrom(...endings),
  script: fc.constantFrom(...scripts),
  spots: fc.array(fc.record({ at: fc.nat({ max: 30 }), sign: fc.constantFrom(...invisible.slice(1, 5)) }), {
    maxLength: 3,
  }),
  around: fc.constantFrom(...invisible),
  measure: fc.constantFrom(...measures),
});

describe('a decorated number', () => {
  it('is itself or an error, never another number', () => {
    const kinds = new Map<string, number>();
    fc.assert(
      fc.property(decorated, ({ number, grouping, beginning, ending, script, spots, around, measure }) => {
        const digits = grouping(number).replace(/\d/g, (digit) => String.fromCodePoint(script + Number(digit)));
        let text = around + beginning + digits + ending + around;
        for (const { at, sign } of spots) text = text.slice(0, at) + sign + text.slice(at);
        const typed = readTypedNumber(text, measure);
        kinds.set(typed.kind, (kinds.get(typed.kind) ?? 0) + 1);
        // A decimal point or comma put in makes another number, which only that grouping means.
        const meant =
          grouping(number).includes('.') && grouping !== groupings[5] ? [Number(grouping(number))] : [number];
        if (typed.kind !== 'number') return;
        const read = Math.round((typed.number / times(ending)) * 1e6) / 1e6;
        // In measures without thousands, "1.500" is one and a half.
        if (grouping === groupings[5] && !['rupees', 'km', 'days'].includes(measure))
          meant.push(Number(grouping(number)));
        expect([text, meant.includes(read) || read]).toEqual([text, true]);
      }),
      { numRuns: 5_000 },
    );
    // Each kind is reached often: otherwise the property would check nothing.
    for (const kind of ['number', 'readings', 'unit', 'none']) expect(kinds.get(kind)).toBeGreaterThan(25);
  });

  it('is read where its decoration is usual', () => {
    const usual = fc.record({
      number: fc.integer({ min: 0, max: 99_999_999 }),
      grouping: fc.constantFrom(...groupings.slice(0, 4)),
      beginning: fc.constantFrom('', '₹', 'Rs ', 'Rs.', 'INR '),
      ending: fc.constantFrom('', '/-', ' only', ' negotiable', ' neg.', '/- only', ' rupees'),
      script: fc.constantFrom(...scripts),
      around: fc.constantFrom(...invisible),
    });
    fc.assert(
      fc.property(usual, ({ number, grouping, beginning, ending, script, around }) => {
        const digits = grouping(number).replace(/\d/g, (digit) => String.fromCodePoint(script + Number(digit)));
        expect(parseTypedNumber(around + beginning + digits + ending + around, 'rupees')).toBe(number);
      }),
    );
  });

  it('of any text costs little time, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), fc.constantFrom(...measures), (text, measure) => {
        const start = performance.now();
        readTypedNumber(text, measure);
        expect(performance.now() - start).toBeLessThan(200);
      }),
    );
  });
});

it('each choice of a text with two readings is the number on its button', () => {
  const part = fc.stringMatching(/^\d{1,3}[.,]?\d{0,3}$/);
  const ambiguous = fc.record({
    first: part,
    second: fc.option(part, { nil: null }),
    unit: fc.constantFrom('', 'k', ' lakh'),
    measure: fc.constantFrom(...measures),
  });
  let asked = 0;
  fc.assert(
    fc.property(ambiguous, ({ first, second, unit, measure }) => {
      const text = (second === null ? first : `${first}-${second}`) + unit;
      const { field = [] } = findFieldReadings({ field: text }, { field: measure });
      asked += field.length;
      for (const { value, label } of field) {
        const typed = readTypedNumber(value, measure);
        expect([text, typed.kind === 'number' && formatFigure(typed.number, measure)]).toEqual([text, label]);
      }
    }),
    { numRuns: 2_000 },
  );
  expect(asked).toBeGreaterThan(200);
});

it('two prices whose points separate thousands are thousands', () => {
  expect(readTypedNumber('80.000-85.000', 'rupees')).toEqual({ kind: 'readings', readings: [80_000, 85_000] });
});

it('digits of all scripts are read', () => {
  for (const zero of scripts) {
    const digits = Array.from({ length: 10 }, (_, digit) => String.fromCodePoint(zero + digit)).join('');
    expect(toAsciiDigits(digits)).toBe('0123456789');
  }
});
