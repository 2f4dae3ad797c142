import { paths } from '~/paths';
import { FactList } from '~/ui/page/fact-list';
import { Directions } from '~/ui/signs/directions';

/** How this deployment is set up, and ways to manage what is listed (docs/product.md, "Dashboard"). */
export function Settings({ apiAddress }: { apiAddress: string }) {
  return (
    <section className="cols" aria-labelledby="settings">
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
        <Directions
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
