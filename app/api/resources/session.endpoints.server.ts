import { z } from 'zod';
import { endOwnOtherSessions, endOwnSession } from '~/domain/accounts/session.commands.server';
import { findSessions, type OwnSession } from '~/domain/accounts/sessions.server';
import type { AppError } from '~/domain/shared/result';
import { defineEndpoint, type Endpoint, idParam, noInput, users } from '../define-endpoint.server';
import { runEndpointCommand } from '../endpoint-command.server';
import { respondWithData, respondWithError } from '../respond.server';
import { isoDateTime, nullableText, removed, removedExample } from '../schemas.server';

export const session = z
  .object({
    _id: z.string(),
    id: z.string(),
    kind: z.enum(['browser', 'api']),
    label: nullableText.meta({ description: 'Browser or program, and its machine; null if it did not say.' }),
    createdAt: isoDateTime.meta({ description: 'Time of the sign-in, in UTC.' }),
    lastSeenAt: isoDateTime.meta({ description: 'Time of its last request, accurate to the hour.' }),
    isCurrent: z.boolean().meta({ description: 'Whether it is the session of this request.' }),
  })
  .meta({ id: 'Session' });

export const toSessionJson = ({ id, kind, label, createdAt, lastSeenAt, isThis }: OwnSession) =>
  ({ _id: id, id, kind, label, createdAt, lastSeenAt, isCurrent: isThis }) satisfies z.infer<typeof session>;

const example = {
  ...removedExample,
  kind: 'browser',
  label: 'Chrome on Android',
  createdAt: '2026-11-20T09:30:00.000Z',
  lastSeenAt: '2026-11-28T18:00:00.000Z',
  isCurrent: false,
} as const;

const all = { ...noInput, subject: 'auth', access: users } as const;
const sessionEnded = 'That device has been signed out.';
const othersEnded = 'Every other device has been signed out.';
export const sessionNotFound: AppError = { kind: 'not-found', code: 'session_not_found' };

/** docs/product.md, "Accounts". */
export const sessionEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...all,
    operationId: 'listSessions',
    method: 'GET',
    path: '/auth/sessions',
    summary: 'List where you are signed in, last seen first',
    description: 'Access tokens are not among them.',
    response: { status: 200, data: z.object({ sessions: z.array(session) }), example: { sessions: [example] } },
    handler: ({ runtime, now }, { user }) =>
      respondWithData({ sessions: findSessions(runtime.db, user, now).map(toSessionJson) }),
  }),
  defineEndpoint({
    ...all,
    operationId: 'endOtherSessions',
    method: 'DELETE',
    path: '/auth/sessions',
    summary: 'Sign out everywhere else',
    description: 'Access tokens stay valid. Not allowed with an access token.',
    hasNoVersion: true,
    response: { status: 200, data: z.null(), example: null, message: othersEnded },
    async handler(context) {
      const result = await runEndpointCommand(context, endOwnOtherSessions, {});
      return result.ok ? respondWithData(null, { message: othersEnded }) : respondWithError(result.error);
    },
  }),
  defineEndpoint({
    ...all,
    operationId: 'endSession',
    method: 'DELETE',
    path: '/auth/sessions/{id}',
    summary: 'Sign out of one of your sessions',
    description: 'Not allowed with an access token.',
    params: idParam,
    hasNoVersion: true,
    response: { status: 200, data: removed, example: removedExample, message: sessionEnded },
    rejections: { 403: ['token_not_allowed'], 404: ['session_not_found'] },
    async handler(context, { params: { id } }) {
      const result = await runEndpointCommand(context, endOwnSession, { session: id });
      if (!result.ok) return respondWithError(result.error);
      if (!result.value.wasOpen) return respondWithError(sessionNotFound);
      return respondWithData({ _id: id, id }, { message: sessionEnded });
    },
  }),
];
