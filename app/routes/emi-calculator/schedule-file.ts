import type { LoaderFunctionArgs } from '@remix-run/node';
import { createAmortisationSchedule, createPaymentPlan } from '~/domain/finance/payment-plan';
import { createCsvResponse } from '~/http/csv';
import { createGoneFile } from '~/http/gone-offer.server';
import { loadCase } from './route.server';
import { parseCase } from './finance-case';

const heads = ['Month', 'Opening balance', 'Paid', 'Interest', 'Principal', 'Closing balance'];

/** The schedule of the query's loan as CSV in whole rupees; 404 for a case without a loan. */
export function loader({ request, context }: LoaderFunctionArgs): Response {
  const { runtime } = context;
  const { goneId, formValues } = loadCase(request, runtime);
  if (goneId !== null) return createGoneFile(request, runtime, goneId);
  const plan = createPaymentPlan(parseCase(formValues));
  const schedule = plan ? createAmortisationSchedule(plan.loan) : [];
  if (schedule.length === 0) return new Response('There is no loan to calculate.', { status: 404 });
  const rows = schedule.map(({ month, opening, paid, interest, principal, closing }) =>
    [month, opening, paid, interest, principal, closing].map(String),
  );
  return createCsvResponse('emi-schedule.csv', [heads, ...rows]);
}
