import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { paths } from '~/paths';
import { EmptyState } from '~/ui/page/empty-state';
import { SimilarOffers } from '~/ui/page/gone-offer';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { ButtonLink } from '~/ui/primitives/button';
import { ComparisonView } from './comparison-view';
import type { loader } from './route.server';

export { loader } from './route.server';

export const handle: ScreenHandle = {
  kind: 'plain',
  cacheKeyParameters: ['vehicles', 'only', 'state', 'show'],
  unlisted: true,
  canonicalQuery: ['vehicles'],
};
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    'Compare vehicles',
    'Bikes and scooters side by side: every figure, what it costs, and what is best in words.',
  );

/** Up to four vehicles of any kind side by side (docs/product.md, "Comparison"). */
export default function Compare() {
  const screen = useLoaderData<typeof loader>();
  if (screen.view === 'table') return <ComparisonView {...screen} />;
  return (
    <>
      <div className="section">
        <EmptyState
          level="h1"
          picture={{
            drawing: 'cruiser',
            colours: { body: '#8E1B1F', accent: '#E8D9B5' },
            stat: { name: 'To compare', value: '0' },
          }}
          title="No Vehicles to Compare"
          hint="These vehicles are no longer listed. Add others to your list with the plus beside them."
        >
          <p className="row">
            <ButtonLink kind="primary" href={paths.home()}>
              Go to Main Page
            </ButtonLink>
          </p>
        </EmptyState>
      </div>
      <SimilarOffers similar={screen.similar} />
    </>
  );
}
