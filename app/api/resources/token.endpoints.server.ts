import { z } from 'zod';
import { maxLengths } from '~/domain/accounts/account';
import { getInvalidCode, givenPassword } from '~/domain/accounts/account.schema.server';
import {
  accessTokenFields,
  createAccessToken,
  findAccessTokens,
  type OwnAccessToken,
  revokeAccessToken,
} from '~/domain/accounts/access-tokens.server';
import { tokenDays } from '~/domain/accounts/account';
import type { SignedInUser } from '~/domain/shared/actor';
import { failWith } from '~/domain/shared/fields.server';
import { isTeamRole } from '~/domain/shared/permissions';
import { checkInput, createSecretIdempotentRequest } from '~/domain/shared/run-command.server';
import { invalid } from '~/domain/shared/result';
import { reportSecurityEvent } from '~/domain/shared/security-events.server';
import { createSignInContext } from '~/submit/authentication.server';
import { recordRepetition } from '~/submit/submit-command.server';
import { defineEndpoint, type Endpoint, idParam, jsonBody, noInput, users } from '../define-endpoint.server';
import { runEndpointCommand } from '../endpoint-command.server';
import { respondWithData, respondWithDeleted, respondWithError } from '../respond.server';
import { isoDateTime, removed, removedExample } from '../schemas.server';
import { exampleExpiry } from './account.endpoints.server';

const scopes = ['read', 'write', 'desk'] as const;
const scopeText =
  '`read` allows reading, `write` what the user may, `desk` of operators also what their role may. Every token may read.';
const scopeRequired = failWith({ code: 'token_scope_required' });

const givenScopes = z.object({
  scopes: z.array(z.enum(scopes, scopeRequired), scopeRequired).min(1, scopeRequired).meta({ description: scopeText }),
});
const newToken = givenScopes.extend({
  name: z.string().max(maxLengths.tokenName),
  days: z.literal(tokenDays).meta({ description: 'Days until it expires.' }),
  password: z.string().meta({ description: 'The password of the account, as the token outlives the session.' }),
});

const accessToken = z
  .object({
    _id: z.string(),
    id: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(scopes)),
    createdAt: isoDateTime,
    expiresAt: isoDateTime,
    lastUsedAt: isoDateTime.nullable().meta({ description: 'Accurate to the hour; null if it was never used.' }),
  })
  .meta({ id: 'AccessToken' });
const createdToken = accessToken
  .extend({ token: z.string().meta({ description: 'Bearer token. Returned only once.' }) })
  .meta({ id: 'CreatedAccessToken' });

function tokenJson(
  { id, name, scope, withoutDesk, createdAt, expiresAt, lastUsedAt }: OwnAccessToken,
  user: SignedInUser,
) {
  const allowed = { read: true, write: scope === 'write', desk: !withoutDesk && isTeamRole(user.role) };
  return { _id: id, id, name, scopes: scopes.filter((one) => allowed[one]), createdAt, expiresAt, lastUsedAt };
}

const example = {
  _id: removedExample.id,
  id: removedExample.id,
  name: 'Stock of the dealer',
  scopes: ['read', 'write'],
  createdAt: '2026-11-20T09:30:00.000Z',
  expiresAt: exampleExpiry,
  lastUsedAt: null,
};

const all = { ...noInput, subject: 'auth', access: users } as const;
const tokenRevoked = 'That token is no longer valid.';

export const tokenEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...all,
    operationId: 'listTokens',
    method: 'GET',
    path: '/auth/tokens',
    summary: 'List your access tokens',
    response: { status: 200, data: z.object({ tokens: z.array(accessToken) }), example: { tokens: [example] } },
    handler: ({ runtime, now }, { user }) =>
      respondWithData({ tokens: findAccessTokens(runtime.db, user.id, now).map((one) => tokenJson(one, user)) }),
  }),
  defineEndpoint({
    ...all,
    operationId: 'createToken',
    method: 'POST',
    path: '/auth/tokens',
    summary: 'Create an access token for a program',
    description: 'Not allowed with an access token.',
    body: jsonBody(() => newToken, { name: example.name, scopes: example.scopes, days: 30, password: 'open!sesame' }),
    response: {
      status: 201,
      data: createdToken,
      example: { ...example, token: 'dph_mC8v1q0aW5xk3ZrT2yLhQe7uB9sJfNdPgXo4iYtKzEw' },
    },
    rejections: { 403: ['token_not_allowed'], 409: ['too_many_tokens'], 422: ['invalid_account_fields'] },
    verifiesPassword: true,
    async handler(context, { body, user }) {
      const { idempotencyKey, now } = context;
      const rules = {
        schema: () => accessTokenFields.and(givenPassword).and(givenScopes),
        invalidCode: getInvalidCode,
      };
      const stated = Array.isArray(body.scopes) ? body.scopes : [];
      const [scope, withoutDesk] = [stated.includes('write') ? 'write' : 'read', !stated.includes('desk')];
      const input = checkInput(rules, { ...body, scope, withoutDesk }, now);
      if (!input.ok) return respondWithError(input.error);
      if (!withoutDesk && !isTeamRole(user.role))
        return respondWithError(invalid({ scopes: { code: 'desk_scope_refused' } }).error);
      const { password, ...fields } = input.value;
      const repeated =
        idempotencyKey === null ? null : createSecretIdempotentRequest(idempotencyKey, user.id, password, fields);
      const result = await createAccessToken(fields, password, createSignInContext(context, 'api'), repeated);
      await recordRepetition(context, result);
      if (!result.ok) return respondWithError(result.error);
      const { token, ...stored } = result.value;
      const headers = { Location: `/api/auth/tokens/${stored.id}` };
      return respondWithData({ ...tokenJson(stored, user), token }, { status: 201, headers });
    },
  }),
  defineEndpoint({
    ...all,
    operationId: 'revokeToken',
    method: 'DELETE',
    path: '/auth/tokens/{id}',
    summary: 'Revoke an access token',
    description: 'An access token can revoke itself only.',
    params: idParam,
    hasNoVersion: true,
    response: { status: 200, data: removed, example: removedExample, message: tokenRevoked },
    rejections: { 403: ['token_not_allowed'], 404: ['access_token_not_found'] },
    async handler(context, { params, user }) {
      const result = await runEndpointCommand(context, revokeAccessToken, params);
      if (result.ok && !context.isDryRun) {
        const { runtime, address } = context;
        reportSecurityEvent(runtime.db, 'token-revoked', { account: user.id, address });
      }
      return respondWithDeleted(result, tokenRevoked);
    },
  }),
];
