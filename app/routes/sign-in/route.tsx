import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { authenticateForm, beginBySignIn, enterBySignUp, signInContextOf } from '~/http/account-form.server';
import {
  localPath,
  newIdempotencyKey,
  type RejectedForm,
  rejectForm,
  rejectionHeaders,
  seeOther,
} from '~/http/form-response.server';
import { overLimit } from '~/http/rate-limit.server';
import { readForm } from '~/http/form-data.server';
import { finishSignIn, isAwaitingCode, type SignInResult } from '~/domain/sign-in/sign-in.commands.server';
import type { Actor } from '~/domain/shared/actor';
import { idempotentForm } from '~/domain/shared/idempotency.server';
import {
  forgetManageKeysCookie,
  forgetSignInTicketCookie,
  getActor,
  sessionCookie,
  signInTicketCookie,
  signInTicketOf,
} from '~/http/actor.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';
import { type FailedResponse, responseUnlessBroken } from '~/ui/forms/use-live-form';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { authenticationFailed, modeField, modeOf, panels, SignInView } from './sign-in-view';

export const handle: ScreenHandle = {
  kind: 'interactive',
  // The sign-up form contains an idempotency key, and the second step belongs to one browser.
  cacheKeyParameters: (search) => (modeOf(search.get('mode')) === 'signin' ? ['panel', 'redirectTo'] : null),
  canonical: paths.login(),
  unlisted: (search) => search.size > 0,
  stylesheets: ['poster', 'panel', 'field', 'sign-in'],
};
export const headers = rejectionHeaders;
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta(
    data?.mode === 'signup' ? 'Create an account' : 'Sign in',
    'Sign in to save favourites, book a service and manage what you sell.',
  );

/** Redirect target after signing in: a path of this site, by default home. */
const afterwards = (requested: string | null): string => localPath(requested, paths.home());

export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const redirectTo = searchParams.get('redirectTo');
  if (getActor(request, runtimeOf(context)).user) throw redirect(afterwards(redirectTo));
  const mode = modeOf(searchParams.get('mode'));
  const ticket = signInTicketOf(request);
  const { db, clock } = runtimeOf(context);
  if (mode === 'code' && (ticket === null || !isAwaitingCode({ db, now: clock() }, ticket))) {
    throw redirect(paths.login({ redirectTo: redirectTo ?? undefined }));
  }
  return json({
    mode,
    panel: panels.find((panel) => panel === searchParams.get('panel')) ?? null,
    redirectTo: redirectTo === null ? null : afterwards(redirectTo),
    idempotencyKey: mode === 'signup' ? newIdempotencyKey() : null,
  });
}

/** Signs in or up, by either form and by the panels; form values are kept, except the password. */
export async function action({ request, context }: ActionFunctionArgs) {
  const runtime = runtimeOf(context);
  const address = context.address ?? '';
  const { fields, errors } = await readForm(request);
  const { password: _never, code, ...formValues } = fields.toRecord();
  const [error] = errors;
  const rejection = error ?? overLimit({ runtime, address }, 'write');
  if (rejection) return rejectForm(rejection, formValues, {});
  const actor = getActor(request, runtime);
  const signInContext = signInContextOf({ request, runtime, actor, address }, 'browser');
  const mode = modeOf(fields.get(modeField));
  const redirectTo = fields.get('redirectTo');
  if (mode === 'code') {
    const ticket = signInTicketOf(request) ?? '';
    const signInResult = await finishSignIn({ ticket, code: code ?? '' }, signInContext);
    if (signInResult.ok) return welcome(request, signInResult.value, actor, redirectTo, 'signed-in');
    // An expired second step starts again.
    if (signInResult.error.kind !== 'unauthenticated') return rejectForm(signInResult.error, formValues, {});
    return seeOther(request, paths.login({ redirectTo: redirectTo ?? undefined }), { flash: 'sign-in-left' });
  }
  const isSignUp = mode === 'signup';
  const signInResult = await authenticateForm<SignInResult | { ticket: string }>(
    isSignUp ? 'sign-up' : 'sign-in',
    request,
    fields,
    {
      'sign-in': (decoded) => beginBySignIn(decoded, signInContext),
      'sign-up': (decoded) =>
        enterBySignUp(decoded, signInContext, { runtime, address }, (content) =>
          idempotentForm(fields.get('idempotencyKey') || newIdempotencyKey(), content),
        ),
    },
  );
  if (!signInResult.ok) return rejectForm(signInResult.error, formValues, {});
  if ('ticket' in signInResult.value) {
    return seeOther(request, paths.login({ mode: 'code', redirectTo: redirectTo ?? undefined }), {
      cookies: [signInTicketCookie(request, signInResult.value.ticket)],
    });
  }
  return welcome(request, signInResult.value, actor, redirectTo, isSignUp ? 'signed-up' : 'signed-in');
}

/** Redirects a user with a new session. */
function welcome(
  request: Request,
  { token, claimed }: SignInResult,
  actor: Actor,
  redirectTo: string | null,
  flash: 'signed-in' | 'signed-up',
): Response {
  // The keys are revoked: their listings belong to the user now.
  const keys = actor.manageKeyIds.length > 0 ? [forgetManageKeysCookie(request)] : [];
  const ticket = signInTicketOf(request) === null ? [] : [forgetSignInTicketCookie(request)];
  return seeOther(request, afterwards(redirectTo), {
    flash: claimed > 0 ? 'listings-claimed' : flash,
    cookies: [sessionCookie(request, token), ...keys, ...ticket],
  });
}

/** Keeps the form values after a lost connection. */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  responseUnlessBroken(() => serverAction<RejectedForm>(), authenticationFailed);

/** A rejected form contains all changes. */
export const shouldRevalidate = () => false;

export default function SignIn() {
  return <SignInView screen={useLoaderData<typeof loader>()} actionData={useActionData<FailedResponse>()} />;
}
