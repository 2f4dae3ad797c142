import { financeErrors } from '../finance/payment-plan';

/**
 * What a message can be about, as links to the contact form carry it in `about`: an offer's id, alone or as
 * `vehicle:1`, a plan, the figures of a loan, an item of the enquiry list; several are separated by commas. The message
 * is tagged with the same words, and an offer's id alone as `vehicle:1` or `listing:1`.
 */

export type LoanFigures = {
  /** Whole rupees. */
  price: number;
  downPayment: number;
  processingFee: number;
  /** Percent a year. */
  rate: number;
  tenureMonths: number;
};

type About =
  /** Any offer's id: a vehicle's or a listing's. */
  | { kind: 'offer'; id: string }
  | { kind: 'plan'; id: string }
  | { kind: 'accessory'; id: string }
  | { kind: 'loan'; figures: LoanFigures };

export const aboutPlan = (id: string): string => `plan:${id}`;
export const aboutAccessory = (id: string): string => `accessory:${id}`;
/** Price, down payment, percent a year, months and processing fee: `loan:100000-20000-8.5-24-1000`. */
export const aboutLoan = ({ price, downPayment, rate, tenureMonths, processingFee }: LoanFigures): string =>
  `loan:${[price, downPayment, rate, tenureMonths, processingFee].join('-')}`;

/** Several things as one `about`. */
export const aboutAll = (abouts: readonly string[]): string => abouts.join(',');

const loanPattern = /^loan:(\d{1,12})-(\d{1,12})-(\d{1,4}(?:\.\d{1,20})?)-(\d{1,4})-(\d{1,12})$/;

/** An address is written by anybody: what it says is borrowed has to be what the calculator can work out. */
function isPossible({ tenureMonths, ...figures }: LoanFigures): boolean {
  return Object.keys(financeErrors({ method: 'bank-loan', tenure: tenureMonths, ...figures })).length === 0;
}

/** @returns null for what can't be meant by anything */
export function readAbout(text: string): About | null {
  const loan = loanPattern.exec(text);
  if (loan) {
    const [price = 0, downPayment = 0, rate = 0, tenureMonths = 0, processingFee = 0] = loan.slice(1).map(Number);
    const figures = { price, downPayment, rate, tenureMonths, processingFee };
    return isPossible(figures) ? { kind: 'loan', figures } : null;
  }
  const [, kind, id] = /^(?:(plan|accessory|vehicle|listing):)?([\w-]{1,64})$/.exec(text) ?? [];
  if (!id) return null;
  if (kind === 'plan' || kind === 'accessory') return { kind, id };
  return { kind: 'offer', id };
}

/** The parts of an `about`, without empty ones and repetitions. */
export const splitAbout = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
];
