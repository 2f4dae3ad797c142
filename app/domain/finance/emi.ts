/** What is borrowed: whole rupees, percent a year, whole months. */
export type Loan = { principal: number; rate: number; tenure: number };

/** A loan with what it costs, in whole rupees (docs/product.md, "Instalments"). */
export type Emi = Loan & {
  /** The equated monthly instalment. */
  emi: number;
  totalAmount: number;
  totalInterest: number;
};

/**
 * Past these nobody borrows for a two-wheeler, and figures would no longer be exact: a thousand crore rupees, and fifty
 * years.
 */
export const loanLimits = { principal: 10_000_000_000, rate: 1000, tenure: 600 } as const;

/** What is asked of each figure of a loan, as one sentence. */
export const loanSentences = {
  principal: 'Principal must be 0 or more',
  principalTooLarge: 'Principal must be at most ₹10,00,00,00,000',
  rate: 'Interest Rate must be 0 or more',
  rateTooHigh: 'Interest Rate must be at most 1,000',
  tenure: 'Loan Tenure must be a whole number of months, 1 or more',
  tenureTooLong: 'Loan Tenure must be at most 600 months',
} as const;

/** One sentence for each figure that no loan can have; empty for a loan that can be worked out. */
export function loanErrors({ principal, rate, tenure }: Loan): Partial<Record<keyof Loan, string>> {
  const errors: Partial<Record<keyof Loan, string>> = {};
  if (!(principal >= 0)) errors.principal = loanSentences.principal;
  else if (principal > loanLimits.principal) errors.principal = loanSentences.principalTooLarge;
  if (!(rate >= 0)) errors.rate = loanSentences.rate;
  else if (rate > loanLimits.rate) errors.rate = loanSentences.rateTooHigh;
  if (!(Number.isInteger(tenure) && tenure >= 1)) errors.tenure = loanSentences.tenure;
  else if (tenure > loanLimits.tenure) errors.tenure = loanSentences.tenureTooLong;
  return errors;
}

/** The rate of one month as a fraction, from percent a year. */
export const monthlyRateOf = (rate: number): number => rate / 12 / 100;

/** The instalment to the last digit, which `calculateEmi` rounds. */
function exactInstalment({ principal, rate, tenure }: Loan): number {
  const monthlyRate = monthlyRateOf(rate);
  if (monthlyRate === 0) return principal / tenure;
  // 1 - (1 + monthlyRate) ** -tenure, which would lose its digits at small rates.
  return (principal * monthlyRate) / -Math.expm1(-tenure * Math.log1p(monthlyRate));
}

/**
 * The standard reducing-balance formula (docs/product.md, "Instalments"). The monthly figure is rounded to whole rupees first and
 * every total is made from the rounded one (docs/product.md, "Instalments"), so that what is shown adds up. Where rounding down
 * leaves the instalments a few rupees short of the loan, the interest is 0: the last instalment of the schedule makes
 * it good.
 *
 * @returns 0 in every figure of cost for a loan that `loanErrors` finds fault with, never `NaN`
 */
export function calculateEmi({ principal, rate, tenure }: Loan): Emi {
  const loan = { principal, rate, tenure };
  if (Object.keys(loanErrors(loan)).length > 0) return { emi: 0, totalAmount: 0, totalInterest: 0, ...loan };
  const emi = Math.round(exactInstalment(loan));
  const totalAmount = emi * tenure;
  return { emi, totalAmount, totalInterest: Math.max(0, totalAmount - principal), ...loan };
}
