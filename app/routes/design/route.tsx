import { json } from '@remix-run/node';
import { paths } from '~/paths';
import { HeadCards, PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { ErrorPage } from '~/ui/page/error-page';
import type { ScreenHandle } from '~/ui/screen-kind';
import { ButtonLink } from '~/ui/primitives/button';
import { Forms } from './forms';
import { PageParts } from './page-parts';
import { Primitives } from './primitives';
import { Vehicles } from './vehicles';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  unlisted: true,
  stylesheets: [
    ...(['stat', 'poster', 'panel', 'link-list', 'brand-list', 'field', 'carousel'] as const),
    ...([
      'home',
      'sell',
      'form-steps',
      'photo-chooser',
      'slide-show',
      'filters',
      'link-cards',
      'disclosure',
      'message-form',
      'safety-tips',
      'conversation',
      'profile',
      'reasons',
      'share-bar',
    ] as const),
  ],
};
export const meta = () => pageMeta('Design system');

/** For developers: a production build has no such page. */
export const loader = () => json(null, import.meta.env.DEV ? 200 : 404);

/** Every component in every state. */
export default function Design() {
  if (!import.meta.env.DEV) return <ErrorPage status={404} />;
  return (
    <>
      <PageHead
        title="Design system"
        subtitle="Every component in every state."
        back={{ text: 'Home', href: paths.home() }}
        actions={
          <ButtonLink kind="primary" href={paths.sell()} icon="plus">
            Sell New Bike
          </ButtonLink>
        }
      >
        <HeadCards
          cards={[
            { title: 'Call Us', value: '+91 98765 43210', note: 'Every day, 9 to 6', href: '#', icon: 'phone' },
            { title: 'Questions', value: 'Most are answered already', href: '#questions', icon: 'chat' },
          ]}
        />
      </PageHead>
      <Primitives />
      <Vehicles />
      <Forms />
      <PageParts />
    </>
  );
}
