/** Loan terms: whole rupees, percent a year, whole months. */
export type Loan = { principal: number; rate: number; tenure: number };

/** A loan with its cost, in whole rupees (docs/product.md, "Instalments"). */
export type Emi = Loan & {
  /** The equated monthly instalment. */
  emi: number;
  totalAmount: number;
  totalInterest: number;
};

/**
 * Upper limits, a thousand crore rupees and fifty years: far above any two-wheeler loan, and figures beyond them would
 * no longer be exact.
 */
export const loanLimits = { principal: 10_000_000_000, rate: 1000, tenure: 600 } as const;

/** Validation errors of each figure of a loan. */
export const loanSentences = {
  principal: 'Principal must be 0 or more',
  principalTooLarge: 'Principal must be at most ₹10,00,00,00,000',
  rate: 'Interest Rate must be 0 or more',
  rateTooHigh: 'Interest Rate must be at most 1,000',
  tenure: 'Loan Tenure must be a whole number of months, 1 or more',
  tenureTooLong: 'Loan Tenure must be at most 600 months',
} as const;

/** Validates a loan: one sentence for each invalid figure, empty for a valid loan. */
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

/** Monthly rate as a fraction, from percent a year. */
export const monthlyRateOf = (rate: number): number => rate / 12 / 100;

/** The unrounded instalment; `calculateEmi` rounds it. */
function exactInstalment({ principal, rate, tenure }: Loan): number {
  const monthlyRate = monthlyRateOf(rate);
  if (monthlyRate === 0) return principal / tenure;
  // Equals 1 - (1 + monthlyRate) ** -tenure, which would lose precision at small rates.
  return (principal * monthlyRate) / -Math.expm1(-tenure * Math.log1p(monthlyRate));
}

/**
 * Calculates the instalment by the standard reducing-balance formula (docs/product.md, "Instalments"). The monthly
 * figure is rounded to whole rupees first and every total is computed from the rounded one (docs/product.md,
 * "Instalments"), so that the displayed figures add up. Where rounding down leaves the instalments a few rupees short
 * of the loan, the interest is 0: the last instalment of the schedule makes up the difference.
 *
 * @returns 0 in every cost figure for a loan that `loanErrors` rejects, never `NaN`
 */
export function calculateEmi({ principal, rate, tenure }: Loan): Emi {
  const loan = { principal, rate, tenure };
  if (Object.keys(loanErrors(loan)).length > 0) return { emi: 0, totalAmount: 0, totalInterest: 0, ...loan };
  const emi = Math.round(exactInstalment(loan));
  const totalAmount = emi * tenure;
  return { emi, totalAmount, totalInterest: Math.max(0, totalAmount - principal), ...loan };
}
