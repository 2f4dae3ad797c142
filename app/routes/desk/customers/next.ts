import type { LoaderFunctionArgs } from '@remix-run/node';
import { findNextWaiting } from '~/domain/desk/request.queries.server';
import { seeOther } from '~/http/responses.server';
import { deskPaths } from '~/paths';
import { isRequestKind } from '~db/enums';
import { requireDesk } from '../access.server';
import { readQueueFilter } from '../queue.server';

/** Leads on to the oldest that waits, for this operator or for none; to the list at the end of the queue. */
export function loader(route: LoaderFunctionArgs) {
  const { runtime, operator } = requireDesk(route);
  const url = new URL(route.request.url);
  const filter = readQueueFilter(url);
  const next = findNextWaiting(
    runtime.db,
    {
      kind: filter.kind !== undefined && isRequestKind(filter.kind) ? filter.kind : undefined,
      assignee: filter.owner === 'me' ? operator.id : filter.owner,
      operatorId: operator.id,
    },
    url.searchParams.get('after'),
  );
  return seeOther(route.request, next ? deskPaths.customer(next.id, filter) : deskPaths.customers(filter));
}
