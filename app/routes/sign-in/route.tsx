import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { authenticateForm, beginBySignIn, enterBySignUp } from '~/doors/account-door.server';
import { enteringOf } from '~/doors/entering.server';
import { localPath, type RefusedForm, refusalHeaders, refuseForm, seeOther } from '~/doors/form-door.server';
import { overLimit } from '~/doors/over-limit.server';
import { readForm } from '~/doors/read-form.server';
import { newSubmissionId } from '~/doors/submission-id.server';
import type { Entered } from '~/domain/accounts/enter-account.server';
import { finishSignIn, isAwaitingCode } from '~/domain/accounts/sign-in.server';
import type { Asker } from '~/domain/asker';
import { formSubmission } from '~/domain/submissions/submissions.server';
import { askerOf } from '~/http/asker.server';
import { forgetManageKeysCookie } from '~/http/manage-keys.server';
import { runtimeOf } from '~/http/runtime.server';
import {
  forgetSignInTicketCookie,
  sessionCookie,
  signInTicketCookie,
  signInTicketOf,
} from '~/http/session-cookie.server';
import { paths } from '~/paths';
import { answerUnlessBroken } from '~/ui/forms/answer-unless-broken';
import type { FailedAnswer } from '~/ui/forms/failed-answer';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { authenticationFailed, modeField, modeOf, panels } from './sign-in-form';
import { SignInView } from './sign-in-view';

export const handle: ScreenHandle = {
  kind: 'interactive',
  // Signing up carries a submission id, and a code is awaited of one browser.
  keep: (search) => (modeOf(search.get('mode')) === 'signin' ? ['panel', 'redirectTo'] : null),
  canonical: paths.login(),
  unlisted: (search) => search.size > 0,
  sheets: ['posters', 'panels', 'fields', 'accounts'],
};
export const headers = refusalHeaders;
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta(
    data?.mode === 'signup' ? 'Create an account' : 'Sign in',
    'Sign in to save favourites, book a service and manage what you sell.',
  );

/** Where whoever gets in goes: a path of this site, home when none was asked for. */
const afterwards = (asked: string | null): string => localPath(asked, paths.home());

export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const redirectTo = searchParams.get('redirectTo');
  if (askerOf(request, runtimeOf(context)).user) throw redirect(afterwards(redirectTo));
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
    submissionId: mode === 'signup' ? newSubmissionId() : null,
  });
}

/** Signs in or up, by the form of either and by the panels; what was typed comes back, but never a password. */
export async function action({ request, context }: ActionFunctionArgs) {
  const runtime = runtimeOf(context);
  const address = context.address ?? '';
  const { fields, problems } = await readForm(request);
  const { password: _never, code, ...typed } = fields.toRecord();
  const [problem] = problems;
  const refusal = problem ?? overLimit({ runtime, address }, 'write');
  if (refusal) return refuseForm(refusal, typed, {});
  const asker = askerOf(request, runtime);
  const entering = enteringOf({ request, runtime, asker, address }, 'browser');
  const mode = modeOf(fields.get(modeField));
  const redirectTo = fields.get('redirectTo');
  if (mode === 'code') {
    const ticket = signInTicketOf(request) ?? '';
    const entered = await finishSignIn({ ticket, code: code ?? '' }, entering);
    if (entered.done) return welcome(request, entered.value, asker, redirectTo, 'signed-in');
    // What is over begins again.
    if (entered.problem.kind !== 'unauthenticated') return refuseForm(entered.problem, typed, {});
    return seeOther(request, paths.login({ redirectTo: redirectTo ?? undefined }), { notice: 'sign-in-left' });
  }
  const isSignUp = mode === 'signup';
  const entered = await authenticateForm<Entered | { ticket: string }>(
    isSignUp ? 'sign-up' : 'sign-in',
    request,
    fields,
    {
      'sign-in': (decoded) => beginBySignIn(decoded, entering),
      'sign-up': (decoded) =>
        enterBySignUp(decoded, entering, { runtime, address }, (content) =>
          formSubmission(fields.get('submissionId') || newSubmissionId(), content),
        ),
    },
  );
  if (!entered.done) return refuseForm(entered.problem, typed, {});
  if ('ticket' in entered.value) {
    return seeOther(request, paths.login({ mode: 'code', redirectTo: redirectTo ?? undefined }), {
      cookies: [signInTicketCookie(request, entered.value.ticket)],
    });
  }
  return welcome(request, entered.value, asker, redirectTo, isSignUp ? 'signed-up' : 'signed-in');
}

/** Leads a user in whose session was just opened. */
function welcome(
  request: Request,
  { token, claimed }: Entered,
  asker: Asker,
  redirectTo: string | null,
  notice: 'signed-in' | 'signed-up',
): Response {
  // The keys open nothing any more: their listings are the user's now.
  const keys = asker.manageKeyIds.length > 0 ? [forgetManageKeysCookie(request)] : [];
  const ticket = signInTicketOf(request) === null ? [] : [forgetSignInTicketCookie(request)];
  return seeOther(request, afterwards(redirectTo), {
    notice: claimed > 0 ? 'listings-claimed' : notice,
    cookies: [sessionCookie(request, token), ...keys, ...ticket],
  });
}

/** Keeps the form as it stands when the line breaks. */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  answerUnlessBroken(() => serverAction<RefusedForm>(), authenticationFailed);

/** A refused form says all that has changed. */
export const shouldRevalidate = () => false;

export default function SignIn() {
  return <SignInView screen={useLoaderData<typeof loader>()} answer={useActionData<FailedAnswer>()} />;
}
