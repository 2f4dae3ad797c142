import { json, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { accountLists, countAccounts, findAccounts } from '~/domain/accounts/team.queries.server';
import { formatTimeAgo } from '~/domain/moderation/moderation';
import { mayUse } from '~/domain/shared/permissions';
import { readPageNumber } from '~/http/url-params';
import { deskPaths } from '~/paths';
import { requireDesk } from '../access.server';

const maxQueryLength = 100;

export function loader(route: LoaderFunctionArgs) {
  const { runtime, operator } = requireDesk(route);
  const { searchParams } = new URL(route.request.url);
  // A clerk sees the own lines of the log and the state of backups.
  if (!mayUse(operator, 'accounts')) throw redirect(deskPaths.teamLog());
  const who = accountLists.find((list) => list === searchParams.get('who')) ?? 'team';
  const q = (searchParams.get('q') ?? '').trim().slice(0, maxQueryLength);
  const { db, clock } = runtime;
  const now = clock();
  const { items, pagination } = findAccounts(db, who, q, readPageNumber(searchParams));
  return json({
    who,
    q,
    counts: countAccounts(db),
    page: pagination.page,
    pages: pagination.pages,
    accounts: items.map(({ id, name, email, role, blockedAt, lastSeenAt, hasSecondStep }) => ({
      id,
      name,
      email,
      role,
      isBlocked: blockedAt !== null,
      seen: lastSeenAt === null ? 'not signed in' : formatTimeAgo(lastSeenAt, now),
      hasSecondStep,
    })),
  });
}
