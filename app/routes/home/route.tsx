import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { type FoundOffers, searchOffers } from '~/domain/browse/browse-offers.server';
import { showcaseVehicles } from '~/domain/catalogue/stock.queries.server';
import { insurancePlans } from '~/domain/content/finance-content.server';
import { homeContent, type Testimonial, testimonialsWithVehicles } from '~/domain/content/screen-content.server';
import { coloursOf } from '~/domain/drawings/drawing';
import { dayText } from '~/domain/shared/dates';
import { countText } from '~/domain/shared/money';
import { runtimeOf } from '~/http/runtime.server';
import { searchedText } from '~/http/search-params';
import { paths } from '~/paths';
import { SearchForm } from '~/ui/forms/search-form';
import { EmptyState } from '~/ui/page/empty-state';
import { PageHead, SectionHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Excerpt } from '~/ui/page/text-blocks';
import { Corrected } from '~/ui/page/understood-search';
import { ButtonLink } from '~/ui/primitives/button';
import { Drawing } from '~/ui/primitives/drawing';
import type { ScreenHandle } from '~/ui/screen-kind';
import { CompareForm } from '~/ui/vehicles/compare-list';
import { type OfferCard, OfferCards, offerCard } from '~/ui/vehicles/offer-cards';
import { Stars } from '~/ui/vehicles/vehicle-card';
import { latestRiderReviews, type RiderReview } from './home.loader.server';
import { Hero, type HeroText, Showcase } from './showcase';

export const handle: ScreenHandle = {
  stylesheets: ['tabs', 'stat', 'poster', 'dark-panel', 'link-list', 'brand-list', 'carousel', 'home'],
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

type ResultsProps = {
  hero: HeroText;
  q: string;
  cards: readonly OfferCard[];
  total: number;
  secondHand: number;
  isExact: boolean;
  corrected: FoundOffers['corrected'];
};

const overview = { text: 'Show everything', href: paths.home() };

function NoMatch({ q }: { q: string }) {
  return (
    <section aria-label="Search results">
      <EmptyState
        level="h2"
        picture={{
          drawing: 'moped',
          colours: { body: '#27476E', accent: '#D9C27A' },
          stat: { name: 'Found', value: '0' },
        }}
        title="No match on this road"
        hint={`No vehicle here is called “${q}”. Try a shorter name or a brand, or look through what riders sell.`}
      >
        <p className="row">
          <ButtonLink kind="primary" href={paths.browse({ q })}>
            Search all listings
          </ButtonLink>{' '}
          <ButtonLink href={overview.href}>{overview.text}</ButtonLink>
        </p>
      </EmptyState>
    </section>
  );
}

function Matches({ q, cards, total, secondHand, isExact, corrected }: Omit<ResultsProps, 'hero'>) {
  const others = total - secondHand;
  return (
    <section aria-labelledby="results">
      <SectionHead
        id="results"
        title={`${isExact ? '' : 'At least '}${countText(total)} ${total === 1 ? 'vehicle matches' : 'vehicles match'} “${q}”`}
        more={{ text: 'Search all listings', href: paths.browse({ q }) }}
      />
      <Corrected corrected={corrected} hrefOf={(text) => paths.home({ q: text })} />
      {isExact && secondHand > 0 && (
        <p>{others > 0 ? `${countText(others)} new · ${countText(secondHand)} second-hand` : 'All second-hand'}</p>
      )}
      <CompareForm backTo="results">
        <OfferCards cards={cards} />
      </CompareForm>
    </section>
  );
}

/** Results of the search on the home screen; the search stays above them. */
function Results({ hero, ...found }: ResultsProps) {
  return (
    <>
      <PageHead title={hero.title} back={overview}>
        <SearchForm
          action={paths.home()}
          label={hero.searchPlaceholder}
          placeholder="Search by name"
          value={found.q}
          filters="main"
        />
      </PageHead>
      {found.total === 0 ? <NoMatch q={found.q} /> : <Matches {...found} />}
    </>
  );
}

/** A review beside its vehicle. */
function Said({ review, isSample = false }: { review: RiderReview; isSample?: boolean }) {
  const { id, author, rating, title, comment, day, vehicle } = review;
  return (
    <li>
      <Drawing of={vehicle.bodyStyle} colours={vehicle.colours} />
      <article>
        <Stars rating={rating} />
        {title && <h2>{title}</h2>}
        <Excerpt
          text={comment}
          href={paths.vehicle(vehicle.id, { read: id }, 'reviews')}
          of={`the review by ${author}`}
        />
        <p className="note">{[author, dayText(day), isSample && 'Sample'].filter(Boolean).join(' · ')}</p>
        <a className="action-link" href={paths.vehicle(vehicle.id, {}, 'reviews')}>
          {vehicle.name}
        </a>
      </article>
    </li>
  );
}

const sampleReview = ({ id, author, city, date, vehicle, ...words }: Testimonial): RiderReview => ({
  ...words,
  id: String(id),
  author: `${author}, ${city}`,
  day: date,
  vehicle: { ...vehicle, colours: coloursOf(vehicle) },
});

/** The Reviews tab: the latest reviews of riders, then the built-in samples, each beside its vehicle. */
function Reviews({ latest, testimonials }: { latest: RiderReview[]; testimonials: Testimonial[] }) {
  return (
    <>
      <PageHead title="Reviews" subtitle="What riders say after a few thousand kilometres." />
      {latest.length > 0 && (
        <section aria-label="The latest reviews by riders">
          <ul className="review-list">
            {latest.map((review) => (
              <Said key={review.id} review={review} />
            ))}
          </ul>
        </section>
      )}
      <section aria-label={latest.length > 0 ? 'Samples' : 'Reviews'}>
        <p className="note">
          These are samples, written for this showroom. Reviews by riders stand beside the vehicles they are about.
        </p>
        <ul className="review-list">
          {testimonials.map((testimonial) => (
            <Said key={testimonial.id} review={sampleReview(testimonial)} isSample />
          ))}
        </ul>
        <p className="row pager">
          <ButtonLink kind="primary" href={paths.home()}>
            Back to Home
          </ButtonLink>
        </p>
      </section>
    </>
  );
}
