import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { formatCount } from '~/domain/shared/money';
import { deskPaths, paths } from '~/paths';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { FactList } from '~/ui/page/text-blocks';
import { ButtonLink } from '~/ui/primitives/button';
import { Drawing } from '~/ui/primitives/drawing';
import { FigureList, LinkList } from '~/ui/primitives/link-list';
import { ShareBar, ShareLegend, Stats } from '~/ui/primitives/stat';
import type { ScreenHandle } from '~/ui/screen-kind';
import { useSite } from '~/ui/document';
import type { Figures, loader } from './route.server';

export { action, loader } from './route.server';

/** Not cached: new messages do not raise the content revision, and the figures are counters. */
export const handle: ScreenHandle = {
  className: 'desk',
  kind: 'enhanced',
};
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    'Dashboard',
    'How many bikes and scooters are listed, available and sold, and how messages are answered.',
  );

const tabs = [
  { tab: 'overview', text: 'Overview', href: paths.dashboard() },
  { tab: 'settings', text: 'Settings', href: paths.dashboard({ tab: 'settings' }) },
  { tab: 'desk', text: 'Desk', href: deskPaths.entrance() },
] as const;

export default function Dashboard() {
  const { name } = useSite();
  const screen = useLoaderData<typeof loader>();
  const isOverview = screen.tab === 'overview';
  return (
    <>
      <PageHead
        title={`${name} Dashboard`}
        subtitle="What is on the road today"
        back={{ text: 'Home', href: paths.home() }}
        action={
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
            .filter(({ tab }) => tab !== 'desk' || screen.isOperator)
            .map(({ tab, text, href }) => (
              <li key={tab}>
                <a href={href} aria-current={tab === screen.tab ? 'page' : undefined}>
                  {text}
                </a>
              </li>
            ))}
        </ul>
      </nav>
      {screen.tab === 'overview' && <Overview {...screen.figures} isOperator={screen.isOperator} />}
      {screen.tab === 'settings' && <Settings apiUrl={screen.apiUrl} />}
    </>
  );
}

const figuresNotLoaded = 'Failed to load dashboard statistics';

type Counts = Figures['bikes'];

/** Distribution of the listings of one kind; sold ones also count under their fuel, petrol or electric. */
function Distribution({
  title,
  petrol,
  electric,
  sold,
}: Pick<Counts, 'petrol' | 'electric' | 'sold'> & { title: string }) {
  const shares = [
    { name: 'Petrol', amount: petrol, text: formatCount(petrol), colour: '#f6b900' },
    { name: 'Electric', amount: electric, text: formatCount(electric), colour: 'var(--green)' },
    { name: 'Sold', amount: sold, text: formatCount(sold), colour: '#8a8f98' },
  ];
  return (
    <section className="panel">
      <div className="stack">
        <h2>{title}</h2>
        <ShareBar shares={shares} />
        <ShareLegend shares={shares} />
      </div>
    </section>
  );
}

/** The state of the market on one screen (docs/product.md, "Dashboard"). */
function Overview({ bikes, scooters, messages, hasFailed, isOperator }: Figures & { isOperator: boolean }) {
  // For operators the figures link to the messages.
  const contact = (status: string) =>
    isOperator
      ? status === 'resolved'
        ? deskPaths.doneRequests()
        : deskPaths.customers({ kind: 'message' })
      : paths.contact();
  return (
    <>
      <Stats
        vehicle={<Drawing of="naked" colours={{ body: '#D9B310', accent: '#1E1F21' }} />}
        stats={[
          { name: 'Total Bikes', value: formatCount(bikes.total), href: paths.sellList('bike') },
          { name: 'Available Bikes', value: formatCount(bikes.available), href: paths.sellList('bike') },
          { name: 'Total Scooters', value: formatCount(scooters.total), href: paths.sellList('scooter') },
          { name: 'Available Scooters', value: formatCount(scooters.available), href: paths.sellList('scooter') },
        ]}
      />
      <section aria-label="Figures">
        {hasFailed && <ErrorSummary message={figuresNotLoaded} />}
        <div className="columns columns-thirds">
          <section className="callout" aria-labelledby="contacts">
            <h2 id="contacts">Contacts</h2>
            <FigureList
              rows={[
                { name: 'Total Contacts', value: formatCount(messages.total), href: contact('all') },
                { name: 'New Messages', value: formatCount(messages.new), href: contact('new') },
                { name: 'In Progress', value: formatCount(messages.inProgress), href: contact('in-progress') },
                { name: 'Resolved', value: formatCount(messages.resolved), href: contact('resolved') },
                { name: 'Pending', value: formatCount(messages.pendingContacts), href: contact('pending') },
              ]}
            />
          </section>
          <Distribution title="Bike Distribution" {...bikes} />
          <Distribution title="Scooter Distribution" {...scooters} />
        </div>
        <p className="row">
          <ButtonLink href={paths.sellForm('bike')}>Sell Your Bike</ButtonLink>{' '}
          <ButtonLink href={paths.sellForm('scooter')}>Sell Your Scooter</ButtonLink>
        </p>
      </section>
      <section aria-labelledby="market">
        <div className="section-head">
          <h2 id="market">Market Overview</h2>
        </div>
      </section>
      <Stats
        vehicle={<Drawing of="cruiser" colours={{ body: '#E9B90C', accent: '#1D1E20' }} />}
        stats={[
          { name: 'Total Vehicles', value: formatCount(bikes.total + scooters.total) },
          { name: 'Available Now', value: formatCount(bikes.available + scooters.available) },
          { name: 'Successfully Sold', value: formatCount(bikes.sold + scooters.sold) },
        ]}
      />
    </>
  );
}

/** Settings of this deployment, and links to manage listings (docs/product.md, "Dashboard"). */
function Settings({ apiUrl }: { apiUrl: string }) {
  return (
    <section className="columns" aria-labelledby="settings">
      <div className="stack">
        <h2 id="settings">Settings</h2>
        <FactList
          facts={[
            { name: 'API base URL', value: <a href={paths.api()}>{apiUrl}</a> },
            { name: 'Real-time Updates', value: 'Enabled' },
            { name: 'Error Reporting', value: 'Enabled' },
          ]}
        />
      </div>
      <div className="stack">
        <h2>Quick Links</h2>
        <LinkList
          links={[
            { text: 'Manage Bike Listings', href: paths.sellList('bike') },
            { text: 'Manage Scooter Listings', href: paths.sellList('scooter') },
          ]}
        />
      </div>
    </section>
  );
}
