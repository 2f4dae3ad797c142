import { accountInvalid, passwordChangeFields } from '~/domain/accounts/account-fields.server';
import { findAccount } from '~/domain/accounts/account-queries.server';
import { changePassword } from '~/domain/accounts/change-password.server';
import { changeProfile } from '~/domain/accounts/change-profile.server';
import { deleteAccount } from '~/domain/accounts/delete-account.server';
import { endOtherSessions, endSession } from '~/domain/accounts/sessions.server';
import type { Asker, SignedInUser } from '~/domain/asker';
import { checkInput } from '~/domain/command.server';
import { commitWithOthers } from '~/domain/group-commit.server';
import type { Problem } from '~/domain/outcome';
import { formSubmission, runCommandOnce } from '~/domain/submissions/submissions.server';
import { enteringOf } from '~/doors/entering.server';
import { refusalOf, refuseForm, seeOther, writeOrRefuse } from '~/doors/form-door.server';
import type { FormFields } from '~/doors/form-fields';
import { overLimit } from '~/doors/over-limit.server';
import { readForm } from '~/doors/read-form.server';
import { signInFirst } from '~/doors/sign-in-first.server';
import { newSubmissionId } from '~/doors/submission-id.server';
import { askerOf } from '~/http/asker.server';
import type { Runtime } from '~/http/runtime.server';
import { forgetSessionCookie, sessionCookie } from '~/http/session-cookie.server';
import { paths } from '~/paths';
import { type ProfileField, profileLabels, typedProfile } from './profile-screen';
import { takeNewToken, takeRevokedToken } from './take-token.server';
import { turnTwoStepOff, turnTwoStepOn } from './take-two-step.server';

/** A form of the profile, with who sent it. */
export type ProfileSender = {
  request: Request;
  runtime: Runtime;
  asker: Asker;
  user: SignedInUser;
  address: string;
  fields: FormFields;
};

const security = paths.profile({ show: 'security' });
const tokens = paths.profile({ show: 'tokens' });

const isProfileField = (name: string): name is ProfileField => Object.hasOwn(profileLabels, name);
const typedOf = (fields: FormFields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields.toRecord()).filter(([name]) => isProfileField(name)));

/** Saves the edit form. Whoever was told of a change in the meantime sees both, and goes on from that change. */
async function save({ request, runtime, asker, user, fields }: ProfileSender): Promise<Response> {
  const { db, clock } = runtime;
  const now = clock();
  const typed = typedOf(fields);
  const version = Number(fields.get('version'));
  const submissionId = fields.get('submissionId') || newSubmissionId();
  const input = checkInput(changeProfile, { ...typed, version }, now);
  const submission = formSubmission(submissionId, { typed, version });
  const outcome = input.done
    ? await commitWithOthers(db, () => runCommandOnce(changeProfile, input.value, { db, asker, now }, submission))
    : input;
  if (outcome.done) return seeOther(request, paths.profile(), { notice: 'profile-changed' });
  const account = outcome.problem.kind === 'conflict' ? findAccount(db, user.id) : null;
  const meanwhile = account && { values: typedProfile(account), version: account.version };
  return refuseForm(outcome.problem, { ...typed, version: String(version) }, { meanwhile });
}

/** A refused form of the security view: no password comes back. */
const refuseSecret = (problem: Problem): Response => refuseForm(problem, {}, { meanwhile: null });

async function renewPassword(sender: ProfileSender): Promise<Response> {
  const { request, fields } = sender;
  const rules = { schema: () => passwordChangeFields, invalidMessage: accountInvalid };
  const input = checkInput(rules, fields.toRecord(), sender.runtime.clock());
  const changed = input.done ? await changePassword(input.value, enteringOf(sender, 'browser')) : input;
  if (!changed.done) return refuseSecret(changed.problem);
  return seeOther(request, security, {
    notice: 'password-changed',
    cookies: [sessionCookie(request, changed.value)],
  });
}

async function removeAccount(sender: ProfileSender): Promise<Response> {
  const { request, fields } = sender;
  const deleted = await deleteAccount((fields.get('password') ?? '').normalize('NFC'), enteringOf(sender, 'browser'));
  if (!deleted.done) return refuseSecret(deleted.problem);
  return seeOther(request, paths.home(), { notice: 'account-deleted', cookies: [forgetSessionCookie(request)] });
}

async function signOutElsewhere({ request, runtime, user, fields }: ProfileSender): Promise<Response> {
  const session = fields.get('session');
  if (session === null) {
    await writeOrRefuse(runtime.db, () => endOtherSessions(runtime.db, user.id, user.sessionId));
    return seeOther(request, security, { notice: 'sessions-ended' });
  }
  await writeOrRefuse(runtime.db, () => endSession(runtime.db, user.id, session));
  return seeOther(request, security, { notice: 'session-ended' });
}

/** Takes every form of the profile; which one it is, `intent` says. */
export async function takeProfile(request: Request, runtime: Runtime, address: string): Promise<Response> {
  const asker = askerOf(request, runtime);
  const { fields, problems } = await readForm(request);
  const intent = fields.get('intent');
  // What was typed into the edit form waits for its sender to sign in again; passwords do not.
  if (!asker.user) {
    return intent === 'save'
      ? signInFirst(request, runtime, paths.profile({ edit: 1 }), typedOf(fields))
      : signInFirst(request, runtime, intent?.endsWith('-token') ? tokens : security);
  }
  const sender = { request, runtime, asker, user: asker.user, address, fields };
  const [problem] = problems;
  const refusal = problem ?? overLimit({ runtime, address }, 'write');
  if (refusal)
    return intent === 'save' ? refuseForm(refusal, typedOf(fields), { meanwhile: null }) : refuseSecret(refusal);
  if (intent === 'save') return save(sender);
  if (intent === 'change-password') return renewPassword(sender);
  if (intent === 'delete-account') return removeAccount(sender);
  if (intent === 'end-session') return signOutElsewhere(sender);
  if (intent === 'two-step-on') return turnTwoStepOn(sender);
  if (intent === 'two-step-off') return turnTwoStepOff(sender);
  if (intent === 'make-token') return takeNewToken(sender);
  if (intent === 'revoke-token') return takeRevokedToken(sender);
  throw refusalOf({ kind: 'invalid', message: 'This form is not known here.', errors: {} });
}
