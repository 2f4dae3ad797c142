import { calculateEmi, type Loan, loanErrors, monthlyRateOf } from './emi';

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

/**
 * A loan month by month. Interest is that of the month's opening balance, rounded to whole rupees; the last instalment
 * is whatever is left, so the principal of all months sums to the loan exactly.
 *
 * @returns as many instalments as months; none for nothing borrowed or a loan that cannot be worked out
 */
export function amortisationSchedule(loan: Loan): Instalment[] {
  const { emi, principal: borrowed, rate, tenure } = calculateEmi(loan);
  if (borrowed === 0 || Object.keys(loanErrors(loan)).length > 0) return [];
  const monthlyRate = monthlyRateOf(rate);
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
