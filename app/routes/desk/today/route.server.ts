import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { findRequests } from '~/domain/desk/request.queries.server';
import { waitingView } from '~/domain/desk/request';
import { formatAge, isOverdue } from '~/domain/moderation/moderation';
import { formatLongDay, toDay } from '~/domain/shared/dates';
import { paths } from '~/paths';
import { requireDesk } from '../access.server';

const rowsOfToday = 6;

export function loader(route: LoaderFunctionArgs) {
  const { runtime } = requireDesk(route);
  const { db, clock } = runtime;
  const now = clock();
  const { items, pagination } = findRequests(db, { status: waitingView }, { page: 1, limit: rowsOfToday });
  return json({
    title: formatLongDay(toDay(now)),
    total: pagination.total,
    queue: items.map(({ id, kind, name, subject, waitingSince }) => ({
      id,
      kind,
      name: name ?? 'Anonymous',
      line: subject,
      href: paths.desk({ show: kind, open: id }),
      wait: waitingSince === null ? '' : formatAge(waitingSince, now),
      isLate: isOverdue(waitingSince, now),
    })),
  });
}
