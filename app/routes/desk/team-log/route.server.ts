import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { listOperators } from '~/domain/accounts/operators.server';
import { findFilteredAuditEvents } from '~/domain/moderation/audit-log.queries.server';
import { addDays, formatTimestamp, toInstant } from '~/domain/shared/dates';
import { getGrant } from '~/domain/shared/permissions';
import { parseTypedDay } from '~/domain/shared/typed-days';
import { readPageNumber } from '~/http/url-params';
import { auditSubjects } from '~db/enums';
import { requireDesk } from '../access.server';

export function loader(route: LoaderFunctionArgs) {
  const { runtime, operator } = requireDesk(route, 'log');
  const { db } = runtime;
  const { searchParams } = new URL(route.request.url);
  const isOwn = getGrant(operator.role, 'log') === 'own';
  const operators = listOperators(db).map(({ id, name }) => ({ value: id, label: name }));
  const who = isOwn ? operator.id : operators.find(({ value }) => value === searchParams.get('who'))?.value;
  const what = auditSubjects.find((subject) => subject === searchParams.get('what'));
  const typedDay = (searchParams.get('day') ?? '').trim();
  const day = typedDay === '' ? null : parseTypedDay(typedDay);
  const { items, pagination } = findFilteredAuditEvents(
    db,
    {
      who,
      what,
      ...(day !== null && {
        from: toInstant(day, '00:00').toISOString(),
        until: toInstant(addDays(day, 1), '00:00').toISOString(),
      }),
    },
    readPageNumber(searchParams),
  );
  return json({
    isOwn,
    operators,
    filter: { who: isOwn ? '' : (who ?? ''), what: what ?? '', day: typedDay },
    isDayUnknown: typedDay !== '' && day === null,
    page: pagination.page,
    pages: pagination.pages,
    lines: items.map(({ id, operatorName, title, action, reason, createdAt }) => ({
      id,
      who: operatorName,
      title,
      action,
      reason,
      when: formatTimestamp(createdAt),
    })),
  });
}
