import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { site } from '~/domain/shared/site';
import { getActor } from '~/http/actor.server';
import { rejectionHeaders } from '~/http/form-response.server';
import { runtimeOf } from '~/http/runtime.server';
import { redirectToSignIn } from '~/http/sign-in-first.server';
import { paths } from '~/paths';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { ButtonLink } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import { apiAddress, loadDesk, loadFigures } from './dashboard.loader.server';
import { Desk } from './desk';
import { deskAction } from './desk.action.server';
import { deskPath, readDeskAddress } from './desk-address';
import type { DeskActionData } from './desk-entry';
import { figuresNotLoaded, Overview, Settings } from './overview';

/** Rendered for each actor: a message does not raise the content revision, and the figures are counters. */
export const handle: ScreenHandle = {
  kind: 'enhanced',
  stylesheets: ['stat', 'link-list', 'panel', 'field', 'share-bar', 'service', 'feedback', 'dashboard'],
};
export const headers = rejectionHeaders;
export const meta = () =>
  pageMeta('Dashboard', 'How many bikes and scooters are listed, available and sold, and how messages are answered.');

export function loader({ request, context }: LoaderFunctionArgs) {
  const runtime = runtimeOf(context);
  const { user } = getActor(request, runtime);
  const isOperator = user?.role === 'operator';
  const tab = new URL(request.url).searchParams.get('tab');
  if (tab === 'settings') {
    return json({ tab: 'settings', isOperator, apiAddress: apiAddress(request, runtime) } as const);
  }
  if (tab === 'desk') {
    const address = readDeskAddress(request.url);
    if (!user) throw redirectToSignIn(request, deskPath(address));
    // Other actors do not see the tab.
    if (!isOperator) throw new Response(null, { status: 404 });
    return json({ tab: 'desk', isOperator, desk: loadDesk(runtime, address, user) } as const);
  }
  return json({ tab: 'overview', isOperator, figures: loadFigures(runtime) } as const);
}

export const action = deskAction;

const tabs = [
  { tab: 'overview', text: 'Overview', href: paths.dashboard() },
  { tab: 'settings', text: 'Settings', href: paths.dashboard({ tab: 'settings' }) },
  { tab: 'desk', text: 'Desk', href: paths.desk() },
] as const;

/** The state of the market, the settings of this deployment, and for operators the items that wait for them. */
export default function Dashboard() {
  const shown = useLoaderData<typeof loader>();
  const actionData = useActionData<DeskActionData>();
  const isOverview = shown.tab === 'overview';
  return (
    <>
      <PageHead
        title={`${site.name} Dashboard`}
        subtitle="What is on the road today"
        back={{ text: 'Home', href: paths.home() }}
        actions={
          isOverview && (
            <ButtonLink
              icon="refresh"
              href={paths.dashboard()}
              data-refresh="Loading statistics..."
              data-refresh-failure={figuresNotLoaded}
            >
              Refresh
            </ButtonLink>
          )
        }
      />
      <nav className="tabs" aria-label="Dashboard">
        <ul>
          {tabs
            .filter(({ tab }) => tab !== 'desk' || shown.isOperator)
            .map(({ tab, text, href }) => (
              <li key={tab}>
                <a href={href} aria-current={tab === shown.tab ? 'page' : undefined}>
                  {text}
                </a>
              </li>
            ))}
        </ul>
      </nav>
      {shown.tab === 'overview' && <Overview {...shown.figures} isOperator={shown.isOperator} />}
      {shown.tab === 'settings' && <Settings apiAddress={shown.apiAddress} />}
      {shown.tab === 'desk' && <Desk desk={shown.desk} actionData={actionData} />}
    </>
  );
}
