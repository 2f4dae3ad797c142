import { json } from '@remix-run/node';
import { accessTokenFields, createAccessToken } from '~/domain/accounts/access-tokens.server';
import { findAccount } from '~/domain/accounts/account.queries.server';
import { changeEmail, changePassword, changeProfile } from '~/domain/accounts/accounts.server';
import {
  emailChangeFields,
  getInvalidCode,
  givenPassword,
  passwordChangeFields,
  secondStepFields,
} from '~/domain/accounts/account.schema.server';
import {
  disableAuthenticator,
  enableAuthenticator,
  isAuthenticatorSecret,
} from '~/domain/accounts/authenticator.server';
import { renewRecoveryCode } from '~/domain/accounts/recovery-codes.server';
import { endOwnOtherSessions, endOwnSession } from '~/domain/accounts/session.commands.server';
import { unblockSender } from '~/domain/conversations/unwanted-messages.server';
import { deleteAccount } from '~/domain/own-data/own-data.server';
import { requireOperator } from '~/domain/shared/actor';
import { findTakenPhone } from '~/domain/shared/phone';
import { checkInput, createIdempotentForm } from '~/domain/shared/run-command.server';
import { reportSecurityEvent } from '~/domain/shared/security-events.server';
import { createSignInContext } from '~/http/authentication.server';
import {
  clearRecoveryCodeCookie,
  clearSessionCookie,
  createRecoveryCodeCookie,
  createSessionCookie,
} from '~/http/cookies/account.server';
import {
  allowUser,
  createFormAction,
  createFormActions,
  type FormPost,
  type Rejected,
} from '~/http/form-action.server';
import { selectFields } from '~/http/form-data.server';
import { paths } from '~/paths';
import { type CreatedRecoveryCodes, type CreatedToken, profileFormValues, profileLabels } from './profile-screen';
import { createTwoStepSetup } from './profile.loader.server';

const securityPath = paths.profile({ show: 'security' });
const blockedPath = paths.profile({ show: 'blocked' });
const tokensPath = paths.profile({ show: 'tokens' });

const getPassword = ({ fields }: FormPost): string => (fields.get('password') ?? '').normalize('NFC');
const getContext = (post: FormPost) => createSignInContext(post, 'browser');

/** Forms with a secret are redisplayed empty. */
const secretForm = {
  access: allowUser,
  signIn: { path: () => securityPath },
  redisplay: () => ({ stored: null }),
} as const;
const tokenForm = { ...secretForm, signIn: { path: () => tokensPath, startsOver: true } } as const;

/** Renames the error of the password to that of the form's own field: the screen has several password fields. */
const movePasswordError =
  (field: string, name: string) =>
  ({ error, values }: Rejected): Rejected => ({
    error: {
      ...error,
      errors: Object.fromEntries(
        Object.entries(error.errors).map(([rejected, reason]) => [rejected === name ? field : rejected, reason]),
      ),
    },
    values,
  });

const save = createFormAction({
  access: allowUser,
  signIn: { path: () => paths.profile({ edit: 1 }) },
  values: selectFields([...Object.keys(profileLabels), 'version']),
  command: changeProfile,
  decode: ({ values }) => ({ ...values, version: Number(values.version) }),
  onSuccess: (_account, { values }) => ({
    to: paths.profile(),
    flash: 'profile-changed',
    takenPhone: findTakenPhone(values.phone),
  }),
  redisplay: () => ({ stored: null }),
  onConflict({ runtime }, user) {
    const account = findAccount(runtime.db, user.id);
    return account && { stored: { values: profileFormValues(account), version: account.version } };
  },
});

const passwordAction = createFormAction({
  ...secretForm,
  async run(post) {
    const rules = { schema: () => passwordChangeFields, invalidCode: getInvalidCode };
    const input = checkInput(rules, post.fields.toRecord(), post.now);
    return input.ok ? changePassword(input.value, getContext(post)) : input;
  },
  onSuccess: (token, { request }) => ({
    to: securityPath,
    flash: 'password-changed',
    cookies: [createSessionCookie(request, token)],
  }),
});

const emailAction = createFormAction({
  ...secretForm,
  values: selectFields(['email']),
  async run(post) {
    const rules = { schema: () => emailChangeFields, invalidCode: getInvalidCode };
    const { email, emailPassword: currentPassword } = post.fields.toRecord();
    const input = checkInput(rules, { email, currentPassword }, post.now);
    return input.ok ? changeEmail(input.value, getContext(post)) : input;
  },
  onSuccess: () => ({ to: securityPath, flash: 'email-changed' }),
  adapt: movePasswordError('emailPassword', 'currentPassword'),
});

const recoveryCodeAction = createFormAction({
  ...secretForm,
  run: (post) => renewRecoveryCode((post.fields.get('codePassword') ?? '').normalize('NFC'), getContext(post)),
  onSuccess: (code, { request }) => ({
    to: paths.recoveryCode(),
    flash: 'recovery-code-made',
    cookies: [createRecoveryCodeCookie(request, code)],
  }),
  adapt: movePasswordError('codePassword', 'password'),
});

const removeAccount = createFormAction({
  ...secretForm,
  run: (post) => deleteAccount(getPassword(post), getContext(post)),
  onSuccess: (_value, { request }) => ({
    to: paths.home(),
    flash: 'account-deleted',
    cookies: [clearSessionCookie(request), clearRecoveryCodeCookie(request)],
    isSignOut: true,
  }),
});

const endSession = createFormAction({
  ...secretForm,
  command: endOwnSession,
  decode: ({ fields }) => ({ session: fields.get('session') }),
  onSuccess: () => ({ to: securityPath, flash: 'session-ended' }),
});

const endOtherSessions = createFormAction({
  ...secretForm,
  command: endOwnOtherSessions,
  decode: () => ({}),
  onSuccess: () => ({ to: securityPath, flash: 'sessions-ended' }),
});

const secondStepRules = { schema: () => secondStepFields, invalidCode: getInvalidCode };

/**
 * Turns two-step sign-in on. Renders the screen without a redirect, so that the recovery codes are never part of a URL
 * or a cookie.
 */
const turnTwoStepOn = createFormAction({
  ...secretForm,
  access: ({ actor }) => requireOperator(actor),
  async run(post) {
    const input = checkInput(secondStepRules, post.fields.toRecord(), post.now);
    if (!input.ok) return input;
    return enableAuthenticator({ ...input.value, secret: post.fields.get('secret') ?? '' }, getContext(post));
  },
  onSuccess: (recoveryCodes) => json<CreatedRecoveryCodes>({ recoveryCodes }),
  redisplay({ runtime, actor, fields }) {
    const secret = fields.get('secret') ?? '';
    const account = actor.user && findAccount(runtime.db, actor.user.id);
    // The authenticator already has the secret, so the form is redisplayed with the same one.
    const setup = account && isAuthenticatorSecret(secret) ? createTwoStepSetup(secret, account.email) : undefined;
    return { stored: null, setup };
  },
});

const turnTwoStepOff = createFormAction({
  ...secretForm,
  async run(post) {
    const input = checkInput(secondStepRules, post.fields.toRecord(), post.now);
    return input.ok ? disableAuthenticator(input.value, getContext(post)) : input;
  },
  onSuccess: () => ({ to: paths.profile({ show: 'two-step' }), flash: 'two-step-off' }),
});

/** Creates an access token. Renders the screen without a redirect, like the recovery codes. */
const createToken = createFormAction({
  ...tokenForm,
  values: selectFields(['name', 'scope', 'days']),
  async run(post, user) {
    const { values } = post;
    const rules = { schema: () => accessTokenFields.and(givenPassword), invalidCode: getInvalidCode };
    const input = checkInput(rules, { ...values, days: Number(values.days), password: getPassword(post) }, post.now);
    if (!input.ok) return input;
    const idempotentRequest = createIdempotentForm(post.idempotencyKey, { values, userId: user.id });
    const token = await createAccessToken(input.value, input.value.password, getContext(post), idempotentRequest);
    return token.ok ? { ok: true, value: { token: token.value, name: input.value.name } } : token;
  },
  onSuccess: (created) => json<CreatedToken>(created),
});

const revokeToken = createFormAction({
  ...tokenForm,
  command: endOwnSession,
  decode: ({ fields }) => ({ session: fields.get('token') ?? '' }),
  onSuccess(_value, { runtime, address }, user) {
    reportSecurityEvent(runtime.db, 'token-revoked', { account: user.id, address });
    return { to: tokensPath, flash: 'token-revoked' };
  },
});

const unblock = createFormAction({
  access: allowUser,
  signIn: { path: () => blockedPath, startsOver: true },
  command: unblockSender,
  decode: ({ fields }) => ({ id: fields.get('sender') }),
  onSuccess: () => ({ to: blockedPath, flash: 'sender-unblocked' }),
  redisplay: null,
});

const forms = {
  save,
  'change-password': passwordAction,
  'change-email': emailAction,
  'recovery-code': recoveryCodeAction,
  'delete-account': removeAccount,
  'end-session': endSession,
  'end-other-sessions': endOtherSessions,
  'two-step-on': turnTwoStepOn,
  'two-step-off': turnTwoStepOff,
  'make-token': createToken,
  'revoke-token': revokeToken,
  unblock,
};

const isIntent = (text: string): text is keyof typeof forms => Object.hasOwn(forms, text);

/**
 * All forms of the profile, by their `intent`, which is `save` at the URL of the edit form; `end-session` without a
 * `session` ends all others.
 */
export const profileAction = createFormActions(({ fields, url }) => {
  const intent = fields.get('intent') ?? (url.searchParams.has('edit') ? 'save' : '');
  if (intent === 'end-session' && !fields.has('session')) return 'end-other-sessions';
  return isIntent(intent) ? intent : null;
}, forms);
