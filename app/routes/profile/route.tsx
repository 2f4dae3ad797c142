import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { refusalHeaders, wayBack } from '~/doors/form-door.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { EditView } from './edit-view';
import { loadProfile } from './load-profile.server';
import { Overview } from './overview';
import { BookingsView, FavouritesView, ListingsView, MessagesView, ReviewsView } from './own-lists';
import type { MadeRecoveryCodes, MadeToken, RefusedProfile } from './profile-screen';
import { SecurityView } from './security-view';
import { takeProfile } from './take-profile.server';
import { TwoStepView } from './two-step-view';
import { TokensView } from './tokens-view';

const shared = ['stones', 'posters', 'boards', 'fields', 'profile'] as const;

export const handle: ScreenHandle = {
  kind: 'enhanced',
  unlisted: true,
  sheets: (search) => [...shared, ...(search.get('show') === 'bookings' ? (['service'] as const) : [])],
};
export const headers = refusalHeaders;
export const meta: MetaFunction<typeof loader> = () => pageMeta('My Profile', 'What is yours here, and nobody else’s.');

export function loader({ request, context }: LoaderFunctionArgs) {
  const screen = loadProfile(request, runtimeOf(context));
  const { pathname, search } = new URL(request.url);
  if (!screen) throw redirect(paths.login({ redirectTo: wayBack(pathname + search) }));
  return json(screen);
}

export const action = ({ request, context }: ActionFunctionArgs): Promise<Response> =>
  takeProfile(request, runtimeOf(context), context.address ?? '');

export default function Profile() {
  const screen = useLoaderData<typeof loader>();
  const answer = useActionData<RefusedProfile | MadeToken | MadeRecoveryCodes>();
  const refused = answer && 'message' in answer ? answer : undefined;
  switch (screen.view) {
    case 'edit':
      return <EditView {...screen} refused={refused} />;
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
      return <SecurityView {...screen} isOperator={screen.account.role === 'operator'} refused={refused} />;
    case 'two-step':
      return (
        <TwoStepView {...screen} refused={refused} made={answer && 'recoveryCodes' in answer ? answer : undefined} />
      );
    case 'tokens':
      return <TokensView {...screen} refused={refused} made={answer && 'token' in answer ? answer : undefined} />;
    default:
      return <Overview {...screen} />;
  }
}
