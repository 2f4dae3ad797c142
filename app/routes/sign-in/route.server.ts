import { json, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { passwordPattern } from '~/domain/accounts/account';
import { getInvalidCode, signInFields, signUpFields } from '~/domain/accounts/account.schema.server';
import { findSession } from '~/domain/accounts/sessions.server';
import type { SignedInUser } from '~/domain/shared/actor';
import { requireTeamMember } from '~/domain/shared/permissions';
import { errorTexts } from '~/domain/shared/error-texts';
import type { AppError } from '~/domain/shared/result';
import { createIdempotentForm } from '~/domain/shared/run-command.server';
import { emailPattern } from '~/domain/shared/email';
import { beginSignIn, finishSignIn, isAwaitingCode, type SignInResult } from '~/domain/sign-in/sign-in.commands.server';
import { authenticate, createAccount, createSignInContext } from '~/submit/authentication.server';
import {
  clearSignInTicketCookie,
  createRecoveryCodeCookie,
  createSessionCookie,
  createSignInTicketCookie,
  readSignInTicket,
} from '~/http/cookies/account.server';
import { clearManageKeysCookie, clearSearchesCookie } from '~/http/cookies/visitor.server';
import { getActor } from '~/http/actor.server';
import {
  allowAnyone,
  createFormAction,
  createFormActions,
  type FormPost,
  type FormRedirect,
  describeException,
} from '~/submit/form.server';
import type { FormConstraints } from '~/domain/shared/constraints';
import { createFormConstraints } from '~/submit/form-constraints.server';
import { selectFields } from '~/submit/form-body.server';
import { generateIdempotencyKey } from '~/submit/form-response.server';
import { toLocalPath } from '~/http/responses.server';
import { deskPaths, paths } from '~/paths';
import { modeField, parseMode, panels, type SignInMode } from './sign-in-view';

const account = {
  decode: (values: Record<string, string>) => values,
  patterns: { email: emailPattern, password: passwordPattern },
} as const;

const getConstraints = {
  signin: createFormConstraints({
    ...account,
    command: { schema: () => signInFields, invalidCode: getInvalidCode },
    fields: ['email', 'password'],
  }),
  signup: createFormConstraints({
    ...account,
    command: { schema: () => signUpFields, invalidCode: getInvalidCode },
    fields: ['name', 'email', 'password'],
  }),
  code: () => ({ message: errorTexts.invalid_account_fields, fields: {} }),
} satisfies Record<SignInMode, (now: Date) => FormConstraints>;

/** Path to redirect to after signing in: a path of this site, or the desk of an operator and the home page of others. */
const pathAfterSignIn = (requested: string | null, user: SignedInUser | null): string =>
  toLocalPath(requested, requireTeamMember({ user, manageKeyIds: [] }).ok ? deskPaths.entrance() : paths.home());

const requestedPath = ({ url, fields }: FormPost): string | null =>
  fields.get('redirectTo') ?? url.searchParams.get('redirectTo');

/** Sets the session cookie. */
function welcome(
  { token, claimed, recoveryCode }: SignInResult,
  post: FormPost,
  flash: 'signed-in' | 'signed-up',
): FormRedirect {
  const { request, actor, runtime, now } = post;
  // The manage codes are no longer valid: their listings now belong to the user.
  const keys = actor.manageKeyIds.length > 0 ? [clearManageKeysCookie(request)] : [];
  const searches = actor.searchesHash ? [clearSearchesCookie(request)] : [];
  const ticket = readSignInTicket(request) === null ? [] : [clearSignInTicketCookie(request)];
  const newCode = recoveryCode === undefined ? [] : [createRecoveryCodeCookie(request, recoveryCode)];
  return {
    to: pathAfterSignIn(requestedPath(post), findSession(runtime.db, token, now)),
    flash: claimed > 0 ? 'listings-claimed' : flash,
    cookies: [createSessionCookie(request, token), ...keys, ...searches, ...ticket, ...newCode],
  };
}

/** URL of the sign-in screen in a mode, keeping the path to redirect to. */
const loginPath = (post: FormPost, mode?: 'code'): string =>
  paths.login({ mode, redirectTo: requestedPath(post) ?? undefined });

/** Secrets are never redisplayed. */
const form = {
  access: allowAnyone,
  values: selectFields(['name', 'email']),
  redisplay: (_post: FormPost, error: AppError | null) => ({
    error: describeException(error, 'authentication_failed'),
  }),
};

const modeOfPost = ({ url, fields }: Pick<FormPost, 'url' | 'fields'>): SignInMode =>
  parseMode(fields.get(modeField) ?? url.searchParams.get('mode'));

/** The forms of the sign-in screen and its panels, by mode: that of the form, or else that of the URL. */
export const action = createFormActions(modeOfPost, {
  signin: createFormAction({
    ...form,
    async run(post) {
      const signInContext = createSignInContext(post, 'browser');
      const verified = await authenticate(post.request, signInContext, post.fields.toRecord());
      return verified.ok ? beginSignIn(verified.value, signInContext) : verified;
    },
    onSuccess(result, post) {
      if (!('ticket' in result)) return welcome(result, post, 'signed-in');
      return { to: loginPath(post, 'code'), cookies: [createSignInTicketCookie(post.request, result.ticket)] };
    },
  }),
  code: createFormAction({
    ...form,
    run(post) {
      const ticket = readSignInTicket(post.request) ?? '';
      return finishSignIn({ ticket, code: post.fields.get('code') ?? '' }, createSignInContext(post, 'browser'));
    },
    onSuccess: (result, post) => welcome(result, post, 'signed-in'),
    // An expired sign-in starts over.
    forgive: ({ kind }, post) => (kind === 'unauthenticated' ? { to: loginPath(post), flash: 'sign-in-left' } : null),
  }),
  signup: createFormAction({
    ...form,
    run: (post) =>
      createAccount(post, 'browser', post.fields.toRecord(), (content) =>
        createIdempotentForm(post.idempotencyKey, content),
      ),
    onSuccess: (result, post) => welcome(result, post, 'signed-up'),
  }),
});

export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const redirectTo = searchParams.get('redirectTo');
  const { user } = getActor(request, context.runtime);
  if (user) throw redirect(pathAfterSignIn(redirectTo, user));
  const mode = parseMode(searchParams.get('mode'));
  const ticket = readSignInTicket(request);
  const { db, clock } = context.runtime;
  if (mode === 'code' && (ticket === null || !isAwaitingCode({ db, now: clock() }, ticket))) {
    throw redirect(paths.login({ redirectTo: redirectTo ?? undefined }));
  }
  return json({
    mode,
    panel: panels.find((panel) => panel === searchParams.get('panel')) ?? null,
    redirectTo: redirectTo === null ? null : toLocalPath(redirectTo, paths.home()),
    idempotencyKey: mode === 'signup' ? generateIdempotencyKey() : null,
    constraints: getConstraints[mode](clock()),
  });
}
