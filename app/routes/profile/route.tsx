import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { rejectionHeaders, wayBack } from '~/http/form-response.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { EditView } from './edit-view';
import { Overview } from './overview';
import { BookingsView, FavouritesView, ListingsView, MessagesView, ReviewsView } from './own-lists';
import { profileAction } from './profile.action.server';
import { loadProfile } from './profile.loader.server';
import type { MadeRecoveryCodes, MadeToken, RejectedProfile } from './profile-screen';
import { SecurityView } from './security-view';
import { TokensView } from './tokens-view';
import { TwoStepView } from './two-step-view';

const shared = ['stat', 'poster', 'link-list', 'field', 'profile'] as const;

export const handle: ScreenHandle = {
  kind: 'enhanced',
  unlisted: true,
  stylesheets: (search) => [...shared, ...(search.get('show') === 'bookings' ? (['service'] as const) : [])],
};
export const headers = rejectionHeaders;
export const meta: MetaFunction<typeof loader> = () => pageMeta('My Profile', 'What is yours here, and nobody else’s.');

export function loader({ request, context }: LoaderFunctionArgs) {
  const screen = loadProfile(request, runtimeOf(context));
  const { pathname, search } = new URL(request.url);
  if (!screen) throw redirect(paths.login({ redirectTo: wayBack(pathname + search) }));
  return json(screen);
}

export const action = profileAction;

export default function Profile() {
  const screen = useLoaderData<typeof loader>();
  const actionData = useActionData<RejectedProfile | MadeToken | MadeRecoveryCodes>();
  const err = actionData && 'message' in actionData ? actionData : undefined;
  switch (screen.view) {
    case 'edit':
      return <EditView {...screen} err={err} />;
    case 'favourites':
      return <FavouritesView {...screen} />;
    case 'listings':
      return <ListingsView {...screen} />;
    case 'messages':
      return <MessagesView {...screen} />;
    case 'bookings':
      return <BookingsView {...screen} />;
    case 'reviews':
      return <ReviewsView {...screen} />;
    case 'security':
      return <SecurityView {...screen} isOperator={screen.account.role === 'operator'} err={err} />;
    case 'two-step':
      return (
        <TwoStepView
          {...screen}
          err={err}
          made={actionData && 'recoveryCodes' in actionData ? actionData : undefined}
        />
      );
    case 'tokens':
      return <TokensView {...screen} err={err} made={actionData && 'token' in actionData ? actionData : undefined} />;
    default:
      return <Overview {...screen} />;
  }
}
