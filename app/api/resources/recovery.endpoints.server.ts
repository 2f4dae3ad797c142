import { z } from 'zod';
import { recoveryLinkSent, toAccountJson } from '~/domain/accounts/account';
import { changeEmail, changePassword, changePasswordName } from '~/domain/accounts/accounts.server';
import {
  emailChangeFields,
  getInvalidCode,
  givenPassword,
  passwordChangeFields,
  recoveryFields,
  recoveryLinkFields,
} from '~/domain/accounts/account.schema.server';
import { renewRecoveryCode } from '~/domain/accounts/recovery-codes.server';
import { deleteAccount, deleteAccountName } from '~/domain/own-data/own-data.server';
import { signInRequired } from '~/domain/shared/actor';
import { type AppError, err, type Result } from '~/domain/shared/result';
import { issueAccountCode, replaceManageCode } from '~/domain/desk/lost-codes.server';
import { sha256 } from '~/domain/shared/secrets.server';
import {
  checkInput,
  createIdempotentApiRequest,
  createSecretIdempotentRequest,
  findRepeatedResult,
  type IdempotentRequest,
} from '~/domain/shared/run-command.server';
import { recoverAccount, sendRecoveryLink } from '~/domain/sign-in/recovery.commands.server';
import { createSignInContext } from '~/submit/authentication.server';
import { recordRepetition } from '~/submit/submit-command.server';
import {
  anyone,
  defineEndpoint,
  type Endpoint,
  type EndpointContext,
  jsonBody,
  noInput,
  team,
  users,
  usersWithAnyToken,
} from '../define-endpoint.server';
import { runEndpointCommand } from '../endpoint-command.server';
import { type ApiResponse, respondWithData, respondWithError } from '../respond.server';
import { isoDateTime } from '../schemas.server';
import { exampleAccount, exampleExpiry, exampleToken, getCredential, profile } from './account.endpoints.server';

const code = '7K3M-Q9DW-2HXA-V5TC-04BN-R8EJ-6GYF-1PZS';
const recovered = z
  .object({ recoveryCode: z.string().meta({ description: 'The new code. Returned only once.' }) })
  .meta({ id: 'RecoveryCode' });
const issued = z
  .object({
    code: z.string().meta({ description: 'Recovery code to pass on. Returned only once.' }),
    name: z.string().meta({ description: 'Name of the account or listing.' }),
  })
  .meta({ id: 'IssuedCode' });
const password = 'open!sesame';
const reason = 'Called back at the number of the profile';

const all = { ...noInput, subject: 'auth' } as const;

const passwordSet = 'The new password is set. Every session and access token has ended.';
const passwordChanged = 'Your password is changed. Every other session and access token has ended.';
const accountDeleted = 'Your account and everything in it has been deleted.';
const emailChanged = 'Your email is changed. From now on you sign in with the new one.';

const newSession = z
  .object({
    token: z.string().meta({ description: 'Bearer token of the new session. Returned only once.' }),
    expiresAt: isoDateTime,
  })
  .meta({ id: 'NewSession' });

/**
 * A write that ends the session of its request: the token is no user's any more when it is repeated, and still proves
 * the sender.
 */
async function writeOnce<Value>(
  context: EndpointContext,
  { name, password, content }: { name: string; password: string; content: unknown },
  write: (repeated: IdempotentRequest | null) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const { idempotencyKey, actor, now, runtime } = context;
  const credential = getCredential(context);
  const request =
    idempotencyKey === null
      ? null
      : createSecretIdempotentRequest(
          idempotencyKey,
          credential,
          password,
          sha256(JSON.stringify([credential, password, content])),
        );
  if (actor.user) return recordRepetition(context, await write(request));
  const repeated = request && findRepeatedResult<Value>({ name }, { db: runtime.db, actor, now }, request);
  return recordRepetition(context, repeated ?? err(signInRequired));
}

/** Of a write that ends its session, whose request is understood without one when it is repeated. */
const endsSession = {
  access: usersWithAnyToken,
  ignoresInvalidToken: true,
  verifiesPassword: true,
  rejections: { 401: ['sign_in_required'], 403: ['token_not_allowed'], 422: ['invalid_account_fields'] },
} as const;

function rejectField(context: EndpointContext, error: AppError): ApiResponse {
  return respondWithError(context.actor.user ? error : signInRequired);
}

/** docs/product.md, "Forgotten passwords". */
export const recoveryEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...all,
    operationId: 'recoverAccount',
    method: 'POST',
    path: '/account/recover',
    summary: 'Set a new password with a recovery code',
    description:
      'Ends every session and access token, and uses up the code. Two-step sign-in stays on: sign in afterwards, with a code if the account has it. The response is the same for an unknown email.',
    access: anyone,
    body: jsonBody(() => recoveryFields, { email: 'asha@example.com', code, password }),
    response: { status: 200, data: recovered, example: { recoveryCode: code }, message: passwordSet },
    ignoresInvalidToken: true,
    verifiesPassword: true,
    rejections: { 422: ['password_not_changed', 'invalid_account_fields'] },
    async handler(context, { body }) {
      const input = checkInput({ schema: () => recoveryFields, invalidCode: getInvalidCode }, body, context.now);
      if (!input.ok) return respondWithError(input.error);
      const { idempotencyKey, address } = context;
      const { email, code } = input.value;
      const repeated =
        idempotencyKey === null
          ? null
          : createSecretIdempotentRequest(idempotencyKey, address, code, { email, code: sha256(code) });
      const result = await recoverAccount(input.value, createSignInContext(context, 'api'), repeated);
      await recordRepetition(context, result);
      if (!result.ok) return respondWithError(result.error);
      return respondWithData({ recoveryCode: result.value.recoveryCode }, { message: passwordSet });
    },
  }),
  defineEndpoint({
    ...all,
    operationId: 'sendRecoveryLink',
    method: 'POST',
    path: '/account/recovery-link',
    summary: 'Send a mail with a link that sets a new password',
    description:
      'The link works once, within an hour. The response is the same for an unknown email. Returns 409 if the site sends no mail.',
    access: anyone,
    body: jsonBody(() => recoveryLinkFields, { email: 'asha@example.com' }),
    response: { status: 200, data: z.null(), example: null, message: recoveryLinkSent },
    ignoresInvalidToken: true,
    rejections: { 409: ['mail_not_sent'], 422: ['invalid_account_fields'] },
    async handler(context, { body }) {
      const result = await runEndpointCommand(context, sendRecoveryLink, body);
      return result.ok ? respondWithData(null, { message: recoveryLinkSent }) : respondWithError(result.error);
    },
  }),
  defineEndpoint({
    ...all,
    operationId: 'renewRecoveryCode',
    method: 'POST',
    path: '/account/recovery-code',
    summary: 'Replace your recovery code',
    description: 'Not allowed with an access token.',
    access: users,
    body: jsonBody(() => givenPassword, { password }),
    response: { status: 200, data: recovered, example: { recoveryCode: code } },
    verifiesPassword: true,
    rejections: { 403: ['token_not_allowed'], 422: ['invalid_account_fields'] },
    async handler(context, { body, user }) {
      const input = checkInput({ schema: () => givenPassword, invalidCode: getInvalidCode }, body, context.now);
      if (!input.ok) return respondWithError(input.error);
      const { idempotencyKey } = context;
      const password = input.value.password;
      const result = await renewRecoveryCode(password, createSignInContext(context, 'api'), (passwordHash) =>
        idempotencyKey === null
          ? null
          : createSecretIdempotentRequest(idempotencyKey, user.id, password, { passwordHash }),
      );
      await recordRepetition(context, result);
      return result.ok ? respondWithData({ recoveryCode: result.value }) : respondWithError(result.error);
    },
  }),
  defineEndpoint({
    ...all,
    ...endsSession,
    operationId: 'changePassword',
    method: 'POST',
    path: '/account/password',
    summary: 'Change your password',
    description: 'Ends every session and access token, and opens a new session. Not allowed with an access token.',
    body: jsonBody(() => passwordChangeFields, { currentPassword: password, newPassword: 'another!kite' }),
    response: {
      status: 200,
      data: newSession,
      example: { token: exampleToken, expiresAt: exampleExpiry },
      message: passwordChanged,
    },
    async handler(context, { body }) {
      const rules = { schema: () => passwordChangeFields, invalidCode: getInvalidCode };
      const input = checkInput(rules, body, context.now);
      if (!input.ok) return rejectField(context, input.error);
      const { currentPassword, newPassword } = input.value;
      const result = await writeOnce(
        context,
        { name: changePasswordName, password: currentPassword, content: newPassword },
        (repeated) => changePassword(input.value, createSignInContext(context, 'api'), repeated),
      );
      if (!result.ok) return respondWithError(result.error);
      return respondWithData(result.value, { message: passwordChanged });
    },
  }),
  defineEndpoint({
    ...all,
    ...endsSession,
    operationId: 'deleteAccount',
    method: 'POST',
    path: '/account/delete',
    summary: 'Delete your account and all that is in it',
    description:
      'Listings, reviews and favourites are deleted too; messages stay without your name. Not allowed with an access token, or for the last owner of the site.',
    body: jsonBody(() => givenPassword, { password }),
    response: { status: 200, data: z.null(), example: null, message: accountDeleted },
    rejections: {
      401: ['sign_in_required'],
      403: ['token_not_allowed'],
      409: ['last_owner'],
      422: ['invalid_account_fields'],
    },
    async handler(context, { body }) {
      const input = checkInput({ schema: () => givenPassword, invalidCode: getInvalidCode }, body, context.now);
      if (!input.ok) return rejectField(context, input.error);
      const password = input.value.password;
      const result = await writeOnce(context, { name: deleteAccountName, password, content: null }, (repeated) =>
        deleteAccount(password, createSignInContext(context, 'api'), repeated),
      );
      return result.ok ? respondWithData(null, { message: accountDeleted }) : respondWithError(result.error);
    },
  }),
  defineEndpoint({
    ...all,
    operationId: 'changeEmail',
    method: 'POST',
    path: '/account/email',
    summary: 'Change the email that you sign in with',
    description: 'Not allowed with an access token.',
    access: users,
    body: jsonBody(() => emailChangeFields, { email: 'asha.rao@example.com', currentPassword: password }),
    response: {
      status: 200,
      data: profile,
      example: { user: { ...exampleAccount, email: 'asha.rao@example.com', version: 2 } },
      message: emailChanged,
    },
    verifiesPassword: true,
    rejections: { 403: ['token_not_allowed'], 409: ['email_taken'], 422: ['invalid_account_fields'] },
    async handler(context, { body, user }) {
      const input = checkInput({ schema: () => emailChangeFields, invalidCode: getInvalidCode }, body, context.now);
      if (!input.ok) return respondWithError(input.error);
      const { idempotencyKey } = context;
      const repeated =
        idempotencyKey === null
          ? null
          : createIdempotentApiRequest(idempotencyKey, user.id, { email: input.value.email });
      const result = await changeEmail(input.value, createSignInContext(context, 'api'), repeated);
      await recordRepetition(context, result);
      if (!result.ok) return respondWithError(result.error);
      return respondWithData({ user: toAccountJson(result.value) }, { message: emailChanged });
    },
  }),
  defineEndpoint({
    ...all,
    operationId: 'issueRecoveryCode',
    method: 'POST',
    path: '/account/recovery-code/issue',
    summary: 'Issue a recovery code for a user, which works once within an hour',
    description: "Not allowed with an access token, or for an operator's account. The reason is logged.",
    access: team('accounts'),
    body: jsonBody(() => issueAccountCode.schema(new Date()), { email: 'asha@example.com', reason }),
    response: { status: 200, data: issued, example: { code, name: 'Asha Rao' } },
    rejections: { 403: ['token_not_allowed'] },
    async handler(context, { body }) {
      const result = await runEndpointCommand(context, issueAccountCode, body);
      return result.ok ? respondWithData(result.value) : respondWithError(result.error);
    },
  }),
  defineEndpoint({
    ...all,
    operationId: 'replaceManageCode',
    method: 'POST',
    path: '/account/manage-code/issue',
    summary: 'Replace the manage code of a listing without an account',
    description: 'Not allowed with an access token. The old code stops working. The reason is logged.',
    access: team('accounts'),
    body: jsonBody(() => replaceManageCode.schema(new Date()), { listing: '8f3c2a1b9d4e', reason }),
    response: { status: 200, data: issued, example: { code, name: 'Hero Splendor' } },
    rejections: { 403: ['token_not_allowed'] },
    async handler(context, { body }) {
      const result = await runEndpointCommand(context, replaceManageCode, body);
      return result.ok ? respondWithData(result.value) : respondWithError(result.error);
    },
  }),
];
