import { json } from '@remix-run/node';
import { paths } from '~/paths';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { TroubleScreen } from '~/ui/page/trouble-screen';
import type { ScreenHandle } from '~/ui/screen-kind';
import { ButtonLink } from '~/ui/signs/button';
import { Forms } from './forms';
import { PageParts } from './page-parts';
import { Signs } from './signs';
import { Vehicles } from './vehicles';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true, sheets: ['sell', 'forms', 'slides', 'finder'] };
export const meta = () => pageMeta('Design system');

/** For whoever works on the site: a built one has no such page. */
export const loader = () => json(null, import.meta.env.DEV ? 200 : 404);

/** Every component in every state. */
export default function Design() {
  if (!import.meta.env.DEV) return <TroubleScreen status={404} />;
  return (
    <>
      <PageHead
        title="Design system"
        subtitle="Every component in every state."
        back={{ text: 'Home', href: paths.home() }}
        actions={
          <ButtonLink kind="go" href={paths.sell()} icon="plus">
            Sell New Bike
          </ButtonLink>
        }
      />
      <Signs />
      <Vehicles />
      <Forms />
      <PageParts />
    </>
  );
}
