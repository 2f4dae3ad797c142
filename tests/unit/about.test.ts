import { describe, expect, test } from 'vitest';
import { createAboutLoan, createAboutSpotPurchase, readAbout } from '~/domain/messages/message';

const loan = { price: 100_000, downPayment: 20_000, rate: 8.5, tenureMonths: 24, processingFee: 1000 };

describe("the loan of a message's subject", () => {
  test.each([
    ['the calculator’s own', {}],
    ['nothing borrowed', { downPayment: 100_000 }],
    ['a rate of many decimals', { rate: 8.333333 }],
    ['the highest rate there is', { rate: 1000 }],
    ['the longest tenure', { tenureMonths: 600 }],
  ])('%s is read as written', (_, changes) => {
    const figures = { ...loan, ...changes };
    expect(readAbout(createAboutLoan(figures))).toEqual({ kind: 'loan', figures });
  });

  test.each([
    ['more paid down than it costs', { downPayment: 100_001 }],
    ['no month', { tenureMonths: 0 }],
    ['half a month', { tenureMonths: 0.5 }],
    ['fifty-one years', { tenureMonths: 612 }],
    ['a rate past all bounds', { rate: 1001 }],
    ['a price below nothing', { price: -1 }],
    ['no number', { price: Number.NaN }],
  ])('%s is no subject', (_, changes) => {
    expect(readAbout(createAboutLoan({ ...loan, ...changes }))).toBeNull();
  });
});

describe("the spot purchase of a message's subject", () => {
  test.each([0, 1, 100_000, 10_000_000_000])('a price of %d is read as written', (price) => {
    expect(readAbout(createAboutSpotPurchase(price))).toEqual({ kind: 'spot-purchase', price });
  });

  test.each(['spot:', 'spot:-1', 'spot:1.5', 'spot:10000000001', 'spot:1-0-0-0-0', 'spot:x'])(
    '%s is no subject',
    (text) => {
      expect(readAbout(text)).toBeNull();
    },
  );
});
