import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { searchOffers } from '~/domain/browse/browse-offers.server';
import { showcaseVehicles } from '~/domain/catalogue/stock.queries.server';
import { insurancePlans } from '~/domain/content/finance-content.server';
import { homeContent, testimonialsWithVehicles } from '~/domain/content/screen-content.server';
import { runtimeOf } from '~/http/runtime.server';
import { searchedText } from '~/http/search-params';
import { paths } from '~/paths';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { offerCard } from '~/ui/vehicles/offer-cards';
import { latestRiderReviews } from './home.loader.server';
import { Results } from './results';
import { Reviews } from './reviews';
import { Hero, Showcase } from './showcase';

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
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db } = runtimeOf(context);
  const { searchParams } = new URL(request.url);
  const { hero, ...blocks } = homeContent;
  const q = searchedText(searchParams);
  if (q) {
    const { offers, ...found } = await searchOffers(db, q, resultsShown);
    return { view: 'results', hero, q, cards: offers.map(offerCard), ...found } as const;
  }
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
