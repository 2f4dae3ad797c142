import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { RejectedForm } from '~/submit/form-response.server';
import { rejectionHeaders } from '~/http/responses.server';
import { paths } from '~/paths';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { parseMode, SignInView } from './sign-in-view';
import type { loader } from './route.server';

export { action, loader } from './route.server';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  // Not cached: the sign-up form contains an idempotency key, and the second step belongs to one browser.
  cacheKeyParameters: (search) => (parseMode(search.get('mode')) === 'signin' ? ['panel', 'redirectTo'] : null),
  canonical: paths.login(),
  unlisted: (search) => search.size > 0,
};
export const headers = rejectionHeaders;
export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(
    matches,
    data?.mode === 'signup' ? 'Create an account' : 'Sign in',
    'Sign in to save favourites, book a service and manage what you sell.',
  );

export default function SignIn() {
  return <SignInView screen={useLoaderData<typeof loader>()} actionData={useActionData<RejectedForm>()} />;
}
