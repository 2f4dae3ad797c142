import { z } from 'zod';
import { type Loan, loanErrors, loanSentences } from './emi';

const schema: z.ZodType<Loan> = z
  .object({
    principal: z.number({ error: loanSentences.principal }),
    rate: z.number({ error: loanSentences.rate }),
    tenure: z.number({ error: loanSentences.tenure }),
  })
  .check(({ value, issues }) => {
    for (const [field, message] of Object.entries(loanErrors(value))) {
      issues.push({ code: 'custom', path: [field], message, input: value });
    }
  })
  .transform(({ principal, ...loan }) => ({ ...loan, principal: Math.round(principal) }));

/** What the calculator is asked over the API (product.md section 7): its rules, which are those of the screen. */
export const emiQuestion = {
  schema: () => schema,
  invalidMessage: () => 'Please fix the validation errors above',
};
