import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { isAwaitingCode } from '~/domain/sign-in/sign-in.commands.server';
import { getActor, signInTicketOf } from '~/http/actor.server';
import { newIdempotencyKey, type RejectedForm, rejectionHeaders } from '~/http/form-response.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { constraintsOn, pathAfterSignIn, signInAction } from './sign-in.action.server';
import { modeOf, panels, SignInView } from './sign-in-view';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  // The sign-up form contains an idempotency key, and the second step belongs to one browser.
  cacheKeyParameters: (search) => (modeOf(search.get('mode')) === 'signin' ? ['panel', 'redirectTo'] : null),
  canonical: paths.login(),
  unlisted: (search) => search.size > 0,
  stylesheets: ['stat', 'poster', 'panel', 'field', 'sign-in'],
};
export const headers = rejectionHeaders;
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta(
    data?.mode === 'signup' ? 'Create an account' : 'Sign in',
    'Sign in to save favourites, book a service and manage what you sell.',
  );

export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const redirectTo = searchParams.get('redirectTo');
  if (getActor(request, runtimeOf(context)).user) throw redirect(pathAfterSignIn(redirectTo));
  const mode = modeOf(searchParams.get('mode'));
  const ticket = signInTicketOf(request);
  const { db, clock } = runtimeOf(context);
  if (mode === 'code' && (ticket === null || !isAwaitingCode({ db, now: clock() }, ticket))) {
    throw redirect(paths.login({ redirectTo: redirectTo ?? undefined }));
  }
  return json({
    mode,
    panel: panels.find((panel) => panel === searchParams.get('panel')) ?? null,
    redirectTo: redirectTo === null ? null : pathAfterSignIn(redirectTo),
    idempotencyKey: mode === 'signup' ? newIdempotencyKey() : null,
    constraints: constraintsOn[mode](clock()),
  });
}

export const action = signInAction;

export default function SignIn() {
  return <SignInView screen={useLoaderData<typeof loader>()} actionData={useActionData<RejectedForm>()} />;
}
