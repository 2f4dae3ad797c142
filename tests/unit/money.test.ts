import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCount, formatPrice, formatRupees } from '~/domain/shared/money';

const rupees = fc.integer({ min: 0, max: 1_000_000_000 });

describe('rupeesText', () => {
  it.each([
    [0, '₹0'],
    [999, '₹999'],
    [74_958, '₹74,958'],
    [184_000, '₹1,84,000'],
    [1_23_45_678, '₹1,23,45,678'],
    [1199.6, '₹1,200'],
    [-500, '-₹500'],
    [-0.2, '₹0'],
  ])('%d is %s', (amount, text) => {
    expect(formatRupees(amount)).toBe(text);
  });

  it('keeps every digit of the amount', () => {
    fc.assert(
      fc.property(rupees, (amount) => {
        expect(Number(formatRupees(amount).replace(/[₹,]/g, ''))).toBe(amount);
      }),
    );
  });

  it('groups as in India: three digits at the end, two before', () => {
    fc.assert(
      fc.property(rupees, (amount) => {
        expect(formatRupees(amount)).toMatch(/^₹\d{1,3}$|^₹\d{1,2}(,\d{2})*,\d{3}$/);
      }),
    );
  });
});

describe('priceText', () => {
  it.each([
    [74_958, '₹74,958'],
    [99_999, '₹99,999'],
    [100_000, '₹1 Lakh'],
    [135_768, '₹1.36 Lakh'],
    [184_000, '₹1.84 Lakh'],
    [200_157, '₹2 Lakh'],
    [140_000, '₹1.4 Lakh'],
    [1_050_000, '₹10.5 Lakh'],
    [9_999_499, '₹99.99 Lakh'],
    [9_999_500, '₹1 Crore'],
    [12_345_678, '₹1.23 Crore'],
    [50_00_00_000, '₹50 Crore'],
  ])('%d is %s', (amount, text) => {
    expect(formatPrice(amount)).toBe(text);
  });

  /** The figure in front of the unit, and rupees of a hundredth of the unit. */
  const getParts = (amount: number) => {
    const [, figure = '', unit] = /^₹([\d,.]+) (Lakh|Crore)$/.exec(formatPrice(amount)) ?? [];
    return { figure: figure.replaceAll(',', ''), hundredth: unit === 'Crore' ? 100_000 : 1_000 };
  };

  it('is within half a hundredth of its unit of the amount, and has no trailing zeros', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100_000, max: 1_000_000_000 }), (amount) => {
        const { figure, hundredth } = getParts(amount);
        // In whole hundredths: exactly half of one must not be rounded away from by a floating-point error.
        expect(Math.abs(Math.round(Number(figure) * 100) * hundredth - amount)).toBeLessThanOrEqual(hundredth / 2);
        expect(figure).not.toMatch(/\.\d*0$|\.$/);
      }),
    );
  });

  it('keeps the order of prices', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100_000, max: 1e9 }), fc.integer({ min: 1, max: 1e9 }), (lower, more) => {
        const shown = (amount: number) => Number(getParts(amount).figure) * getParts(amount).hundredth;
        expect(shown(lower)).toBeLessThanOrEqual(shown(lower + more));
      }),
    );
  });
});

describe('countText', () => {
  it('groups as in India', () => {
    expect([0, 97, 1236, 184_000].map(formatCount)).toEqual(['0', '97', '1,236', '1,84,000']);
  });
});

it('numbers are grouped and rounded like Intl.NumberFormat for India', () => {
  const inIndia = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });
  const inLakhs = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 });
  const halves = fc.integer({ min: -2_000_000, max: 2_000_000 }).map((number) => number / 2);
  // Intl.NumberFormat distinguishes the two zeros.
  const any = fc.double({ min: -1e15, max: 1e15, noNaN: true }).map((number) => number + 0);
  fc.assert(
    fc.property(fc.oneof(halves, any), (count) => {
      expect(formatCount(count)).toBe(inIndia.format(count));
    }),
  );
  const price = fc.integer({ min: 100_000, max: 9_999_499 });
  fc.assert(
    fc.property(price, (amount) => {
      expect(formatPrice(amount)).toBe(`₹${inLakhs.format(amount / 100_000)} Lakh`);
    }),
  );
});
