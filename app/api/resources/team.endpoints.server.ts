import { z } from 'zod';
import { findSessions, type OwnSession } from '~/domain/accounts/sessions.server';
import {
  type AccountRow,
  accountLists,
  accountsPerPage,
  findAccountRow,
  findAccounts,
} from '~/domain/accounts/team.queries.server';
import {
  accountNotFound,
  blockAccount,
  changeRole,
  endSessionsOfMember,
  liftBlock,
  removeSecondStep,
} from '~/domain/accounts/team.server';
import {
  findInviteById,
  findOpenInvites,
  type Invite,
  inviteClosed,
  inviteMember,
  withdrawInvite,
} from '~/domain/accounts/team-invites.server';
import { findFilteredAuditEvents, type LoggedAuditEvent } from '~/domain/moderation/audit-log.queries.server';
import { deskPageSize } from '~/domain/moderation/moderation';
import { addDays, isDay, toInstant } from '~/domain/shared/dates';
import { requiredText } from '~/domain/shared/fields.server';
import { getGrant, mayUse } from '~/domain/shared/permissions';
import { encodeReason } from '~/domain/shared/result';
import { paths } from '~/paths';
import { auditSubjects, roles, teamRoles } from '~db/enums';
import { defineEndpoint, type Endpoint, idParam, jsonBody, noInput, team } from '../define-endpoint.server';
import { runEndpointCommand } from '../endpoint-command.server';
import { pageParameters, respondWithPage } from '../lists.server';
import { respondWithData, respondWithDeleted, respondWithError, respondWithItem } from '../respond.server';
import {
  isoDateTime,
  listExample,
  listShape,
  nullableText,
  oneOf,
  removed,
  removedExample,
  shortText,
} from '../schemas.server';
import { session, sessionNotFound, toSessionJson } from './session.endpoints.server';

const account = z
  .object({
    _id: z.string(),
    id: z.string(),
    name: z.string(),
    email: z.string(),
    phone: nullableText,
    role: z.enum(roles),
    createdAt: isoDateTime,
    lastSeenAt: isoDateTime
      .nullable()
      .meta({ description: 'Time of the last request, accurate to the hour; null if it is not signed in.' }),
    hasSecondStep: z.boolean().meta({ description: 'Whether signing in takes a code too.' }),
    blockedAt: isoDateTime
      .nullable()
      .meta({ description: 'Time since which it is blocked, in UTC; null if it is not.' }),
    blockedReason: nullableText.meta({ description: 'Why it is blocked, for the team; null if it is not.' }),
  })
  .meta({ id: 'DeskAccount' });

const openAccount = account
  .extend({
    sessions: z
      .array(session)
      .nullable()
      .meta({ description: 'Where it is signed in, last seen first; null for members who may not end its sessions.' }),
  })
  .meta({ id: 'OpenDeskAccount' });

const toAccountJson = ({ id, name, email, phone, role, createdAt, lastSeenAt, ...row }: AccountRow) =>
  ({
    ...{ _id: id, id, name, email, phone, role, createdAt, lastSeenAt },
    ...{ hasSecondStep: row.hasSecondStep, blockedAt: row.blockedAt, blockedReason: row.blockedReason },
  }) satisfies z.infer<typeof account>;

const at = '2026-11-20T09:30:00.000Z';
const example = {
  ...removedExample,
  name: 'Sunil Kale',
  email: 'sunil@example.com',
  phone: '+91 98200 12345',
  role: 'clerk',
  createdAt: at,
  lastSeenAt: '2026-11-28T18:00:00.000Z',
  hasSecondStep: false,
  blockedAt: null,
  blockedReason: null,
};
const reason = 'Left the business';

const invitation = z
  .object({
    _id: z.string(),
    id: z.string(),
    role: z.enum(teamRoles).meta({ description: 'Role that the guest gets.' }),
    email: nullableText.meta({ description: 'Where its link was mailed to; null if it was not.' }),
    inviter: z.string().meta({ description: 'Name of the owner who made it.' }),
    expiresAt: isoDateTime,
  })
  .meta({ id: 'Invitation' });
const createdInvitation = invitation.extend({
  link: nullableText.meta({
    description: 'Address at which the guest joins the team, once. Returned only this once, otherwise null.',
  }),
});
const toInvitationJson = (invite: Invite) => ({ _id: invite.id, ...invite }) satisfies z.infer<typeof invitation>;
const invitationExample = {
  ...removedExample,
  role: 'clerk',
  email: null,
  inviter: 'Asha Rao',
  expiresAt: '2026-11-27T09:30:00.000Z',
};

const logEntry = z
  .object({
    _id: z.string(),
    id: z.string(),
    operator: z.string().meta({ description: 'Name of who did it.' }),
    subject: z.enum(auditSubjects).meta({ description: 'Kind of what was changed.' }),
    subjectId: z.string().meta({ description: 'Id of what was changed.' }),
    title: z.string().meta({ description: 'What it was called then; of a request its reference.' }),
    action: z.string().meta({ description: 'What was done, in words.' }),
    reason: nullableText.meta({ description: 'Reason that was given; null without one.' }),
    createdAt: isoDateTime.meta({ description: 'When it was done, in UTC.' }),
  })
  .meta({ id: 'LogEntry' });
const toLogJson = ({ id, operatorName, ...event }: LoggedAuditEvent) =>
  ({ _id: String(id), id: String(id), operator: operatorName, ...event }) satisfies z.infer<typeof logEntry>;
const logExample = {
  ...{ _id: '812', id: '812', operator: 'Asha Rao', subject: 'vehicle', subjectId: '8f3c2a1b9d4e' },
  ...{ title: 'Hero Splendor Plus', action: 'sold', reason: null, createdAt: at },
};

const all = { ...noInput, subject: 'team', access: team('accounts') } as const;
const ofAccount = {
  ...all,
  params: idParam,
  hasNoVersion: true,
  response: { status: 200, data: account, example },
  rejections: { 404: ['no_such_account'] },
} as const;
const confirmed = ['fresh_password_required', 'token_not_allowed'] as const;
/** Of owners who have just confirmed who they are. */
const ofMember = {
  ...ofAccount,
  access: team('team'),
  description: 'Needs a sign-in of the last ten minutes; not allowed with an access token.',
  rejections: { 403: confirmed, 404: ['no_such_account'] },
} as const;

const joinFields = z.object({
  role: z.enum(teamRoles).meta({ description: 'Role that the guest gets.' }),
  email: z
    .email()
    .optional()
    .meta({ description: 'Where to mail the link to, if the site sends mail. Without it, pass `link` on.' }),
});

/** docs/product.md, "Operators". */
export const teamEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...all,
    operationId: 'listAccounts',
    method: 'GET',
    path: '/desk/accounts',
    summary: 'List the team, other accounts, or those that are blocked, newest first',
    query: z.object({
      ...pageParameters(accountsPerPage),
      who: oneOf('who', accountLists).default('team').meta({ description: 'Which of the three lists.' }),
      q: shortText('q', 100)
        .optional()
        .meta({ description: 'Beginning of a name, an email address or a phone number.' }),
    }),
    response: { status: 200, data: listShape('accounts', account), example: listExample('accounts', example) },
    handler(context, { query: { who, q = '', page, limit } }) {
      const { items, pagination } = findAccounts(context.runtime.db, who, q.trim(), page, limit);
      return respondWithPage(context, pagination, { accounts: items.map(toAccountJson), pagination });
    },
  }),
  defineEndpoint({
    ...all,
    operationId: 'getAccount',
    method: 'GET',
    path: '/desk/accounts/{id}',
    summary: 'Retrieve an account',
    params: idParam,
    response: { status: 200, data: openAccount, example: { ...example, sessions: null } },
    rejections: { 404: ['no_such_account'] },
    handler({ runtime: { db }, now }, { params, user }) {
      const row = findAccountRow(db, params.id);
      if (!row) return respondWithError(accountNotFound);
      const sessions: OwnSession[] | null = mayUse(user, 'team')
        ? findSessions(db, { id: row.id, sessionId: user.sessionId }, now)
        : null;
      return respondWithData({ ...toAccountJson(row), sessions: sessions?.map(toSessionJson) ?? null });
    },
  }),
  defineEndpoint({
    ...ofMember,
    operationId: 'changeMemberRole',
    method: 'PATCH',
    path: '/desk/accounts/{id}/role',
    summary: 'Change the role of a member of the team',
    description: `${ofMember.description} Takes effect at once, for access tokens too. \`user\` takes the member out of the team, signed out everywhere and without two-step sign-in.`,
    body: jsonBody(() => z.object({ role: z.enum(roles) }), { role: 'manager' }),
    response: { status: 200, data: account, example: { ...example, role: 'manager' } },
    rejections: { ...ofMember.rejections, 409: ['last_owner'] },
    handler: async (context, { params, body }) =>
      respondWithItem(await runEndpointCommand(context, changeRole, { role: body.role, ...params }), toAccountJson),
  }),
  defineEndpoint({
    ...ofAccount,
    operationId: 'blockAccount',
    method: 'PUT',
    path: '/desk/accounts/{id}/block',
    summary: 'Block an account',
    description: 'Signs it out everywhere, and ends its access tokens. Managers cannot block members of the team.',
    body: jsonBody(
      () => z.object({ reason: requiredText('Reason', 300).meta({ description: 'Why, for the team and the log.' }) }),
      { reason },
    ),
    response: { status: 200, data: account, example: { ...example, blockedAt: at, blockedReason: reason } },
    rejections: { 404: ['no_such_account'], 409: ['own_account', 'last_owner'] },
    handler: async (context, { params, body }) =>
      respondWithItem(
        await runEndpointCommand(context, blockAccount, { reason: body.reason, ...params }),
        toAccountJson,
      ),
  }),
  defineEndpoint({
    ...ofAccount,
    operationId: 'liftBlock',
    method: 'DELETE',
    path: '/desk/accounts/{id}/block',
    summary: 'Lift the block of an account',
    handler: async (context, { params }) =>
      respondWithItem(await runEndpointCommand(context, liftBlock, params), toAccountJson),
  }),
  defineEndpoint({
    ...ofMember,
    operationId: 'endMemberSessions',
    method: 'DELETE',
    path: '/desk/accounts/{id}/sessions',
    summary: 'Sign an account out everywhere',
    description: `${ofMember.description} Ends its access tokens too.`,
    handler: async (context, { params }) =>
      respondWithItem(await runEndpointCommand(context, endSessionsOfMember, params), toAccountJson),
  }),
  defineEndpoint({
    ...ofMember,
    operationId: 'endMemberSession',
    method: 'DELETE',
    path: '/desk/accounts/{id}/sessions/{session}',
    summary: 'Sign an account out of one device',
    params: z.object({ id: z.string(), session: z.string() }),
    rejections: { 403: confirmed, 404: ['no_such_account', 'session_not_found'] },
    async handler(context, { params }) {
      const result = await runEndpointCommand(context, endSessionsOfMember, params);
      if (result.ok && !result.value.wasOpen) return respondWithError(sessionNotFound);
      return respondWithItem(result, toAccountJson);
    },
  }),
  defineEndpoint({
    ...ofMember,
    operationId: 'removeSecondStep',
    method: 'DELETE',
    path: '/desk/accounts/{id}/second-step',
    summary: 'Switch off the two-step sign-in of a member who lost the phone',
    description: `${ofMember.description} Signs the account out everywhere.`,
    rejections: { ...ofMember.rejections, 409: ['no_two_step'] },
    handler: async (context, { params }) =>
      respondWithItem(await runEndpointCommand(context, removeSecondStep, params), toAccountJson),
  }),
  defineEndpoint({
    ...all,
    access: team('team'),
    operationId: 'listInvitations',
    method: 'GET',
    path: '/desk/invitations',
    summary: 'List the open invitations to the team, newest first',
    response: {
      status: 200,
      data: z.object({ invitations: z.array(invitation) }),
      example: { invitations: [invitationExample] },
    },
    handler: ({ runtime, now }) =>
      respondWithData({ invitations: findOpenInvites(runtime.db, now).map(toInvitationJson) }),
  }),
  defineEndpoint({
    ...all,
    access: team('team'),
    operationId: 'inviteMember',
    method: 'POST',
    path: '/desk/invitations',
    summary: 'Invite somebody to the team',
    description: `${ofMember.description} The link works once, for seven days.`,
    body: jsonBody(() => joinFields, { role: 'clerk' }),
    response: {
      status: 201,
      data: createdInvitation,
      example: { ...invitationExample, link: 'https://bikes.example/invite?token=kJ3vX0aQ' },
    },
    rejections: { 403: confirmed, 409: ['too_many_invites'] },
    async handler(context, { body, user }) {
      const { email } = body;
      const fields = { role: body.role, ...(email !== null && email !== '' && { email }) };
      const result = await runEndpointCommand(context, inviteMember, fields, body);
      if (!result.ok) return respondWithError(result.error);
      const { token, ...invite } = result.value;
      const link = token && context.origin + paths.invite(token);
      const headers = { Location: `/api/desk/invitations/${invite.id}` };
      return respondWithData(
        { ...toInvitationJson({ ...invite, inviter: user.name }), link },
        { status: 201, headers },
      );
    },
  }),
  defineEndpoint({
    ...all,
    access: team('team'),
    operationId: 'getInvitation',
    method: 'GET',
    path: '/desk/invitations/{id}',
    summary: 'Retrieve an open invitation',
    params: idParam,
    response: { status: 200, data: invitation, example: invitationExample },
    rejections: { 404: ['invite_closed'] },
    handler({ runtime, now }, { params }) {
      const invite = findInviteById(runtime.db, params.id, now);
      return invite ? respondWithData(toInvitationJson(invite)) : respondWithError(inviteClosed);
    },
  }),
  defineEndpoint({
    ...all,
    access: team('team'),
    operationId: 'withdrawInvitation',
    method: 'DELETE',
    path: '/desk/invitations/{id}',
    summary: 'Withdraw an invitation, whose link then opens nothing',
    params: idParam,
    hasNoVersion: true,
    response: { status: 200, data: removed, example: removedExample, message: 'The invitation is withdrawn.' },
    rejections: { 404: ['invite_closed'] },
    async handler(context, { params: { id } }) {
      const result = await runEndpointCommand(context, withdrawInvite, { id });
      if (result.ok && !result.value.wasOpen) return respondWithError(inviteClosed);
      return respondWithDeleted(result.ok ? { ok: true, value: { id } } : result, 'The invitation is withdrawn.');
    },
  }),
  defineEndpoint({
    ...all,
    access: team('log'),
    operationId: 'listLog',
    method: 'GET',
    path: '/desk/log',
    summary: 'List what operators did, newest first',
    description: 'Clerks get their own entries only.',
    query: z.object({
      ...pageParameters(deskPageSize),
      who: shortText('who', 60).optional().meta({ description: 'Id of an operator.' }),
      what: oneOf('what', auditSubjects).optional().meta({ description: 'Kind of what was changed.' }),
      day: z
        .string()
        .refine(isDay, { error: encodeReason({ code: 'not_a_day', values: { label: 'day' } }) })
        .meta({ json: { type: 'string', format: 'date' } })
        .optional(),
    }),
    response: { status: 200, data: listShape('entries', logEntry), example: listExample('entries', logExample) },
    handler(context, { query: { who, what, day, page, limit }, user }) {
      const { db } = context.runtime;
      const isOwn = getGrant(user.role, 'log') === 'own';
      const filter = {
        who: isOwn ? user.id : who,
        what,
        ...(day !== undefined && {
          from: toInstant(day, '00:00').toISOString(),
          until: toInstant(addDays(day, 1), '00:00').toISOString(),
        }),
      };
      const { items, pagination } = findFilteredAuditEvents(db, filter, page, limit);
      return respondWithPage(context, pagination, { entries: items.map(toLogJson), pagination });
    },
  }),
];
