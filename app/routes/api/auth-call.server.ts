import { sendData, sendProblem } from '~/doors/api-answer.server';
import { enteringOf } from '~/doors/entering.server';
import type { Call } from '~/doors/json-door.server';
import type { Credentials } from '~/domain/accounts/account-fields.server';
import { accountJson } from '~/domain/accounts/account-json';
import { findAccount } from '~/domain/accounts/account-queries.server';
import type { Entered, Entering } from '~/domain/accounts/enter-account.server';
import type { Outcome } from '~/domain/outcome';
import { type Submission, secretSubmission } from '~/domain/submissions/submissions.server';
import type { ApiAnswer } from '~/http/json-answer';

/** What makes getting in by a call with a key one however often it is sent; null for calls without. */
export const entranceOf =
  ({ key, address }: Call) =>
  ({ email, password, code }: Credentials, passwordHash: string): Submission | null =>
    key === null ? null : secretSubmission(key, address, password, { email, passwordHash, ...(code && { code }) });

/**
 * Answers a call that makes a token: `data.token` and `data.user`.
 *
 * @param status 201 when an account was made with it
 * @param fields of the body; null ones count as absent
 * @param enter what is done with them
 */
export async function sendEntered(
  call: Call,
  status: 200 | 201,
  fields: Record<string, unknown>,
  enter: (fields: Record<string, unknown>, entering: Entering) => Promise<Outcome<Entered>>,
): Promise<ApiAnswer> {
  const entered = await enter(fields, enteringOf(call, 'api'));
  if (!entered.done) return sendProblem(entered.problem);
  const { token, userId } = entered.value;
  const account = findAccount(call.runtime.db, userId);
  if (!account) throw new Error('An account that was just entered could not be read.');
  // What was made is read where its owner reads it.
  const headers = status === 201 ? { Location: '/api/auth/profile' } : undefined;
  return sendData({ token, user: accountJson(account) }, { status, headers });
}
