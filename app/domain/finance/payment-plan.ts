import type { FigureReason } from '../shared/result';
import { formatCount, formatRupees } from '../shared/money';
import type { Measure } from '../shared/typed-numbers';

/** Loan terms: whole rupees, percent a year, whole months. */
export type Loan = { principal: number; rate: number; tenure: number };

/** A loan with its cost, in whole rupees (docs/product.md, "Instalments"). */
export type Emi = Loan & {
  emi: number;
  totalAmount: number;
  totalInterest: number;
};

/** A thousand crore rupees and fifty years: figures beyond them would no longer be exact. */
export const loanLimits = { principal: 10_000_000_000, rate: 1000, tenure: 600 } as const;

/** Why an amount is invalid; null for a valid one. @param label its name in the sentence */
function validateAmount(label: string, amount: number): FigureReason | null {
  if (Number.isNaN(amount)) return { code: 'not_a_number', values: { label } };
  if (amount < 0) return { code: 'negative', values: { label } };
  if (amount <= loanLimits.principal) return null;
  return { code: 'too_high', values: { label, most: formatRupees(loanLimits.principal) } };
}

function validateRate(rate: number): FigureReason | null {
  const label = financeLabels.rate;
  if (Number.isNaN(rate)) return { code: 'rate_not_a_number' };
  if (rate < 0) return { code: 'negative', values: { label } };
  return rate > loanLimits.rate ? { code: 'too_high', values: { label, most: formatCount(loanLimits.rate) } } : null;
}

function validateTenure(tenure: number): FigureReason | null {
  const label = financeLabels.tenure;
  if (Number.isNaN(tenure)) return { code: 'not_a_number', values: { label } };
  if (!(Number.isInteger(tenure) && tenure >= 1)) return { code: 'tenure_not_whole' };
  return tenure > loanLimits.tenure
    ? { code: 'too_high', values: { label, most: `${loanLimits.tenure} months` } }
    : null;
}

export function validateLoan({ principal, rate, tenure }: Loan): Partial<Record<keyof Loan, FigureReason>> {
  const [ofPrincipal, ofRate, ofTenure] = [
    validateAmount('Principal', principal),
    validateRate(rate),
    validateTenure(tenure),
  ];
  return {
    ...(ofPrincipal && { principal: ofPrincipal }),
    ...(ofRate && { rate: ofRate }),
    ...(ofTenure && { tenure: ofTenure }),
  };
}

/** Monthly rate as a fraction, from percent a year. */
const toMonthlyRate = (rate: number): number => rate / 12 / 100;

function calculateExactInstalment({ principal, rate, tenure }: Loan): number {
  const monthlyRate = toMonthlyRate(rate);
  if (monthlyRate === 0) return principal / tenure;
  // Equals 1 - (1 + monthlyRate) ** -tenure, which would lose precision at small rates.
  return (principal * monthlyRate) / -Math.expm1(-tenure * Math.log1p(monthlyRate));
}

/** Totals are of the rounded instalment (docs/product.md, "Instalments"); 0 for an invalid loan, never `NaN`. */
export function calculateEmi({ principal, rate, tenure }: Loan): Emi {
  const loan = { principal, rate, tenure };
  if (Object.keys(validateLoan(loan)).length > 0) return { emi: 0, totalAmount: 0, totalInterest: 0, ...loan };
  const emi = Math.round(calculateExactInstalment(loan));
  const totalAmount = emi * tenure;
  return { emi, totalAmount, totalInterest: Math.max(0, totalAmount - principal), ...loan };
}

/** One month of a loan, in whole rupees: `opening - principal = closing`, and `interest + principal` is paid. */
type Instalment = {
  /** Counts from 1. */
  month: number;
  opening: number;
  interest: number;
  principal: number;
  paid: number;
  closing: number;
};

/** The last instalment pays off the rest. @returns empty for a loan of 0 or an invalid one */
export function createAmortisationSchedule(loan: Loan): Instalment[] {
  const { emi, principal: borrowed, rate, tenure } = calculateEmi(loan);
  if (borrowed === 0 || Object.keys(validateLoan(loan)).length > 0) return [];
  const monthlyRate = toMonthlyRate(rate);
  const schedule: Instalment[] = [];
  let opening = borrowed;
  for (let month = 1; month <= tenure; month += 1) {
    const interest = Math.round(opening * monthlyRate);
    const principal = month === tenure ? opening : Math.min(opening, emi - interest);
    const closing = opening - principal;
    schedule.push({ month, opening, interest, principal, paid: interest + principal, closing });
    opening = closing;
  }
  return schedule;
}

/** Present value of future instalments at a monthly rate (a fraction), in rupees. */
function calculatePresentValue(instalments: readonly number[], monthlyRate: number): number {
  let value = 0;
  for (const paid of [...instalments].reverse()) value = (value + paid) / (1 + monthlyRate);
  return value;
}

/** Bisection steps: more than the precision of a hundredth of a percent needs at any rate. */
const halvings = 60;

/** @param fee whole rupees, withheld @returns percent a year with two decimals; null when there is no loan */
export function calculateEffectiveRate(loan: Loan, fee: number): number | null {
  const instalments = createAmortisationSchedule(loan).map(({ paid }) => paid);
  const handedOut = loan.principal - fee;
  if (instalments.length === 0 || !(handedOut > 0)) return null;
  let low = 0;
  let high = 1;
  while (calculatePresentValue(instalments, high) > handedOut) high *= 2;
  for (let halving = 0; halving < halvings; halving += 1) {
    const middle = (low + high) / 2;
    if (calculatePresentValue(instalments, middle) > handedOut) low = middle;
    else high = middle;
  }
  return Math.round(low * 12 * 100 * 100) / 100;
}

/** Payment methods (docs/product.md, "EMI calculator"). */
export const paymentMethods = ['bank-loan', 'spot-purchase', 'zero-interest'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Input of the calculator: rupees, percent a year, months. A figure that is not a number is `NaN`. */
export type FinanceCase = {
  method: PaymentMethod;
  price: number;
  downPayment: number;
  rate: number;
  tenure: number;
  processingFee: number;
};

export type FinanceField = Exclude<keyof FinanceCase, 'method'>;

/** The cash discount on spot purchase (docs/product.md, "EMI calculator"), in percent. */
const spotDiscountPercent = 5;

export type PaymentPlan = {
  method: PaymentMethod;
  price: number;
  /** Deducted from the price of a spot purchase; otherwise 0. */
  discount: number;
  /** 0 for a spot purchase, as is the fee: nothing is borrowed, and there are no instalments. */
  downPayment: number;
  processingFee: number;
  loan: Emi;
  /** docs/product.md, "EMI calculator"; for a spot purchase the price less the discount. */
  totalPayment: number;
};

/** Labels of the calculator's inputs (docs/product.md, "EMI calculator"). */
export const financeLabels: Readonly<Record<FinanceField, string>> = {
  price: 'Vehicle Price',
  downPayment: 'Down Payment',
  rate: 'Interest Rate',
  tenure: 'Loan Tenure',
  processingFee: 'Processing Fee',
};

export const financeMeasures = {
  price: 'rupees',
  downPayment: 'rupees',
  rate: 'percent',
  tenure: 'months',
  processingFee: 'rupees',
} as const satisfies Record<FinanceField, Measure>;

/** The loan of a case. Zero Interest EMI always has a rate of 0. */
export function toLoan({ method, price, downPayment, rate, tenure }: FinanceCase): Loan {
  return { principal: price - downPayment, rate: method === 'zero-interest' ? 0 : rate, tenure };
}

function validateAmounts(
  requested: FinanceCase,
  fields: readonly FinanceField[],
): Partial<Record<FinanceField, FigureReason>> {
  const errors: Partial<Record<FinanceField, FigureReason>> = {};
  for (const field of fields) {
    const reason = validateAmount(financeLabels[field], requested[field]);
    if (reason) errors[field] = reason;
  }
  return errors;
}

/** Figures that the payment method does not use are not validated. */
export function validateFinanceCase(requested: FinanceCase): Partial<Record<FinanceField, FigureReason>> {
  if (requested.method === 'spot-purchase') return validateAmounts(requested, ['price']);
  const amounts = validateAmounts(requested, ['price', 'downPayment', 'processingFee']);
  const { principal: _, ...loan } = validateLoan(toLoan(requested));
  const isTooMuchDown = !amounts.price && !amounts.downPayment && requested.downPayment > requested.price;
  return { ...loan, ...amounts, ...(isTooMuchDown && { downPayment: { code: 'down_payment_too_high' } }) };
}

const noLoan: Emi = { emi: 0, totalAmount: 0, totalInterest: 0, principal: 0, rate: 0, tenure: 0 };

/** Null when `validateFinanceCase` rejects it. @param loan cost of its loan, if already calculated */
export function createPaymentPlan(
  requested: FinanceCase,
  loan: Emi = calculateEmi(toLoan(requested)),
): PaymentPlan | null {
  if (Object.keys(validateFinanceCase(requested)).length > 0) return null;
  const { method, price, downPayment, processingFee } = requested;
  if (method === 'spot-purchase') {
    const discount = Math.round((price * spotDiscountPercent) / 100);
    return { method, price, discount, downPayment: 0, processingFee: 0, loan: noLoan, totalPayment: price - discount };
  }
  const totalPayment = loan.totalAmount + downPayment + processingFee;
  return { method, price, discount: 0, downPayment, processingFee, loan, totalPayment };
}
