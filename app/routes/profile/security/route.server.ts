import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { changeEmail, changePassword } from '~/domain/accounts/accounts.server';
import { emailChangeFields, getInvalidCode, passwordChangeFields } from '~/domain/accounts/account.schema.server';
import { findRecoveryState, renewRecoveryCode } from '~/domain/accounts/recovery-codes.server';
import { endOwnOtherSessions, endOwnSession } from '~/domain/accounts/session.commands.server';
import { findSessions } from '~/domain/accounts/sessions.server';
import { deleteAccount } from '~/domain/own-data/own-data.server';
import { checkInput } from '~/domain/shared/run-command.server';
import { createSignInContext } from '~/submit/authentication.server';
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
  findIntent,
  type FormPost,
  renameFields,
} from '~/submit/form.server';
import { selectFields } from '~/submit/form-body.server';
import { readUnfinishedForm } from '~/submit/form-response.server';
import { paths } from '~/paths';
import { requireAccount } from '../account.server';

const securityPath = paths.profileView('security');

export function loader({ request, context: { runtime } }: LoaderFunctionArgs) {
  const { db, clock } = runtime;
  const { user, account } = requireAccount(request, runtime);
  return json({
    account,
    sessions: findSessions(db, user, clock()),
    recovery: findRecoveryState(db, user.id),
    /** The form of a new email, typed before signing in. */
    unfinished: readUnfinishedForm(request, runtime),
  });
}

const getPassword = ({ fields }: FormPost): string => (fields.get('password') ?? '').normalize('NFC');
const getContext = (post: FormPost) => createSignInContext(post, 'browser');

/** Forms with a secret are redisplayed empty. */
const secretForm = {
  access: allowUser(() => securityPath),
  redisplay: () => ({}),
} as const;

const passwordAction = createFormAction({
  ...secretForm,
  async run(post) {
    const rules = { schema: () => passwordChangeFields, invalidCode: getInvalidCode };
    const input = checkInput(rules, post.fields.toRecord(), post.now);
    return input.ok ? changePassword(input.value, getContext(post)) : input;
  },
  onSuccess: ({ token }, { request }) => ({
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
  redisplay: (_post, error) => ({ error: renameFields(error, { currentPassword: 'emailPassword' }) }),
});

const recoveryCodeAction = createFormAction({
  ...secretForm,
  run: (post) => renewRecoveryCode((post.fields.get('codePassword') ?? '').normalize('NFC'), getContext(post)),
  onSuccess: (code, { request }) => ({
    to: paths.recoveryCode(),
    flash: 'recovery-code-made',
    cookies: [createRecoveryCodeCookie(request, code)],
  }),
  redisplay: (_post, error) => ({ error: renameFields(error, { password: 'codePassword' }) }),
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

const forms = {
  'change-password': passwordAction,
  'change-email': emailAction,
  'recovery-code': recoveryCodeAction,
  'delete-account': removeAccount,
  'end-session': endSession,
  'end-other-sessions': endOtherSessions,
};

/** By their `intent`; `end-session` without a `session` ends all others. */
export const action = createFormActions(({ fields }) => {
  const intent = findIntent(forms, fields.get('intent'));
  return intent === 'end-session' && !fields.has('session') ? 'end-other-sessions' : intent;
}, forms);
