import { z } from 'zod';
import { encodeReason } from '../shared/result';
import { type Loan, loanLimits, validateLoan } from './payment-plan';

/** Maps anything but a number to `NaN`, so that the loan rules report the errors of all three figures together. */
const figure = z
  .unknown()
  .default(Number.NaN)
  .transform((value) => (typeof value === 'number' ? value : Number.NaN));

const schema: z.ZodType<Loan> = z
  .object({ principal: figure, rate: figure, tenure: figure })
  .check(({ value, issues }) => {
    for (const [field, reason] of Object.entries(validateLoan(value))) {
      issues.push({ code: 'custom', path: [field], message: encodeReason(reason), input: value });
    }
    // The screen rounds what users type; the API rejects it instead.
    if (Number.isFinite(value.principal) && !Number.isInteger(value.principal)) {
      const message = encodeReason({ code: 'not_whole_rupees', values: { label: 'Principal' } });
      issues.push({ code: 'custom', path: ['principal'], message, input: value });
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

/**
 * Input of the EMI endpoint of the API (docs/product.md, "Instalments"), with the same validation rules as the screen.
 */
export const emiQuerySchema = {
  schema: () => schema,
};
