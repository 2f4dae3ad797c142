import type { LoaderFunctionArgs } from '@remix-run/node';
import { answerCsv } from '~/doors/csv';
import { amortisationSchedule } from '~/domain/finance/amortisation-schedule';
import { financeErrors, paymentPlan } from '~/domain/finance/payment-plan';
import { runtimeOf } from '~/http/runtime.server';
import { loadCase } from './load-case.server';
import { caseOf } from './typed-case';

const heads = ['Month', 'Opening balance', 'Paid', 'Interest', 'Principal', 'Closing balance'];

/** The loan of the calculator's address month by month, as CSV in whole rupees; 404 for a case without a loan. */
export function loader({ request, context }: LoaderFunctionArgs): Response {
  const asked = caseOf(loadCase(request, runtimeOf(context)).typed);
  const hasLoan = Object.keys(financeErrors(asked)).length === 0 && asked.method !== 'spot-purchase';
  const schedule = hasLoan ? amortisationSchedule(paymentPlan(asked).loan) : [];
  if (schedule.length === 0) return new Response('There is no loan to write down.', { status: 404 });
  const rows = schedule.map(({ month, opening, paid, interest, principal, closing }) =>
    [month, opening, paid, interest, principal, closing].map(String),
  );
  return answerCsv('emi-schedule.csv', [heads, ...rows]);
}
