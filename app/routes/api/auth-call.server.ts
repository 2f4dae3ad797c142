import type { SignInContext } from '~/domain/accounts/account.commands.server';
import { sendData, sendError } from '~/api/respond.server';
import { signInContextOf } from '~/http/account-form.server';
import type { EndpointContext } from '~/api/define-endpoint.server';
import type { Credentials } from '~/domain/accounts/account.schema.server';
import { accountJson } from '~/domain/accounts/account';
import { findAccount } from '~/domain/accounts/account.queries.server';
import type { SignInResult } from '~/domain/sign-in/sign-in.commands.server';
import type { Result } from '~/domain/shared/result';
import { type IdempotentRequest, secretIdempotentRequest } from '~/domain/shared/idempotency.server';
import type { ApiResponse } from '~/http/responses.server';

/** What makes getting in by a call with a key one however often it is sent; null for calls without. */
export const entranceOf =
  ({ key, address }: EndpointContext) =>
  ({ email, password, code }: Credentials, passwordHash: string): IdempotentRequest | null =>
    key === null
      ? null
      : secretIdempotentRequest(key, address, password, { email, passwordHash, ...(code && { code }) });

/**
 * Answers a call that makes a token: `data.token` and `data.user`.
 *
 * @param status 201 when an account was made with it
 * @param fields of the body; null ones count as absent
 * @param enter what is done with them
 */
export async function sendSignInResult(
  context: EndpointContext,
  status: 200 | 201,
  fields: Record<string, unknown>,
  enter: (fields: Record<string, unknown>, signInContext: SignInContext) => Promise<Result<SignInResult>>,
): Promise<ApiResponse> {
  const signInResult = await enter(fields, signInContextOf(context, 'api'));
  if (!signInResult.ok) return sendError(signInResult.error);
  const { token, userId } = signInResult.value;
  const account = findAccount(context.runtime.db, userId);
  if (!account) throw new Error('An account that was just entered could not be read.');
  // What was made is read where its owner reads it.
  const headers = status === 201 ? { Location: '/api/auth/profile' } : undefined;
  return sendData({ token, user: accountJson(account) }, { status, headers });
}
