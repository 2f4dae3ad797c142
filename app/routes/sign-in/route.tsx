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
  // Signing up carries a submission id, and a code is awaited of one browser.
  cacheKeyParameters: (search) => (modeOf(search.get('mode')) === 'signin' ? ['panel', 'redirectTo'] : null),
  canonical: paths.login(),
  unlisted: (search) => search.size > 0,
  stylesheets: ['posters', 'panels', 'fields', 'accounts'],
};
export const headers = rejectionHeaders;
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta(
    data?.mode === 'signup' ? 'Create an account' : 'Sign in',
    'Sign in to save favourites, book a service and manage what you sell.',
  );

/** Where whoever gets in goes: a path of this site, home when none was asked for. */
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

/** Signs in or up, by the form of either and by the panels; what was typed comes back, but never a password. */
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
    // What is over begins again.
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

/** Leads a user in whose session was just opened. */
function welcome(
  request: Request,
  { token, claimed }: SignInResult,
  actor: Actor,
  redirectTo: string | null,
  flash: 'signed-in' | 'signed-up',
): Response {
  // The keys open nothing any more: their listings are the user's now.
  const keys = actor.manageKeyIds.length > 0 ? [forgetManageKeysCookie(request)] : [];
  const ticket = signInTicketOf(request) === null ? [] : [forgetSignInTicketCookie(request)];
  return seeOther(request, afterwards(redirectTo), {
    flash: claimed > 0 ? 'listings-claimed' : flash,
    cookies: [sessionCookie(request, token), ...keys, ...ticket],
  });
}

/** Keeps the form as it stands when the line breaks. */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  responseUnlessBroken(() => serverAction<RejectedForm>(), authenticationFailed);

/** A refused form says all that has changed. */
export const shouldRevalidate = () => false;

export default function SignIn() {
  return <SignInView screen={useLoaderData<typeof loader>()} actionData={useActionData<FailedResponse>()} />;
}
