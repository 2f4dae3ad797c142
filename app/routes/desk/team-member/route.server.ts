import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { hasFreshPassword } from '~/domain/accounts/fresh-password';
import { requireFreshPassword } from '~/domain/accounts/passwords.server';
import { findSessions } from '~/domain/accounts/sessions.server';
import { findAccountRow } from '~/domain/accounts/team.queries.server';
import {
  blockAccount,
  changeRole,
  endSessionsOfMember,
  liftBlock,
  removeSecondStep,
} from '~/domain/accounts/team.server';
import { formatTimeAgo } from '~/domain/moderation/moderation';
import { formatTimestamp } from '~/domain/shared/dates';
import { getGrant, isTeamRole, mayUse, type Permission, requirePermission } from '~/domain/shared/permissions';
import { ok } from '~/domain/shared/result';
import { deskPaths } from '~/paths';
import { createSignInContext } from '~/submit/authentication.server';
import { createFormAction, createFormActions, findIntent, type FormPost } from '~/submit/form.server';
import { selectFields } from '~/submit/form-body.server';
import { requireDesk } from '../access.server';

export function loader(route: LoaderFunctionArgs) {
  const { runtime, operator } = requireDesk(route, 'accounts');
  const { db, clock } = runtime;
  const now = clock();
  const account = findAccountRow(db, route.params.member ?? '');
  if (!account) throw new Response(null, { status: 404 });
  const { id, name, email, phone, role, createdAt, blockedAt, blockedReason, hasSecondStep } = account;
  const mayChangeTeam = mayUse(operator, 'team');
  const isTeam = isTeamRole(role);
  return json({
    id,
    name,
    contact: [email, phone].filter(Boolean).join(' · '),
    since: formatTimestamp(createdAt),
    role,
    isTeam,
    hasSecondStep,
    blocked: blockedAt === null ? null : { when: formatTimestamp(blockedAt), reason: blockedReason ?? '' },
    sessions: mayChangeTeam
      ? findSessions(db, { id, sessionId: operator.sessionId }, now).map(
          ({ id: session, label, lastSeenAt, isThis }) => ({
            session,
            label: label ?? 'A device',
            seen: isThis ? 'this device' : formatTimeAgo(lastSeenAt, now),
          }),
        )
      : [],
    may: {
      changeTeam: mayChangeTeam && isTeam,
      block: id !== operator.id && (!isTeam || getGrant(operator.role, 'accounts') === 'yes'),
      issueCode: !isTeam,
    },
    codeHref: deskPaths.recoveryCode(),
    needsPassword: mayChangeTeam && !hasFreshPassword(operator, now),
  });
}

const getMember = ({ url }: Pick<FormPost, 'url'>): string => decodeURIComponent(url.pathname.split('/').at(-1) ?? '');

const memberForm = (permission: Permission) => ({
  access: {
    check: ({ actor }: FormPost) => requirePermission(actor, permission),
    signIn: (post: FormPost) => deskPaths.teamMember(getMember(post)),
    confirm: (post: FormPost, user: Parameters<typeof requireFreshPassword>[0]) =>
      getGrant(user.role, permission) === 'password'
        ? requireFreshPassword(
            user,
            (post.fields.get('password') ?? '').normalize('NFC'),
            createSignInContext(post, 'browser'),
          )
        : Promise.resolve(ok(null)),
  },
  values: selectFields(['intent', 'role', 'reason', 'session']),
  onSuccess: (_value: unknown, post: FormPost) =>
    ({ to: deskPaths.teamMember(getMember(post)), flash: 'desk-done' }) as const,
  redisplay: () => ({}),
});

const forms = {
  role: createFormAction({
    ...memberForm('team'),
    command: changeRole,
    decode: (post) => ({ id: getMember(post), role: post.values.role }),
  }),
  'end-session': createFormAction({
    ...memberForm('team'),
    command: endSessionsOfMember,
    decode: (post) => ({ id: getMember(post), ...(post.values.session && { session: post.values.session }) }),
  }),
  'second-step': createFormAction({
    ...memberForm('team'),
    command: removeSecondStep,
    decode: (post) => ({ id: getMember(post) }),
  }),
  block: createFormAction({
    ...memberForm('accounts'),
    command: blockAccount,
    decode: (post) => ({ id: getMember(post), reason: post.values.reason ?? '' }),
  }),
  lift: createFormAction({
    ...memberForm('accounts'),
    command: liftBlock,
    decode: (post) => ({ id: getMember(post) }),
  }),
};

export const action = createFormActions(({ fields }) => findIntent(forms, fields.get('intent')), forms);
