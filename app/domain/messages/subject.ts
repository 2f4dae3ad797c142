import type { Accessory } from '../content/accessories.server';
import { type FinanceCase, financeErrors } from '../finance/payment-plan';
import { rupeesText } from '../shared/money';

/**
 * Subjects of a message, as links to the contact form carry them in `about`: an offer's id, alone or as `vehicle:1`, a
 * plan, the figures of a loan, the price of a spot purchase, an item of the enquiry list; several are separated by
 * commas. The message is tagged with the same words, and an offer's id alone as `vehicle:1` or `listing:1`.
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
  /** Id of any offer: a vehicle or a listing. */
  | { kind: 'offer'; id: string }
  | { kind: 'plan'; id: string }
  | { kind: 'accessory'; id: string }
  | { kind: 'loan'; figures: LoanFigures }
  /** Whole rupees, before the discount. */
  | { kind: 'spot-purchase'; price: number };

export const aboutPlan = (id: string): string => `plan:${id}`;
export const aboutAccessory = (id: string): string => `accessory:${id}`;
/** Formats price, down payment, percent a year, months and processing fee: `loan:100000-20000-8.5-24-1000`. */
export const aboutLoan = ({ price, downPayment, rate, tenureMonths, processingFee }: LoanFigures): string =>
  `loan:${[price, downPayment, rate, tenureMonths, processingFee].join('-')}`;
/** Formats a price: `spot:100000`. */
export const aboutSpotPurchase = (price: number): string => `spot:${price}`;

/** Joins several subjects to one `about`. */
export const aboutAll = (abouts: readonly string[]): string => abouts.join(',');

const loanPattern = /^loan:(\d{1,12})-(\d{1,12})-(\d{1,4}(?:\.\d{1,20})?)-(\d{1,4})-(\d{1,12})$/;

const spotPattern = /^spot:(\d{1,12})$/;

/** Whether the calculator accepts the figures: the URL is untrusted input. */
const isPossible = (requested: FinanceCase): boolean => Object.keys(financeErrors(requested)).length === 0;

/** @returns null for an invalid subject */
export function readAbout(text: string): About | null {
  const loan = loanPattern.exec(text);
  if (loan) {
    const [price = 0, downPayment = 0, rate = 0, tenureMonths = 0, processingFee = 0] = loan.slice(1).map(Number);
    const figures = { price, downPayment, rate, processingFee };
    if (!isPossible({ method: 'bank-loan', ...figures, tenure: tenureMonths })) return null;
    return { kind: 'loan', figures: { ...figures, tenureMonths } };
  }
  const spot = spotPattern.exec(text);
  if (spot) {
    const price = Number(spot[1]);
    const nothingBorrowed = { downPayment: 0, rate: 0, tenure: 0, processingFee: 0 };
    return isPossible({ method: 'spot-purchase', price, ...nothingBorrowed }) ? { kind: 'spot-purchase', price } : null;
  }
  const [, kind, id] = /^(?:(plan|accessory|vehicle|listing):)?([\w-]{1,64})$/.exec(text) ?? [];
  if (!id) return null;
  if (kind === 'plan' || kind === 'accessory') return { kind, id };
  return { kind: 'offer', id };
}

/** Splits an `about` into its parts, without empty ones and duplicates. */
export const splitAbout = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
];

/** Maximum number of subjects of one message. */
export const maxSubjects = 12;

/** Validation error: an enquiry is a message, and has the same maximum number of subjects. */
export const enquiryFull = `You can enquire about up to ${maxSubjects} accessories at once`;

/** Total price of the items, in whole rupees. */
export const totalRupees = (items: readonly Accessory[]): number =>
  items.reduce((sum, { priceRupees }) => sum + priceRupees, 0);

/** Subject of the enquiry message: 'Enquiry about 2 accessories, ₹1,998'. */
export const enquirySubject = (items: readonly Accessory[]): string =>
  `Enquiry about ${items.length === 1 ? items[0]?.name : `${items.length} accessories`}, ${rupeesText(totalRupees(items))}`;
