import { json } from '@remix-run/node';
import { accessTokenFields, makeAccessToken } from '~/domain/accounts/access-tokens.server';
import { changePassword, changeProfile } from '~/domain/accounts/account.commands.server';
import { findAccount } from '~/domain/accounts/account.queries.server';
import { accountInvalid, passwordChangeFields } from '~/domain/accounts/account.schema.server';
import {
  addAuthenticator,
  authenticatorLink,
  dropAuthenticator,
  isAuthenticatorSecret,
} from '~/domain/accounts/authenticator.server';
import { endOtherSessions, endSession } from '~/domain/accounts/sessions.server';
import { deleteAccount } from '~/domain/own-data/delete-account.server';
import type { Actor, SignedInUser } from '~/domain/shared/actor';
import { checkInput } from '~/domain/shared/command.server';
import { commitWithOthers } from '~/domain/shared/group-commit.server';
import { idempotentForm, runCommandOnce } from '~/domain/shared/idempotency.server';
import type { AppError } from '~/domain/shared/result';
import { reportSecurityEvent } from '~/domain/shared/security-events.server';
import { signInContextOf } from '~/http/account-form.server';
import { forgetSessionCookie, getActor, sessionCookie } from '~/http/actor.server';
import { readForm } from '~/http/form-data.server';
import type { FormFields } from '~/http/form-fields.server';
import { newIdempotencyKey, rejectForm, rejectionOf, seeOther, writeOrReject } from '~/http/form-response.server';
import { overLimit } from '~/http/rate-limit.server';
import type { Runtime } from '~/http/runtime.server';
import { signInFirst } from '~/http/sign-in-first.server';
import { paths } from '~/paths';
import { qrShape } from '~/ui/drawings/qr-drawing.server';
import {
  type MadeRecoveryCodes,
  type MadeToken,
  type ProfileField,
  profileFormValues,
  profileLabels,
  type TwoStepSetup,
} from './profile-screen';

/**
 * Makes an access token. The answer is the screen itself, the one time that no redirect follows a write: only so does
 * the token pass through no address and no cookie.
 */
export async function takeNewToken(sender: ProfileSender): Promise<Response> {
  const { fields, runtime, user } = sender;
  const formValues = {
    name: fields.get('name') ?? '',
    scope: fields.get('scope') ?? '',
    days: fields.get('days') ?? '',
  };
  const reject = (error: AppError): Response => rejectForm(error, formValues, { meanwhile: null });
  const rules = { schema: () => accessTokenFields, invalidMessage: accountInvalid };
  const input = checkInput(rules, { ...formValues, days: Number(formValues.days) }, runtime.clock());
  if (!input.ok) return reject(input.error);
  const made = await makeAccessToken(
    input.value,
    (fields.get('password') ?? '').normalize('NFC'),
    signInContextOf(sender, 'browser'),
    idempotentForm(fields.get('idempotencyKey') || newIdempotencyKey(), { formValues, userId: user.id }),
  );
  return made.ok ? json<MadeToken>({ token: made.value, name: input.value.name }) : reject(made.error);
}

/** Revokes a token of whoever asks; nothing happens for one that is not theirs or has ended. */
export async function takeRevokedToken({ request, runtime, user, fields, address }: ProfileSender): Promise<Response> {
  await writeOrReject(runtime.db, () => endSession(runtime.db, user.id, fields.get('token') ?? ''));
  reportSecurityEvent(runtime.db, 'token-revoked', { account: user.id, address });
  return seeOther(request, paths.profile({ show: 'tokens' }), { flash: 'token-revoked' });
}

/** What the screen shows of a secret. */
export const twoStepSetup = (secret: string, email: string): TwoStepSetup => ({
  secret,
  code: qrShape(authenticatorLink(secret, email)),
});

const passwordOf = ({ fields }: ProfileSender): string => (fields.get('password') ?? '').normalize('NFC');

/**
 * Turns two-step sign-in on. As with an access token the response is the screen itself, so that the recovery codes pass
 * through no address and no cookie.
 */
export async function turnTwoStepOn(sender: ProfileSender): Promise<Response> {
  const secret = sender.fields.get('secret') ?? '';
  const account = findAccount(sender.runtime.db, sender.user.id);
  // The app has the secret by now: the form comes back with the same.
  const setup = account && isAuthenticatorSecret(secret) ? twoStepSetup(secret, account.email) : undefined;
  const reject = (error: AppError): Response => rejectForm(error, {}, { meanwhile: null, setup });
  const input = { secret, code: sender.fields.get('code') ?? '', password: passwordOf(sender) };
  const added = await addAuthenticator(input, signInContextOf(sender, 'browser'));
  return added.ok ? json<MadeRecoveryCodes>({ recoveryCodes: added.value }) : reject(added.error);
}

export async function turnTwoStepOff(sender: ProfileSender): Promise<Response> {
  const input = { code: sender.fields.get('code') ?? '', password: passwordOf(sender) };
  const dropped = await dropAuthenticator(input, signInContextOf(sender, 'browser'));
  if (!dropped.ok) return rejectForm(dropped.error, {}, { meanwhile: null });
  return seeOther(sender.request, paths.profile({ show: 'two-step' }), { flash: 'two-step-off' });
}

/** A form of the profile, with who sent it. */
export type ProfileSender = {
  request: Request;
  runtime: Runtime;
  actor: Actor;
  user: SignedInUser;
  address: string;
  fields: FormFields;
};

const security = paths.profile({ show: 'security' });
const tokens = paths.profile({ show: 'tokens' });

const isProfileField = (name: string): name is ProfileField => Object.hasOwn(profileLabels, name);
const formValuesOf = (fields: FormFields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields.toRecord()).filter(([name]) => isProfileField(name)));

/** Saves the edit form. Whoever was told of a change in the meantime sees both, and goes on from that change. */
async function save({ request, runtime, actor, user, fields }: ProfileSender): Promise<Response> {
  const { db, clock } = runtime;
  const now = clock();
  const formValues = formValuesOf(fields);
  const version = Number(fields.get('version'));
  const idempotencyKey = fields.get('idempotencyKey') || newIdempotencyKey();
  const input = checkInput(changeProfile, { ...formValues, version }, now);
  const idempotentRequest = idempotentForm(idempotencyKey, { formValues, version });
  const result = input.ok
    ? await commitWithOthers(db, () =>
        runCommandOnce(changeProfile, input.value, { db, actor, now }, idempotentRequest),
      )
    : input;
  if (result.ok) return seeOther(request, paths.profile(), { flash: 'profile-changed' });
  const account = result.error.kind === 'conflict' ? findAccount(db, user.id) : null;
  const meanwhile = account && { values: profileFormValues(account), version: account.version };
  return rejectForm(result.error, { ...formValues, version: String(version) }, { meanwhile });
}

/** A refused form of the security view: no password comes back. */
const rejectSecret = (error: AppError): Response => rejectForm(error, {}, { meanwhile: null });

async function renewPassword(sender: ProfileSender): Promise<Response> {
  const { request, fields } = sender;
  const rules = { schema: () => passwordChangeFields, invalidMessage: accountInvalid };
  const input = checkInput(rules, fields.toRecord(), sender.runtime.clock());
  const changed = input.ok ? await changePassword(input.value, signInContextOf(sender, 'browser')) : input;
  if (!changed.ok) return rejectSecret(changed.error);
  return seeOther(request, security, {
    flash: 'password-changed',
    cookies: [sessionCookie(request, changed.value)],
  });
}

async function removeAccount(sender: ProfileSender): Promise<Response> {
  const { request, fields } = sender;
  const deleted = await deleteAccount(
    (fields.get('password') ?? '').normalize('NFC'),
    signInContextOf(sender, 'browser'),
  );
  if (!deleted.ok) return rejectSecret(deleted.error);
  return seeOther(request, paths.home(), { flash: 'account-deleted', cookies: [forgetSessionCookie(request)] });
}

async function signOutElsewhere({ request, runtime, user, fields }: ProfileSender): Promise<Response> {
  const session = fields.get('session');
  if (session === null) {
    await writeOrReject(runtime.db, () => endOtherSessions(runtime.db, user.id, user.sessionId));
    return seeOther(request, security, { flash: 'sessions-ended' });
  }
  await writeOrReject(runtime.db, () => endSession(runtime.db, user.id, session));
  return seeOther(request, security, { flash: 'session-ended' });
}

/** Takes every form of the profile; which one it is, `intent` says. */
export async function takeProfile(request: Request, runtime: Runtime, address: string): Promise<Response> {
  const actor = getActor(request, runtime);
  const { fields, errors } = await readForm(request);
  const intent = fields.get('intent');
  // What was typed into the edit form waits for its sender to sign in again; passwords do not.
  if (!actor.user) {
    return intent === 'save'
      ? signInFirst(request, runtime, paths.profile({ edit: 1 }), formValuesOf(fields))
      : signInFirst(request, runtime, intent?.endsWith('-token') ? tokens : security);
  }
  const sender = { request, runtime, actor, user: actor.user, address, fields };
  const [error] = errors;
  const rejection = error ?? overLimit({ runtime, address }, 'write');
  if (rejection)
    return intent === 'save'
      ? rejectForm(rejection, formValuesOf(fields), { meanwhile: null })
      : rejectSecret(rejection);
  if (intent === 'save') return save(sender);
  if (intent === 'change-password') return renewPassword(sender);
  if (intent === 'delete-account') return removeAccount(sender);
  if (intent === 'end-session') return signOutElsewhere(sender);
  if (intent === 'two-step-on') return turnTwoStepOn(sender);
  if (intent === 'two-step-off') return turnTwoStepOff(sender);
  if (intent === 'make-token') return takeNewToken(sender);
  if (intent === 'revoke-token') return takeRevokedToken(sender);
  throw rejectionOf({ kind: 'invalid', message: 'This form is not known here.', errors: {} });
}
