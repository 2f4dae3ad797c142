import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatFieldErrors } from '~/domain/shared/result';
import {
  createPaymentPlan,
  type FinanceCase,
  paymentMethods,
  validateFinanceCase,
} from '~/domain/finance/payment-plan';

/** The defaults of docs/product.md, "EMI calculator". */
const usual: FinanceCase = {
  method: 'bank-loan',
  price: 100_000,
  downPayment: 20_000,
  rate: 8.5,
  tenure: 24,
  processingFee: 1000,
};

describe('paymentPlan', () => {
  it('has the total of instalments, down payment and fee', () => {
    expect(createPaymentPlan(usual)).toMatchObject({
      loan: { principal: 80_000, emi: 3636, totalInterest: 3636 * 24 - 80_000 },
      totalPayment: 3636 * 24 + 20_000 + 1000,
      discount: 0,
    });
  });

  it('takes 5 % off a spot purchase, which has no loan and no fee', () => {
    expect(createPaymentPlan({ ...usual, method: 'spot-purchase' })).toMatchObject({
      discount: 5000,
      downPayment: 0,
      processingFee: 0,
      totalPayment: 95_000,
      loan: { emi: 0, totalInterest: 0, principal: 0 },
    });
  });

  it('has no interest but still a fee with Zero Interest EMI', () => {
    expect(createPaymentPlan({ ...usual, method: 'zero-interest' })).toMatchObject({
      loan: { emi: 3333, rate: 0, totalInterest: 0 },
      totalPayment: 3333 * 24 + 20_000 + 1000,
    });
  });

  it('has no figure for invalid input, and none that is not a number', () => {
    const figure = fc.oneof(fc.double(), fc.constantFrom(Number.NaN, -1, 0, 24));
    const cases = fc.record({
      method: fc.constantFrom(...paymentMethods),
      price: figure,
      downPayment: figure,
      rate: figure,
      tenure: figure,
      processingFee: figure,
    });
    fc.assert(
      fc.property(cases, (requested) => {
        const plan = createPaymentPlan(requested);
        const isInvalid = Object.keys(validateFinanceCase(requested)).length > 0;
        expect(plan === null).toBe(isInvalid);
        expect([plan?.totalPayment, plan?.loan.emi, plan?.loan.totalInterest, plan?.discount]).not.toContain(
          Number.NaN,
        );
      }),
    );
  });
});

describe('financeErrors', () => {
  const tooMuch = {
    price: 'Vehicle Price must be at most ₹10,00,00,00,000',
    downPayment: 'Down Payment must be at most ₹10,00,00,00,000',
  };

  it.each([
    [{ downPayment: 100_001 }, { downPayment: 'Down Payment must not be more than the Vehicle Price' }],
    [{ price: Number.NaN }, { price: 'Vehicle Price must be a number' }],
    [{ downPayment: -1 }, { downPayment: 'Down Payment must be 0 or more' }],
    [{ processingFee: -1 }, { processingFee: 'Processing Fee must be 0 or more' }],
    [{ rate: Number.NaN }, { rate: 'Interest Rate must be a number such as 8.5' }],
    [{ rate: -1 }, { rate: 'Interest Rate must be 0 or more' }],
    [{ price: -1 }, { price: 'Vehicle Price must be 0 or more' }],
    [{ tenure: Number.NaN }, { tenure: 'Loan Tenure must be a number' }],
    [{ tenure: 1.5 }, { tenure: 'Loan Tenure must be a whole number of months, 1 or more' }],
    [{ price: 1e15 }, { price: 'Vehicle Price must be at most ₹10,00,00,00,000' }],
    [{ price: 1e11, downPayment: 1e11 }, tooMuch],
    [{ processingFee: 1e12 }, { processingFee: 'Processing Fee must be at most ₹10,00,00,00,000' }],
    [{ method: 'spot-purchase' as const, price: 1e12 }, { price: tooMuch.price }],
    [{ downPayment: 100_000 }, {}],
  ])('%o: %o', (change, errors) => {
    expect(formatFieldErrors(validateFinanceCase({ ...usual, ...change }))).toEqual(errors);
  });

  it('does not require figures that a spot purchase does not use', () => {
    expect(validateFinanceCase({ ...usual, method: 'spot-purchase', rate: -1, tenure: 0, downPayment: 1e9 })).toEqual(
      {},
    );
  });
});
