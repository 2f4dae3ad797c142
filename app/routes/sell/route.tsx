import type { MetaFunction } from '@remix-run/node';
import type { DrawingColours } from '~/domain/photos/drawing';
import { paths } from '~/paths';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { ButtonLink, ActionLink } from '~/ui/primitives/button';
import { Drawing } from '~/ui/primitives/drawing';
import type { ScreenHandle } from '~/ui/screen-kind';
import type { BodyStyle, ListingKind } from '~db/enums';

export const handle: ScreenHandle = { kind: 'plain', cacheKeyParameters: [] };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Sell your vehicle', 'List your bike or scooter free of charge, with photos, in a few minutes.');

const choices: {
  kind: ListingKind;
  title: string;
  start: string;
  all: string;
  drawing: BodyStyle;
  colours: DrawingColours;
}[] = [
  {
    kind: 'bike',
    title: 'A bike',
    start: 'List Your Bike',
    all: 'Bikes for sale',
    drawing: 'retro',
    colours: { body: '#1f4fd8', accent: '#f6b900' },
  },
  {
    kind: 'scooter',
    title: 'A scooter',
    start: 'List Your Scooter',
    all: 'Scooters for sale',
    drawing: 'scooter-classic',
    colours: { body: '#7a3ff2', accent: '#f7f3e8' },
  },
];

export default function Sell() {
  return (
    <>
      <PageHead
        title="What do you sell?"
        subtitle="A basic listing is free for as long as it is for sale. No account needed."
        back={{ text: 'Home', href: paths.home() }}
      />
      <section aria-label="Choose">
        <ul className="vehicle-grid sell-choice">
          {choices.map(({ kind, title, start, all, drawing, colours }) => (
            <li key={kind} className="card">
              <Drawing of={drawing} colours={colours} />
              <div>
                <h2>{title}</h2>
                <p className="row">
                  <ButtonLink kind="primary" href={paths.sellForm(kind)}>
                    {start}
                  </ButtonLink>{' '}
                  <ActionLink href={paths.sellList(kind)} icon="go">
                    {all}
                  </ActionLink>
                </p>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section className="divided stack" aria-labelledby="code">
        <h2 id="code">Listed before?</h2>
        <p>The code you were given changes, sells or deletes your listing on any device.</p>
        <p className="row">
          <ButtonLink href={paths.manage()}>Manage your listings</ButtonLink>
        </p>
      </section>
    </>
  );
}
