import { z } from 'zod';
import { fixErrors } from '../fix-errors';
import { type Loan, loanErrors, loanLimits } from './emi';

/** What is no number is `NaN`, so that the sentences of all three figures come together, from the rules of a loan. */
const figure = z
  .unknown()
  .default(Number.NaN)
  .transform((value) => (typeof value === 'number' ? value : Number.NaN));

const schema: z.ZodType<Loan> = z
  .object({ principal: figure, rate: figure, tenure: figure })
  .check(({ value, issues }) => {
    for (const [field, message] of Object.entries(loanErrors(value))) {
      issues.push({ code: 'custom', path: [field], message, input: value });
    }
    // The screen rounds what people type; a program is told instead.
    if (Number.isFinite(value.principal) && !Number.isInteger(value.principal)) {
      issues.push({ code: 'custom', path: ['principal'], message: 'Principal must be in whole rupees', input: value });
    }
  })
  .meta({
    json: {
      type: 'object',
      properties: {
        principal: { type: 'integer', minimum: 0, maximum: loanLimits.principal, description: 'Whole rupees.' },
        rate: { type: 'number', minimum: 0, maximum: loanLimits.rate, description: 'Percent a year.' },
        tenure: { type: 'integer', minimum: 1, maximum: loanLimits.tenure, description: 'Months.' },
      },
      required: ['principal', 'rate', 'tenure'],
    },
  });

/** What the calculator is asked over the API (docs/product.md, "Instalments"): its rules, which are those of the screen. */
export const emiQuestion = {
  schema: () => schema,
  invalidMessage: () => fixErrors,
};
