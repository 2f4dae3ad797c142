import { rupeesText } from '../shared/money';
import { calculateEmi, type Emi, type Loan, loanErrors, loanLimits } from './emi';

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

/** Result of the calculator, in whole rupees. */
export type PaymentPlan = {
  method: PaymentMethod;
  price: number;
  /** Deducted from the price of a spot purchase; otherwise 0. */
  discount: number;
  /** 0 for a spot purchase, as is the fee: nothing is borrowed, and there are no instalments. */
  downPayment: number;
  processingFee: number;
  loan: Emi;
  /**
   * Instalments, down payment and fee (docs/product.md, "EMI calculator"); for a spot purchase the price less the
   * discount.
   */
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

/** The loan of a case. Zero Interest EMI always has a rate of 0. */
export function loanOf({ method, price, downPayment, rate, tenure }: FinanceCase): Loan {
  return { principal: price - downPayment, rate: method === 'zero-interest' ? 0 : rate, tenure };
}

/** Validates amounts; none may exceed the limit of a loan. */
function amountErrors(requested: FinanceCase, fields: readonly FinanceField[]): Partial<Record<FinanceField, string>> {
  const errors: Partial<Record<FinanceField, string>> = {};
  for (const field of fields) {
    if (!(requested[field] >= 0)) errors[field] = `${financeLabels[field]} must be 0 or more`;
    else if (requested[field] > loanLimits.principal) {
      errors[field] = `${financeLabels[field]} must be at most ${rupeesText(loanLimits.principal)}`;
    }
  }
  return errors;
}

/**
 * Validates a case: one sentence for each invalid figure. Figures that the payment method does not use are not
 * validated.
 */
export function financeErrors(requested: FinanceCase): Partial<Record<FinanceField, string>> {
  if (requested.method === 'spot-purchase') return amountErrors(requested, ['price']);
  const amounts = amountErrors(requested, ['price', 'downPayment', 'processingFee']);
  const { principal: _, ...loan } = loanErrors(loanOf(requested));
  const isTooMuchDown = !amounts.price && !amounts.downPayment && requested.downPayment > requested.price;
  const tooMuchDown = { downPayment: 'Down Payment must not be more than the Vehicle Price' };
  return { ...loan, ...amounts, ...(isTooMuchDown && tooMuchDown) };
}

/**
 * Calculates the payment plan of a case.
 *
 * @param loan cost of its loan, where it was already calculated elsewhere
 * @returns 0 in every cost figure when `financeErrors` rejects the case
 */
export function paymentPlan(requested: FinanceCase, loan: Emi = calculateEmi(loanOf(requested))): PaymentPlan {
  const { method } = requested;
  if (Object.keys(financeErrors(requested)).length > 0) {
    const nothing = { price: 0, discount: 0, downPayment: 0, processingFee: 0, totalPayment: 0 };
    return { method, ...nothing, loan: noLoan };
  }
  const { price, downPayment, processingFee } = requested;
  if (method === 'spot-purchase') {
    const discount = Math.round((price * spotDiscountPercent) / 100);
    return { method, price, discount, downPayment: 0, processingFee: 0, loan: noLoan, totalPayment: price - discount };
  }
  const totalPayment = loan.totalAmount + downPayment + processingFee;
  return { method, price, discount: 0, downPayment, processingFee, loan, totalPayment };
}

const noLoan: Emi = { emi: 0, totalAmount: 0, totalInterest: 0, principal: 0, rate: 0, tenure: 0 };
