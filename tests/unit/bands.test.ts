import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  budgetBands,
  findBudgetBand,
  findMileageBand,
  mileageBands,
  parseBudgetBand,
  parseFuelType,
  parseMileageBand,
  parseVehicleType,
} from '~/domain/catalogue/bands';

test.each([
  [null, null],
  [19.9, null],
  [20, '20-30'],
  [29.99, '20-30'],
  [30, '30-40'],
  [40, '40-50'],
  [50, '50+'],
  [87, '50+'],
])('%s km/l is in the band %s', (kmpl, band) => {
  expect(findMileageBand(kmpl)?.id ?? null).toBe(band);
});

test.each([
  [0, 'Under ₹1 Lakh'],
  [99_999, 'Under ₹1 Lakh'],
  [100_000, '₹1-1.5 Lakh'],
  [149_999, '₹1-1.5 Lakh'],
  [150_000, '₹1.5-2 Lakh'],
  [199_999, '₹1.5-2 Lakh'],
  [200_000, 'Above ₹2 Lakh'],
  [10_50_000, 'Above ₹2 Lakh'],
])('₹%d is in the band %s', (rupees, label) => {
  expect(findBudgetBand(rupees)?.label).toBe(label);
});

it('puts every price in exactly one band', () => {
  fc.assert(
    fc.property(fc.nat({ max: 5_000_000 }), (rupees) => {
      const bands = budgetBands.filter(({ from, below }) => rupees >= from && (below === null || rupees < below));
      expect(bands).toEqual([findBudgetBand(rupees)]);
    }),
  );
});

describe('a query parameter', () => {
  it.each([...mileageBands])('names the band $id by its id, its label, and as browsers encode them', (band) => {
    for (const text of [band.id, band.label, ` ${band.label.toUpperCase()} `]) {
      expect(parseMileageBand(text)).toBe(band);
      expect(parseMileageBand(new URLSearchParams({ mileage: text }).get('mileage'))).toBe(band);
      // An unencoded plus sign is decoded to a space.
      expect(parseMileageBand(new URLSearchParams(`mileage=${text}`).get('mileage'))).toBe(band);
    }
  });

  it.each([...budgetBands])('names the band $id by its id or its label', (band) => {
    for (const text of [band.id, band.label, band.label.replace('₹', ''), band.label.replace('-', ' – ')]) {
      expect(parseBudgetBand(text)).toBe(band);
    }
  });

  it('names fuels and types in any case', () => {
    expect(parseFuelType('electric')).toBe('Electric');
    expect(parseVehicleType('SCOOTER')).toBe('Scooter');
  });

  it.each([null, '', ' ', '10-20', '1-2-lakh', 'steam', '__proto__', '₹'])('%j names no option', (text) => {
    expect([parseFuelType(text), parseVehicleType(text), parseMileageBand(text), parseBudgetBand(text)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});
