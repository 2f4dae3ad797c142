import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { showcaseVehicles } from '~/domain/catalogue/stock.queries.server';
import { searchVehicles } from '~/domain/catalogue/vehicle.queries.server';
import { homeContent, testimonialsWithVehicles } from '~/domain/content/screen-content.server';
import { insurancePlans } from '~/domain/content/finance-content.server';
import { searchedText } from '~/http/search-params';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { Hero, Showcase } from './showcase';
import { latestRiderReviews } from './home.loader.server';
import { Results } from './results';
import { Reviews } from './reviews';

export const handle: ScreenHandle = {
  stylesheets: ['stat', 'poster', 'dark-panel', 'link-list', 'brand-list', 'carousel', 'home'],
  kind: 'enhanced',
  cacheKeyParameters: ['q', 'tab'],
  canonical: paths.home(),
  canonicalQuery: ['tab'],
  unlisted: (search) => search.has('q'),
};

const resultsShown = 24;

/** Below the hero: the showcase, search results, or reviews. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { db } = runtimeOf(context);
  const { searchParams } = new URL(request.url);
  const { hero, ...blocks } = homeContent;
  const q = searchedText(searchParams);
  if (q) return { view: 'results', hero, q, ...searchVehicles(db, q, { limit: resultsShown }) } as const;
  if (searchParams.get('tab') === 'reviews') {
    return {
      view: 'reviews',
      hero,
      latest: latestRiderReviews(db),
      testimonials: testimonialsWithVehicles(db),
    } as const;
  }
  return { view: 'showcase', hero, blocks, insurancePlans, ...showcaseVehicles(db) } as const;
}

export const meta = () => pageMeta('Find Your Perfect Ride');

export default function Home() {
  const shown = useLoaderData<typeof loader>();
  if (shown.view === 'reviews') return <Reviews {...shown} />;
  if (shown.view === 'results') return <Results {...shown} />;
  return (
    <>
      <Hero text={shown.hero} />
      <Showcase {...shown} />
    </>
  );
}
