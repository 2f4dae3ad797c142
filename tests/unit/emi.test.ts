import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatFieldErrors } from '~/domain/shared/result';
import { calculateDefaultEmi } from '~/domain/content/finance-content.server';
import {
  calculateEffectiveRate,
  calculateEmi,
  createAmortisationSchedule,
  validateLoan,
} from '~/domain/finance/payment-plan';
import { freshDatabase } from '../support/fresh-database';

const loans = fc.record({
  principal: fc.integer({ min: 1, max: 5_000_000 }),
  rate: fc.double({ min: 0, max: 60, noNaN: true }),
  tenure: fc.integer({ min: 1, max: 120 }),
});
const anyNumber = fc.oneof(
  fc.double(),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 0, 1e308, 5e-324),
);

const db = freshDatabase();

it('the instalment of an offer is that of four fifths of its price, and rises with it', () => {
  expect(calculateDefaultEmi(db, 100_000)).toMatchObject({ principal: 80_000, emi: 3636 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5_000_000 }), fc.integer({ min: 0, max: 50_000 }), (price, more) => {
      const { emi, principal } = calculateDefaultEmi(db, price);
      expect(Math.abs(principal - price * 0.8)).toBeLessThanOrEqual(0.5);
      const { emi: higher } = calculateDefaultEmi(db, price + more);
      expect(higher).toBeGreaterThanOrEqual(emi);
      if (more >= 100) expect(higher).toBeGreaterThan(emi);
    }),
  );
});

describe('calculateEmi', () => {
  it.each([
    // The defaults of docs/product.md, "Instalments".
    [{ principal: 80_000, rate: 8.5, tenure: 24 }, 3636],
    // Published examples of lenders: ten lakh at 7.2 % over ten years; one lakh at 12 % over a year.
    [{ principal: 1_000_000, rate: 7.2, tenure: 120 }, 11_714],
    [{ principal: 100_000, rate: 12, tenure: 12 }, 8885],
    [{ principal: 80_000, rate: 0, tenure: 24 }, 3333],
  ])('%o is %d a month', (loan, emi) => {
    expect(calculateEmi(loan)).toEqual({
      ...loan,
      emi,
      totalAmount: emi * loan.tenure,
      totalInterest: Math.max(0, emi * loan.tenure - loan.principal),
    });
  });

  it('is the closed formula, rounded to whole rupees', () => {
    fc.assert(
      fc.property(loans, (loan) => {
        const monthlyRate = loan.rate / 12 / 100;
        const growth = (1 + monthlyRate) ** loan.tenure;
        // At tiny rates the textbook form of the formula loses its digits.
        fc.pre(loan.rate > 0.01);
        const exact = (loan.principal * monthlyRate * growth) / (growth - 1);
        expect(Math.abs(calculateEmi(loan).emi - exact)).toBeLessThanOrEqual(0.5 + 1e-6 * exact);
      }),
    );
  });

  it('approaches principal / tenure as the rate approaches zero', () => {
    fc.assert(
      fc.property(loans, ({ principal, tenure }) => {
        const { emi } = calculateEmi({ principal, rate: 1e-9, tenure });
        expect(Math.abs(emi - principal / tenure)).toBeLessThanOrEqual(0.5 + 1e-6 * principal);
      }),
    );
  });

  it('accepts the largest loan and the shortest term, and nothing beyond', () => {
    const largest = { principal: 10_000_000_000, rate: 1000, tenure: 600 };
    expect(validateLoan(largest)).toEqual({});
    expect(validateLoan({ principal: 0, rate: 0, tenure: 1 })).toEqual({});
    for (const [name, figure, errors] of [
      ['principal', 10_000_000_001, { principal: 'Principal must be at most ₹10,00,00,00,000' }],
      ['rate', 1000.1, { rate: 'Interest Rate must be at most 1,000' }],
      ['tenure', 601, { tenure: 'Loan Tenure must be at most 600 months' }],
      ['tenure', 0, { tenure: 'Loan Tenure must be a whole number of months, 1 or more' }],
      ['principal', -1, { principal: 'Principal must be 0 or more' }],
      ['rate', -0.1, { rate: 'Interest Rate must be 0 or more' }],
    ] as const) {
      expect(formatFieldErrors(validateLoan({ ...largest, [name]: figure }))).toEqual(errors);
    }
  });

  it('returns 0 and a reason for invalid loans, never NaN or Infinity', () => {
    fc.assert(
      fc.property(anyNumber, anyNumber, anyNumber, (principal, rate, tenure) => {
        const { emi, totalAmount, totalInterest } = calculateEmi({ principal, rate, tenure });
        for (const figure of [emi, totalAmount, totalInterest]) expect(Number.isSafeInteger(figure)).toBe(true);
        if (Object.keys(validateLoan({ principal, rate, tenure })).length > 0) expect(emi).toBe(0);
      }),
    );
    expect(validateLoan({ principal: -1, rate: Number.NaN, tenure: 0.5 })).toEqual({
      principal: { code: 'negative', values: { label: 'Principal' } },
      rate: { code: 'rate_not_a_number' },
      tenure: { code: 'tenure_not_whole' },
    });
  });
});

describe('amortisationSchedule', () => {
  it('follows the published table of one lakh at 12 % over a year', () => {
    const published = [
      [1, 1000, 7885],
      [2, 921, 7964],
      [3, 842, 8043],
      [4, 761, 8124],
      [5, 680, 8205],
      [6, 598, 8287],
    ];
    const schedule = createAmortisationSchedule({ principal: 100_000, rate: 12, tenure: 12 });
    expect(schedule.slice(0, 6).map(({ month, interest, principal }) => [month, interest, principal])).toEqual(
      published,
    );
    expect(schedule).toHaveLength(12);
  });

  it('sums to the loan exactly, every line adding up', () => {
    fc.assert(
      fc.property(loans, (loan) => {
        const schedule = createAmortisationSchedule(loan);
        const { emi } = calculateEmi(loan);
        expect(schedule).toHaveLength(loan.tenure);
        expect(schedule.reduce((sum, { principal }) => sum + principal, 0)).toBe(loan.principal);
        expect(schedule.at(-1)?.closing).toBe(0);
        let balance = loan.principal;
        for (const { opening, interest, principal, paid, closing } of schedule) {
          expect(opening).toBe(balance);
          expect(closing).toBe(opening - principal);
          expect(paid).toBe(interest + principal);
          expect(principal).toBeGreaterThanOrEqual(0);
          expect(closing).toBeGreaterThanOrEqual(0);
          balance = closing;
        }
        for (const { paid } of schedule.slice(0, -1)) expect(paid).toBeLessThanOrEqual(emi);
      }),
    );
  });

  it('is empty for an invalid loan', () => {
    expect(createAmortisationSchedule({ principal: -1, rate: 8, tenure: 12 })).toEqual([]);
    expect(createAmortisationSchedule({ principal: 0, rate: 8, tenure: 12 })).toEqual([]);
    expect(createAmortisationSchedule({ principal: 5, rate: 8, tenure: 1e9 })).toEqual([]);
  });
});

describe('effectiveRate', () => {
  it('matches a published statement of key facts: 12 % with a fee of 3 % over a year is 17.8 %', () => {
    expect(calculateEffectiveRate({ principal: 100_000, rate: 12, tenure: 12 }, 3000)).toBeCloseTo(17.83, 1);
  });

  it('is the rate itself without a fee', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 50_000, max: 5_000_000 }),
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 6, max: 84 }),
        (principal, tenths, tenure) => {
          const rate = tenths / 10;
          expect(calculateEffectiveRate({ principal, rate, tenure }, 0)).toBeCloseTo(rate, 1);
        },
      ),
    );
  });

  it('rises with the fee, also without interest', () => {
    const loan = { principal: 80_000, rate: 0, tenure: 24 };
    expect(calculateEffectiveRate(loan, 0)).toBe(0);
    expect(calculateEffectiveRate(loan, 1000)).toBeGreaterThan(1);
    expect(calculateEffectiveRate(loan, 2000)).toBeGreaterThan(calculateEffectiveRate(loan, 1000) ?? 0);
  });

  it('is above a hundred percent a month when most of the loan is withheld', () => {
    // One instalment of 1,000 after a month for 400 now.
    expect(calculateEffectiveRate({ principal: 1000, rate: 0, tenure: 1 }, 600)).toBeCloseTo(1800, 2);
    // Two of 500: the positive root of 400 x² = 500 x + 500, less one, times twelve.
    const monthly = (500 + Math.sqrt(500 ** 2 + 4 * 400 * 500)) / 800 - 1;
    expect(calculateEffectiveRate({ principal: 1000, rate: 0, tenure: 2 }, 600)).toBeCloseTo(monthly * 1200, 1);
  });

  it('counts instalments in their order: the last differs from the others', () => {
    const rate = calculateEffectiveRate({ principal: 49, rate: 12, tenure: 3 }, 0) ?? Number.NaN;
    const schedule = createAmortisationSchedule({ principal: 49, rate: 12, tenure: 3 });
    const value = schedule.reduce((sum, { month, paid }) => sum + paid / (1 + rate / 1200) ** month, 0);
    expect(new Set(schedule.map(({ paid }) => paid)).size).toBeGreaterThan(1);
    expect(value).toBeCloseTo(49, 2);
  });

  it('is null when nothing is paid out', () => {
    expect(calculateEffectiveRate({ principal: 1000, rate: 8, tenure: 12 }, 1000)).toBeNull();
    expect(calculateEffectiveRate({ principal: 0, rate: 8, tenure: 12 }, 0)).toBeNull();
  });
});
