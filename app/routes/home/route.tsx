import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Fragment } from 'react';
import type { OfferKind } from '~/domain/browse/browse-query';
import { findSecondHandOnSale, searchOffers, type SearchResults } from '~/domain/browse/offer-lists.server';
import { findHomeVehicles } from '~/domain/catalogue/stock.queries.server';
import type { Offer } from '~/domain/catalogue/vehicle';
import { findOffers } from '~/domain/catalogue/vehicle.queries.server';
import { insurancePlans } from '~/domain/content/finance-content.server';
import { findTestimonials, homeContent } from '~/domain/content/screen-content.server';
import { getColours } from '~/domain/photos/drawing';
import { formatPlaceName } from '~/domain/places/places.server';
import { latestReviewsShown } from '~/domain/reviews/review';
import { findLatestReviews } from '~/domain/reviews/review.queries.server';
import { toDay } from '~/domain/shared/dates';
import { formatCount } from '~/domain/shared/money';
import { readCity } from '~/http/cookies.server';
import { getRuntime, type Runtime } from '~/http/runtime.server';
import { readSearchText } from '~/http/search-params';
import { paths } from '~/paths';
import { SearchForm } from '~/ui/forms/search-form';
import { useUnreadMessages } from '~/ui/layout/layout';
import { EmptyState } from '~/ui/page/empty-state';
import { NearCity, nearKilometres } from '~/ui/page/near-city';
import { PageHead, SectionHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { SearchNotes } from '~/ui/page/search-notes';
import { ButtonLink } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import { CompareForm } from '~/ui/vehicles/compare-list';
import { toListingFacts } from '~/ui/vehicles/listing-card';
import { type OfferCard, OfferRows, toOfferCard } from '~/ui/vehicles/offer-list';
import { Reviews, type RiderReview } from './reviews';
import { Hero, type HeroText, Showcase } from './showcase';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  stylesheets: (search) => {
    if (readSearchText(search))
      return ['tabs', 'stat', 'search-form', 'poster', 'offer-rows', 'vehicle-grid', 'home-results'];
    if (search.get('tab') === 'reviews') return ['tabs', 'home-reviews'];
    return ['tabs', 'stat', 'search-form', 'dark-panel', 'link-list', 'brand-list', 'carousel', 'home'];
  },
  cacheKeyParameters: ['q', 'tab'],
  canonical: paths.home(),
  canonicalQuery: ['tab'],
  unlisted: (search) => search.has('q'),
};
export const meta = () => pageMeta('Find Your Perfect Ride');

/** Read as a visitor, because the page is public. */
const visitor = { user: null, manageKeyIds: [] };

/** Drawings of offers, by id. */
function getPicture(offer: Offer): [string, Pick<RiderReview['vehicle'], 'bodyStyle' | 'colours'>] {
  if (offer.kind === 'vehicle') {
    const { vehicle } = offer;
    return [vehicle.id, { bodyStyle: vehicle.bodyStyle, colours: getColours(vehicle) }];
  }
  const { id, drawing } = offer.listing;
  return [id, { bodyStyle: drawing.bodyStyle, colours: drawing }];
}

/** The latest reviews of any vehicle. */
function findRiderReviews(db: Runtime['db']): RiderReview[] {
  const reviews = findLatestReviews(db, latestReviewsShown);
  const ids = reviews.map(({ vehicleId }) => vehicleId);
  const pictures = new Map(findOffers(db, ids, visitor).map(getPicture));
  return reviews.flatMap(({ id, user, rating, title, comment, createdAt, vehicleId, vehicleName }) => {
    const picture = pictures.get(vehicleId);
    if (!picture) return [];
    const vehicle = { id: vehicleId, name: vehicleName, ...picture };
    return [{ id, author: user.name, rating, title, comment, day: toDay(new Date(createdAt)), vehicle }];
  });
}

/** Number of results for new and second-hand vehicles. */
const maxResults = 12;

const toResultSection = ({ offers, total }: SearchResults['newVehicles']) => ({
  cards: offers.map(toOfferCard),
  total,
});

/** Content below the hero: the showcase, search results, or reviews. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db } = getRuntime(context);
  const { searchParams } = new URL(request.url);
  const { hero, ...blocks } = homeContent;
  const q = readSearchText(searchParams);
  if (q) {
    const { secondHand, newVehicles, ...found } = await searchOffers(db, q, maxResults);
    return {
      view: 'results',
      hero,
      q,
      secondHand: toResultSection(secondHand),
      newVehicles: toResultSection(newVehicles),
      ...found,
    } as const;
  }
  if (searchParams.get('tab') === 'reviews') {
    return {
      view: 'reviews',
      hero,
      latest: findRiderReviews(db),
      testimonials: findTestimonials(db),
    } as const;
  }
  const { newest, ...onSale } = findSecondHandOnSale(db);
  const own = readCity(request);
  return {
    view: 'showcase',
    ownCity: own && formatPlaceName(own),
    hero,
    blocks,
    insurancePlans,
    ...findHomeVehicles(db),
    onSale,
    offered: newest.map(toListingFacts),
  } as const;
}

export default function Home() {
  const shown = useLoaderData<typeof loader>();
  if (shown.view === 'reviews') return <Reviews {...shown} />;
  if (shown.view === 'results') return <Results {...shown} />;
  return (
    <>
      <Hero text={shown.hero} />
      <NewMessages />
      {shown.ownCity !== null && (
        <section aria-label="Near you">
          <NearCity
            city={shown.ownCity}
            nearHref={paths.browse({ city: shown.ownCity, within: nearKilometres, kind: ['used', 'listing'] })}
            offered={null}
            returnTo={paths.home()}
          />
        </section>
      )}
      <Showcase {...shown} />
    </>
  );
}

/** One line about unread messages, if any. */
function NewMessages() {
  const unread = useUnreadMessages();
  return (
    unread > 0 && (
      <p className="section">
        <a href={paths.messages()}>{unread === 1 ? '1 new message' : `${unread} new messages`}</a> for you.
      </p>
    )
  );
}

type ResultSection = { cards: readonly OfferCard[]; total: number };

type ResultsProps = {
  hero: HeroText;
  q: string;
  secondHand: ResultSection;
  newVehicles: ResultSection;
  isExact: boolean;
} & Pick<SearchResults, 'corrected' | 'unfiltered' | 'action'>;

const overviewLink = { text: 'Show everything', href: paths.home() };

function NoMatch({ q, ...parsedQuery }: Omit<ResultsProps, 'hero'>) {
  return (
    <section aria-label="Search results">
      <SearchNotes parsedQuery={parsedQuery} getHref={(text) => paths.home({ q: text })} />
      <EmptyState
        level="h2"
        picture={{
          drawing: 'moped',
          colours: { body: '#27476E', accent: '#D9C27A' },
          stat: { name: 'Found', value: '0' },
        }}
        title="No match found"
        hint={`No vehicle here is called “${q}”. Try a shorter name or a brand, or look through what riders sell.`}
      >
        <p className="row">
          <ButtonLink kind="primary" href={paths.browse({ q })}>
            Search all listings
          </ButtonLink>{' '}
          <ButtonLink href={overviewLink.href}>{overviewLink.text}</ButtonLink>
        </p>
      </EmptyState>
    </section>
  );
}

type ResultListProps = {
  id: string;
  title: string;
  part: ResultSection;
  /** Link to all results on Browse. */
  href: string;
  /** Whether the number is exact. */
  isExact: boolean;
};

function ResultList({ id, title, part, href, isExact }: ResultListProps) {
  if (part.total === 0) return null;
  return (
    <section aria-labelledby={id}>
      <SectionHead id={id} title={title} more={{ text: `All ${formatCount(part.total)}${isExact ? '' : '+'}`, href }} />
      <CompareForm backTo={id}>
        <OfferRows cards={part.cards} />
      </CompareForm>
    </section>
  );
}

function ResultLists({ q, secondHand, newVehicles, isExact, ...parsedQuery }: Omit<ResultsProps, 'hero'>) {
  const total = secondHand.total + newVehicles.total;
  const getHref = (kind: OfferKind[]) => paths.browse({ q, kind });
  const parts = [
    newVehicles.total > 0 && { id: 'new', text: `${formatCount(newVehicles.total)} new` },
    secondHand.total > 0 && { id: 'second-hand', text: `${formatCount(secondHand.total)} second-hand` },
  ].filter((part) => part !== false);
  return (
    <>
      <section className="results-head" aria-labelledby="results">
        <SectionHead
          id="results"
          title={`${isExact ? '' : 'At least '}${formatCount(total)} ${total === 1 ? 'vehicle matches' : 'vehicles match'} “${q}”`}
          more={{ text: 'Search all listings', href: paths.browse({ q }) }}
        />
        <SearchNotes parsedQuery={parsedQuery} getHref={(text) => paths.home({ q: text })} />
        <p>
          {parts.map(({ id, text }, position) => (
            <Fragment key={id}>
              {position > 0 && ' · '}
              <a href={`#${id}`}>{text}</a>
            </Fragment>
          ))}
        </p>
      </section>
      <ResultList
        id="second-hand"
        title="Second-hand"
        part={secondHand}
        href={getHref(['used', 'listing'])}
        isExact={isExact}
      />
      <ResultList id="new" title="New" part={newVehicles} href={getHref(['new', 'upcoming'])} isExact={isExact} />
    </>
  );
}

/** Search results on the home screen, below the search. */
function Results({ hero, ...found }: ResultsProps) {
  return (
    <>
      <PageHead title={hero.title} back={overviewLink}>
        <SearchForm
          action={paths.home()}
          label={hero.searchPlaceholder}
          placeholder="Search by name"
          value={found.q}
          filters="main"
        />
      </PageHead>
      {found.secondHand.total + found.newVehicles.total === 0 ? <NoMatch {...found} /> : <ResultLists {...found} />}
    </>
  );
}
