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
 * Builds the amortisation schedule of a loan. Interest is that of the month's opening balance, rounded to whole rupees;
 * the last instalment pays off the rest, so the principal of all months sums to the loan exactly.
 *
 * @returns one instalment per month; empty for a loan of 0 or an invalid one
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
