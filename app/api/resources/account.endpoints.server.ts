import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type Account, toAccountJson } from '~/domain/accounts/account';
import { findAccount } from '~/domain/accounts/account.queries.server';
import { changeProfile } from '~/domain/accounts/accounts.server';
import { type Credentials, profileFields, signInFields, signUpFields } from '~/domain/accounts/account.schema.server';
import { signOut } from '~/domain/accounts/session.commands.server';
import { signInRequired } from '~/domain/shared/actor';
import {
  createIdempotentApiRequest,
  createSecretIdempotentRequest,
  type IdempotentRequest,
} from '~/domain/shared/run-command.server';
import type { Result } from '~/domain/shared/result';
import { reportSecurityEvent } from '~/domain/shared/security-events.server';
import { type SignInResult, signIn } from '~/domain/sign-in/sign-in.commands.server';
import { authenticate, createAccount, createSignInContext } from '~/submit/authentication.server';
import { cookieNames, readCookie } from '~/http/cookies.server';
import { recordRepetition, submitCommand } from '~/submit/submit-command.server';
import { genders, roles } from '~db/enums';
import {
  anyone,
  defineEndpoint,
  type Endpoint,
  type EndpointContext,
  jsonBody,
  noInput,
  users,
  usersWithAnyToken,
} from '../define-endpoint.server';
import { findChanges, runEndpointCommand } from '../endpoint-command.server';
import { type ApiResponse, respondWithData, respondWithError } from '../respond.server';
import { count, exampleUser, isoDateTime, version } from '../schemas.server';

const account = z
  .object({
    _id: z.string(),
    id: z.string(),
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    gender: z.enum(genders),
    location: z.string().nullable(),
    role: z.enum(roles),
    joinDate: isoDateTime,
    favoriteVehicles: count,
    totalBookings: count,
    version,
  })
  .meta({ id: 'Account' }) satisfies z.ZodType<ReturnType<typeof toAccountJson>>;

const signInResult = z
  .object({
    token: z.string().meta({ description: 'Bearer token for the `Authorization` header. Expires after 30 days.' }),
    expiresAt: isoDateTime,
    user: account,
  })
  .meta({ id: 'SignInResult' });
const newAccountResult = signInResult
  .extend({
    recoveryCode: z.string().optional().meta({
      description: 'Sets a new password with `POST /account/recover`. Returned only once: show it to the user.',
    }),
  })
  .meta({ id: 'NewAccountResult' });
export const profile = z.object({ user: account }).meta({ id: 'Profile' });

export const exampleAccount = {
  _id: exampleUser.id,
  ...exampleUser,
  email: 'asha@example.com',
  phone: '+91 98200 12345',
  gender: 'female',
  location: 'Pune',
  role: 'user',
  joinDate: '2026-11-20T09:30:00.000Z',
  favoriteVehicles: 2,
  totalBookings: 1,
  version: 1,
};
export const exampleExpiry = '2026-12-20T09:30:00.000Z';
export const exampleToken = 'mC8v1q0aW5xk3ZrT2yLhQe7uB9sJfNdPgXo4iYtKzEw';
const credentials = { email: 'asha@example.com', password: 'open!sesame' };

const all = { ...noInput, subject: 'auth' } as const;

const profileSaved = 'Your profile has been saved.';
const signedOut = 'You are signed out.';

const idempotentSignIn =
  ({ idempotencyKey, address }: EndpointContext) =>
  ({ email, password, code }: Credentials, passwordHash: string): IdempotentRequest | null =>
    idempotencyKey === null
      ? null
      : createSecretIdempotentRequest(idempotencyKey, address, password, {
          email,
          passwordHash,
          ...(code && { code }),
        });

async function respondWithSignIn(
  context: EndpointContext,
  status: 200 | 201,
  result: Result<SignInResult>,
): Promise<ApiResponse> {
  await recordRepetition(context, result);
  if (!result.ok) return respondWithError(result.error);
  const { token: created, userId, expiresAt, recoveryCode, account: ofDryRun } = result.value;
  const user = ofDryRun ?? findAccount(context.runtime.db, userId);
  if (!user) throw new Error('The account of a new session could not be read.');
  const headers = status === 201 ? { Location: '/api/auth/profile' } : undefined;
  const data = {
    token: created,
    expiresAt,
    user: toAccountJson(user),
    ...(recoveryCode !== undefined && { recoveryCode }),
  };
  return respondWithData(data, { status, headers });
}

/** By its token, which no longer belongs to a user when the request is repeated. */
export const getCredential = ({ request }: EndpointContext): string =>
  request.headers.get('Authorization') ?? readCookie(request, cookieNames.session) ?? '';

const respondWithProfile = (user: Account, message?: string): ApiResponse =>
  respondWithData({ user: toAccountJson(user) }, { version: user.version, ...(message !== undefined && { message }) });

export const accountEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...all,
    operationId: 'signUp',
    method: 'POST',
    path: '/auth/signup',
    summary: 'Create an account',
    access: anyone,
    body: jsonBody(() => signUpFields, {
      name: 'Asha Rao',
      ...credentials,
      phone: '+91 98200 12345',
      gender: 'female',
    }),
    response: {
      status: 201,
      data: newAccountResult,
      example: {
        token: exampleToken,
        expiresAt: exampleExpiry,
        user: exampleAccount,
        recoveryCode: '7K3M-Q9DW-2HXA-V5TC-04BN-R8EJ-6GYF-1PZS',
      },
    },
    rejections: { 409: ['email_taken'], 422: ['invalid_account_fields'] },
    ignoresInvalidToken: true,
    verifiesPassword: true,
    async handler(context, { body }) {
      const { idempotencyKey, address } = context;
      const createRequest = (content: unknown) =>
        idempotencyKey === null ? null : createIdempotentApiRequest(idempotencyKey, address, content);
      const result = await createAccount(context, 'api', body, createRequest, idempotentSignIn(context));
      return respondWithSignIn(context, 201, result);
    },
  }),
  defineEndpoint({
    ...all,
    operationId: 'signIn',
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in and create a bearer token',
    description:
      'An account with two-step sign-in also requires `code`: a missing or wrong code returns 401 with `errors.code`.',
    access: anyone,
    body: jsonBody(() => signInFields, credentials),
    response: {
      status: 200,
      data: signInResult,
      example: { token: exampleToken, expiresAt: exampleExpiry, user: exampleAccount },
    },
    rejections: {
      401: ['wrong_credentials', 'second_step_required', 'wrong_code'],
      403: ['account_blocked'],
      422: ['invalid_account_fields'],
    },
    ignoresInvalidToken: true,
    verifiesPassword: true,
    async handler(context, { body }) {
      const signInContext = createSignInContext(context, 'api');
      const verified = await authenticate(context.request, signInContext, body);
      if (!verified.ok) return respondWithSignIn(context, 200, verified);
      const createRequest = (hash: string) => idempotentSignIn(context)(verified.value.credentials, hash);
      return respondWithSignIn(context, 200, await signIn(verified.value, signInContext, createRequest));
    },
  }),
  defineEndpoint({
    ...all,
    operationId: 'signOut',
    method: 'POST',
    path: '/auth/logout',
    summary: 'Revoke the bearer token of the request, and no other token',
    access: usersWithAnyToken,
    response: { status: 200, data: z.null(), example: null, message: signedOut },
    rejections: { 401: ['sign_in_required'] },
    ignoresInvalidToken: true,
    async handler(context) {
      const { idempotencyKey, runtime, actor } = context;
      const idempotentRequest =
        idempotencyKey === null ? null : createIdempotentApiRequest(idempotencyKey, getCredential(context), null);
      const result = await submitCommand(context, { command: signOut, fields: {}, idempotentRequest });
      if (result.ok && actor.user && !context.isDryRun) {
        reportSecurityEvent(runtime.db, 'token-revoked', { account: actor.user.id, address: context.address });
      }
      return result.ok ? respondWithData(null, { message: signedOut }) : respondWithError(result.error);
    },
  }),
  defineEndpoint({
    ...all,
    operationId: 'getProfile',
    method: 'GET',
    path: '/auth/profile',
    summary: 'Retrieve your account',
    access: users,
    response: { status: 200, data: profile, example: { user: exampleAccount } },
    handler({ runtime }, { user }) {
      const found = findAccount(runtime.db, user.id);
      return found ? respondWithProfile(found) : respondWithError(signInRequired);
    },
  }),
  defineEndpoint({
    ...all,
    operationId: 'changeProfile',
    method: 'PUT',
    path: '/auth/profile',
    summary: 'Update your name, phone, gender or location',
    access: users,
    body: jsonBody(() => profileFields, { location: 'Pune', version: 1 }),
    response: {
      status: 200,
      data: profile,
      example: { user: { ...exampleAccount, version: 2 } },
      message: profileSaved,
    },
    rejections: { 409: ['profile_conflict'], 422: ['invalid_account_fields'] },
    async handler(context, { body, user }) {
      const current = findAccount(context.runtime.db, user.id);
      const profile = current && toAccountJson(current);
      // Sent back with the phone, a gender that was not given is no choice; sent otherwise, it is one.
      const isChosen = current?.gender === null && !isDeepStrictEqual(body.phone, profile?.phone);
      const changes = findChanges(context, body, profile && (isChosen ? { ...profile, gender: null } : profile));
      const result = await runEndpointCommand(context, changeProfile, changes, body);
      return result.ok ? respondWithProfile(result.value, profileSaved) : respondWithError(result.error);
    },
  }),
];
