import { paths } from '~/paths';
import { BrandList } from '~/ui/primitives/link-list';
import { Button, ButtonLink, ActionLink } from '~/ui/primitives/button';
import { LinkList, FigureList } from '~/ui/primitives/link-list';
import { ConditionChip, Plate, Price, StatusChip, Tag } from '~/ui/primitives/chips';
import { Drawing } from '~/ui/primitives/drawing';
import { Icon } from '~/ui/primitives/icon';
import { type IconName, iconShapes } from '~/ui/primitives/icon-shapes';
import { Stat, Stats } from '~/ui/primitives/stat';
import { bodyStyles } from '~db/enums';

const home = paths.home();

const isIconName = (name: string): name is IconName => name in iconShapes;

/** Buttons, boards, stats, plates, tags, chips, prices, icons and the eleven drawings. */
export function Primitives() {
  return (
    <>
      <section className="stack" aria-label="Buttons">
        <h2>Buttons</h2>
        <p className="row">
          <Button kind="primary">Go</Button>
          <Button kind="theme" busyText="Listing...">
            Theme
          </Button>
          <Button icon="refresh">Plain</Button>
          <Button kind="danger">Delete</Button>
          <Button kind="primary" disabled>
            Disabled
          </Button>
          <ButtonLink href={home} icon="plus">
            Link
          </ButtonLink>
          <ActionLink href={home} icon="back">
            A quiet way
          </ActionLink>
        </p>
      </section>
      <section className="stack" aria-label="Small signs">
        <h2>Plates, chips, tags, prices</h2>
        <p className="row">
          <Plate registration="KA 01 JZ 0000" />
          <Plate registration="MH 14 EV 0000" isElectric />
        </p>
        <p className="row">
          {['Excellent', 'Good', 'Fair', 'Poor', 'Like New'].map((condition) => (
            <ConditionChip key={condition} condition={condition} />
          ))}
          <ConditionChip condition="Good" isUsed />
        </p>
        <p className="row">
          <StatusChip tone="waiting">Pending</StatusChip>
          <StatusChip tone="moving">In Progress</StatusChip>
          <StatusChip tone="done">Completed</StatusChip>
          <StatusChip tone="off">Cancelled</StatusChip>
        </p>
        <p className="row">
          <Tag>Best Seller</Tag>
          <Tag isYellow>Coming Soon</Tag>
        </p>
        <Price rupees={184_000} originalRupees={200_157} />
        <Price rupees={74_958} />
        <Price rupees={94_000} originalRupees={136_500} large />
      </section>
      <section className="columns" aria-label="Boards">
        <LinkList
          ways={[
            { text: 'New Bikes', href: paths.newBikes() },
            { text: 'Accessories', href: paths.accessories() },
            { text: 'Insurance', href: paths.insurance() },
            { text: 'EMI Calculator', href: paths.emiCalculator() },
          ]}
          isNarrow
        />
        <div className="callout">
          <FigureList
            rows={[
              { name: 'Basic Protection', value: '₹1,200' },
              { name: 'Premium Protection', value: '₹3,800' },
            ]}
          />
        </div>
      </section>
      <section aria-label="Brands">
        <BrandList
          brands={['Honda', 'Hero', 'TVS', 'Bajaj'].map((name) => ({ name, href: paths.browse({ brand: name }) }))}
        />
      </section>
      <Stats
        stats={[
          { name: 'Available', value: '14' },
          { name: 'Your Listings', value: '1', href: home },
          { name: 'Petrol', value: '1,236' },
          { name: 'Electric', value: '0' },
        ]}
        vehicle={<Drawing of="commuter" colours={{ body: '#2B2E33', accent: '#8D949C' }} />}
      />
      <section aria-label="One stone">
        <Stat name="EMI" value="₹3,636" unit="a month" />
      </section>
      <section aria-label="Icons">
        <h2>Icons</h2>
        <p className="row">
          {Object.keys(iconShapes)
            .filter(isIconName)
            .map((name) => (
              <Icon key={name} name={name} />
            ))}
        </p>
      </section>
      <section aria-label="Drawings">
        <h2>Drawings</h2>
        <ul className="vehicle-grid">
          {bodyStyles.map((name) => (
            <li key={name} className="vehicle-card">
              <Drawing of={name} colours={{ body: '#1D3F94', accent: '#E9B90C' }} label={name} />
              <Tag>{name}</Tag>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
