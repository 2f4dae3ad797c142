import type { LoaderFunctionArgs } from '@remix-run/node';
import { hasFreshPassword } from '~/domain/accounts/fresh-password';
import { recordFile } from '~/domain/moderation/audit-log.server';
import { createPersonCopy } from '~/domain/people/customer-files.server';
import { findPerson } from '~/domain/people/person.server';
import { anonymous } from '~/domain/shared/actor';
import { csvType } from '~/http/csv';
import { seeOther } from '~/http/responses.server';
import { deskPaths } from '~/paths';
import { requireDesk } from '../../access.server';

/** All of a person, for an operator who has just confirmed the password; others are asked for it. */
export function loader(route: LoaderFunctionArgs): Response {
  const { runtime, operator } = requireDesk(route, 'erase');
  const { db } = runtime;
  const now = runtime.clock();
  const person = findPerson(db, route.params.person ?? '');
  if (!person) throw new Response(null, { status: 404 });
  if (!hasFreshPassword(operator, now)) return seeOther(route.request, deskPaths.person(person.id));
  recordFile({ db, actor: { ...anonymous, user: operator }, now }, 'took a copy for a person');
  return new Response(createPersonCopy(db, person), {
    headers: { 'Content-Type': csvType, 'Content-Disposition': 'attachment; filename="copy.csv"' },
  });
}
