import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { site } from '~/domain/site';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { ButtonLink } from '~/ui/signs/button';
import { apiAddress, loadFigures } from './load-dashboard.server';
import { figuresNotLoaded, Overview } from './overview';
import { Settings } from './settings';

/** Made for each asker: a message raises no content revision, and the figures are counters. */
export const handle: ScreenHandle = { kind: 'enhanced', sheets: ['shares', 'dashboard'] };
export const meta = () =>
  pageMeta('Dashboard', 'How many bikes and scooters are listed, available and sold, and how messages are answered.');

export function loader({ request, context }: LoaderFunctionArgs) {
  const runtime = runtimeOf(context);
  if (new URL(request.url).searchParams.get('tab') === 'settings') {
    return json({ tab: 'settings', apiAddress: apiAddress(request, runtime) } as const);
  }
  return json({ tab: 'overview', ...loadFigures(runtime) } as const);
}

/** The state of the market, and how this deployment is set up. */
export default function Dashboard() {
  const shown = useLoaderData<typeof loader>();
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
          <li>
            <a href={paths.dashboard()} aria-current={isOverview ? 'page' : undefined}>
              Overview
            </a>
          </li>
          <li>
            <a href={paths.dashboard({ tab: 'settings' })} aria-current={isOverview ? undefined : 'page'}>
              Settings
            </a>
          </li>
        </ul>
      </nav>
      {shown.tab === 'overview' ? <Overview {...shown} /> : <Settings apiAddress={shown.apiAddress} />}
    </>
  );
}
