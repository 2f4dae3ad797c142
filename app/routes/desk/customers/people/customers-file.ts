import type { LoaderFunctionArgs } from '@remix-run/node';
import { hasFreshPassword } from '~/domain/accounts/fresh-password';
import { recordFile } from '~/domain/moderation/audit-log.server';
import { createCustomersFile } from '~/domain/people/customer-files.server';
import { anonymous } from '~/domain/shared/actor';
import { csvType } from '~/http/csv';
import { seeOther } from '~/http/responses.server';
import { deskPaths } from '~/paths';
import { requireDesk } from '../../access.server';

/** All customers, for an operator who has just confirmed the password; others are asked for it. */
export function loader(route: LoaderFunctionArgs): Response {
  const { runtime, operator } = requireDesk(route, 'customers-csv');
  const now = runtime.clock();
  if (!hasFreshPassword(operator, now)) return seeOther(route.request, deskPaths.people());
  recordFile({ db: runtime.db, actor: { ...anonymous, user: operator }, now }, 'took the file of all customers');
  return new Response(createCustomersFile(runtime.db), {
    headers: { 'Content-Type': csvType, 'Content-Disposition': 'attachment; filename="customers.csv"' },
  });
}
