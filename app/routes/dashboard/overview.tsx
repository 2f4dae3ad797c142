import { countText } from '~/domain/shared/money';
import { paths } from '~/paths';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { ShareBar, ShareKey } from '~/ui/page/share-bar';
import { FactList } from '~/ui/page/text-blocks';
import { ButtonLink } from '~/ui/primitives/button';
import { LinkList, FigureList } from '~/ui/primitives/link-list';
import { Drawing } from '~/ui/primitives/drawing';
import { Stats } from '~/ui/primitives/stat';
import type { Figures } from './dashboard.loader.server';

export const figuresNotLoaded = 'Failed to load dashboard statistics';

type Counts = Figures['bikes'];

/** Distribution of the listings of one kind; sold ones are counted among petrol and electric too. */
function Distribution({
  title,
  petrol,
  electric,
  sold,
}: Pick<Counts, 'petrol' | 'electric' | 'sold'> & { title: string }) {
  const shares = [
    { name: 'Petrol', amount: petrol, text: countText(petrol), colour: '#8a8f98' },
    { name: 'Electric', amount: electric, text: countText(electric), colour: 'var(--green)' },
    { name: 'Sold', amount: sold, text: countText(sold), colour: '#f6b900' },
  ];
  return (
    <section className="panel">
      <div className="stack">
        <h2>{title}</h2>
        <ShareBar shares={shares} />
        <ShareKey shares={shares} />
      </div>
    </section>
  );
}

/** The state of the market on one screen (docs/product.md, "Dashboard"). */
export function Overview({ bikes, scooters, messages, hasFailed, isOperator }: Figures & { isOperator: boolean }) {
  // For operators the figures link to the messages.
  const contact = (status: string) => (isOperator ? paths.desk({ show: 'message', status }) : paths.contact());
  return (
    <>
      <Stats
        vehicle={<Drawing of="naked" colours={{ body: '#D9B310', accent: '#1E1F21' }} />}
        stats={[
          { name: 'Total Bikes', value: countText(bikes.total), href: paths.sellList('bike') },
          { name: 'Available Bikes', value: countText(bikes.available), href: paths.sellList('bike') },
          { name: 'Total Scooters', value: countText(scooters.total), href: paths.sellList('scooter') },
          { name: 'Available Scooters', value: countText(scooters.available), href: paths.sellList('scooter') },
        ]}
      />
      <section aria-label="Figures">
        {hasFailed && <ErrorSummary message={figuresNotLoaded} />}
        <div className="columns columns-thirds">
          <section className="callout" aria-labelledby="contacts">
            <h2 id="contacts">Contacts</h2>
            <FigureList
              rows={[
                { name: 'Total Contacts', value: countText(messages.total), href: contact('all') },
                { name: 'New Messages', value: countText(messages.new), href: contact('new') },
                { name: 'In Progress', value: countText(messages.inProgress), href: contact('in-progress') },
                { name: 'Resolved', value: countText(messages.resolved), href: contact('resolved') },
                { name: 'Pending', value: countText(messages.pendingContacts), href: contact('pending') },
              ]}
            />
          </section>
          <Distribution title="Bike Distribution" {...bikes} />
          <Distribution title="Scooter Distribution" {...scooters} />
        </div>
      </section>
      <section aria-labelledby="market">
        <div className="section-head">
          <h2 id="market">Market Overview</h2>
          <p className="row">
            <ButtonLink href={paths.sellForm('bike')}>Sell Your Bike</ButtonLink>{' '}
            <ButtonLink href={paths.sellForm('scooter')}>Sell Your Scooter</ButtonLink>
          </p>
        </div>
      </section>
      <Stats
        vehicle={<Drawing of="cruiser" colours={{ body: '#E9B90C', accent: '#1D1E20' }} />}
        stats={[
          { name: 'Total Vehicles', value: countText(bikes.total + scooters.total) },
          { name: 'Available Now', value: countText(bikes.available + scooters.available) },
          { name: 'Successfully Sold', value: countText(bikes.sold + scooters.sold) },
        ]}
      />
    </>
  );
}

/** Settings of this deployment, and links to manage listings (docs/product.md, "Dashboard"). */
export function Settings({ apiAddress }: { apiAddress: string }) {
  return (
    <section className="columns" aria-labelledby="settings">
      <div className="stack">
        <h2 id="settings">Settings</h2>
        <FactList
          facts={[
            { name: 'API base URL', value: <a href={paths.api()}>{apiAddress}</a> },
            { name: 'Real-time Updates', value: 'Enabled' },
            { name: 'Error Reporting', value: 'Enabled' },
          ]}
        />
      </div>
      <div className="stack">
        <h2>Quick Links</h2>
        <LinkList
          isNarrow
          ways={[
            { text: 'Manage Bike Listings', href: paths.sellList('bike') },
            { text: 'Manage Scooter Listings', href: paths.sellList('scooter') },
          ]}
        />
      </div>
    </section>
  );
}
