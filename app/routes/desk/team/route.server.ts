import { json, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { hasFreshPassword } from '~/domain/accounts/fresh-password';
import { findOpenInvites, inviteMember, withdrawInvite } from '~/domain/accounts/team-invites.server';
import { accountLists, countAccounts, findAccounts } from '~/domain/accounts/team.queries.server';
import { formatTimeAgo } from '~/domain/moderation/moderation';
import { formatTimestamp } from '~/domain/shared/dates';
import { mayUse } from '~/domain/shared/permissions';
import { readPageNumber } from '~/http/url-params';
import { getPublicOrigin } from '~/http/runtime.server';
import { deskPaths, paths } from '~/paths';
import { createFormAction, createFormActions, findIntent } from '~/submit/form.server';
import { selectFields } from '~/submit/form-body.server';
import { generateIdempotencyKey } from '~/submit/form-response.server';
import { allowTeam, confirmPassword, requireDesk } from '../access.server';

/** Response to the form of an invitation; the link is shown once. */
export type CreatedInvite = { link: string | null };

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
    invites:
      who === 'team' && mayUse(operator, 'team')
        ? findOpenInvites(db, now).map(({ id, role, email, inviter, expiresAt }) => ({
            ...{ id, role, email, inviter },
            until: formatTimestamp(expiresAt),
          }))
        : null,
    needsPassword: !hasFreshPassword(operator, now),
    sendsMail: runtime.settings.mail !== null,
    idempotencyKey: generateIdempotencyKey(),
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

const forms = {
  invite: createFormAction({
    access: { ...allowTeam('team'), confirm: confirmPassword },
    values: selectFields(['intent', 'role', 'email']),
    command: inviteMember,
    decode: ({ values }) => ({ role: values.role, ...(values.email?.trim() && { email: values.email }) }),
    onSuccess: ({ token }, { request, runtime }) =>
      json<CreatedInvite>({ link: token && getPublicOrigin(request, runtime) + paths.invite(token) }),
    redisplay: () => ({}),
  }),
  'withdraw-invite': createFormAction({
    access: allowTeam('team'),
    command: withdrawInvite,
    decode: ({ fields }) => ({ id: fields.get('invite') ?? '' }),
    onSuccess: () => ({ to: deskPaths.team(), flash: 'desk-done' }),
    redisplay: null,
  }),
};

export const action = createFormActions(({ fields }) => findIntent(forms, fields.get('intent')), forms);
