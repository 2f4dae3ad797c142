import { amortisationSchedule } from './amortisation-schedule';
import type { Loan } from './emi';

/** Present value of future instalments at a monthly rate (a fraction), in rupees. */
function presentValue(instalments: readonly number[], monthlyRate: number): number {
  let value = 0;
  for (const paid of [...instalments].reverse()) value = (value + paid) / (1 + monthlyRate);
  return value;
}

/** Bisection steps: more than the precision of a hundredth of a percent needs at any rate. */
const halvings = 60;

/**
 * Effective yearly rate of a loan including its fee: the rate at which the present value of the instalments equals the
 * amount paid out, the loan less the fee. Twelve times the monthly rate, as lenders in India state it, so that without
 * a fee it is the loan's own rate.
 *
 * @param fee whole rupees, withheld when the loan is paid out
 * @returns percent a year with two decimals; null when there is no loan or the fee is all of it or more
 */
export function effectiveRate(loan: Loan, fee: number): number | null {
  const instalments = amortisationSchedule(loan).map(({ paid }) => paid);
  const handedOut = loan.principal - fee;
  if (instalments.length === 0 || !(handedOut > 0)) return null;
  let low = 0;
  let high = 1;
  while (presentValue(instalments, high) > handedOut) high *= 2;
  for (let halving = 0; halving < halvings; halving += 1) {
    const middle = (low + high) / 2;
    if (presentValue(instalments, middle) > handedOut) low = middle;
    else high = middle;
  }
  return Math.round(low * 12 * 100 * 100) / 100;
}
