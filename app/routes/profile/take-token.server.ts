import { json } from '@remix-run/node';
import { accessTokenFields, makeAccessToken } from '~/domain/accounts/access-tokens.server';
import { accountInvalid } from '~/domain/accounts/account-fields.server';
import { endSession } from '~/domain/accounts/sessions.server';
import { checkInput } from '~/domain/command.server';
import type { Problem } from '~/domain/outcome';
import { reportSecurityEvent } from '~/domain/security-events.server';
import { formSubmission } from '~/domain/submissions/submissions.server';
import { enteringOf } from '~/doors/entering.server';
import { refuseForm, seeOther, writeOrRefuse } from '~/doors/form-door.server';
import { newSubmissionId } from '~/doors/submission-id.server';
import { paths } from '~/paths';
import type { MadeToken } from './profile-screen';
import type { ProfileSender } from './take-profile.server';

/**
 * Makes an access token. The answer is the screen itself, the one time that no redirect follows a write: only so does
 * the token pass through no address and no cookie.
 */
export async function takeNewToken(sender: ProfileSender): Promise<Response> {
  const { fields, runtime, user } = sender;
  const typed = { name: fields.get('name') ?? '', scope: fields.get('scope') ?? '', days: fields.get('days') ?? '' };
  const refuse = (problem: Problem): Response => refuseForm(problem, typed, { meanwhile: null });
  const rules = { schema: () => accessTokenFields, invalidMessage: accountInvalid };
  const input = checkInput(rules, { ...typed, days: Number(typed.days) }, runtime.clock());
  if (!input.done) return refuse(input.problem);
  const made = await makeAccessToken(
    input.value,
    (fields.get('password') ?? '').normalize('NFC'),
    enteringOf(sender, 'browser'),
    formSubmission(fields.get('submissionId') || newSubmissionId(), { typed, userId: user.id }),
  );
  return made.done ? json<MadeToken>({ token: made.value, name: input.value.name }) : refuse(made.problem);
}

/** Revokes a token of whoever asks; nothing happens for one that is not theirs or has ended. */
export async function takeRevokedToken({ request, runtime, user, fields, address }: ProfileSender): Promise<Response> {
  await writeOrRefuse(runtime.db, () => endSession(runtime.db, user.id, fields.get('token') ?? ''));
  reportSecurityEvent(runtime.db, 'token-revoked', { account: user.id, address });
  return seeOther(request, paths.profile({ show: 'tokens' }), { notice: 'token-revoked' });
}
