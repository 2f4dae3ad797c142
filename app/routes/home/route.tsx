import type { MetaFunction } from '@remix-run/node';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findBestOffers, findSecondHandOnSale, type SearchResults } from '~/domain/browse/offer-lists.server';
import { findHomeVehicles } from '~/domain/catalogue/stock.queries.server';
import type { Offer } from '~/domain/catalogue/vehicle';
import { findOffers } from '~/domain/catalogue/vehicle.queries.server';
import { readInsurancePlans } from '~/domain/content/finance-content.server';
import { readHomeContent } from '~/domain/content/home-content.server';
import { findTestimonials, type Testimonial } from '~/domain/content/vehicle-content.server';
import { formatReason } from '~/domain/shared/result';
import { type DrawingColours, getColours } from '~/domain/photos/drawing';
import { formatPlaceName } from '~/domain/places/places.server';
import { latestReviewsShown } from '~/domain/reviews/review';
import { findLatestReviews } from '~/domain/reviews/review.queries.server';
import { validateSearchText } from '~/domain/names/tokenizer';
import { anonymous } from '~/domain/shared/actor';
import { formatDay, toDay } from '~/domain/shared/dates';
import { readCity } from '~/http/cookies/city.server';
import type { Runtime } from '~/http/runtime.server';
import { readSearchText } from '~/http/url-params';
import { paths } from '~/paths';
import { useUnreadMessages } from '~/ui/layout/layout';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { toListingFacts } from '~/ui/vehicles/listing-card';
import { toOfferCard } from '~/ui/vehicles/offer-list';
import { Results } from './results';
import { Hero, Showcase } from './showcase';
import { PageHead } from '~/ui/page/page-head';
import { Excerpt } from '~/ui/page/text-blocks';
import { ButtonLink } from '~/ui/primitives/button';
import { Drawing } from '~/ui/primitives/drawing';
import { Facts } from '~/ui/vehicles/card-parts';
import { Stars } from '~/ui/primitives/stars';
import type { BodyStyle } from '~db/enums';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  cacheKeyParameters: ['q', 'tab'],
  canonical: paths.home(),
  canonicalQuery: ['tab'],
  unlisted: (search) => search.has('q'),
};
export const meta: MetaFunction = ({ matches }) => pageMeta(matches, 'Find Your Perfect Ride');

function getPicture(offer: Offer): [string, Pick<RiderReview['vehicle'], 'bodyStyle' | 'colours'>] {
  if (offer.kind === 'vehicle') {
    const { vehicle } = offer;
    return [vehicle.id, { bodyStyle: vehicle.bodyStyle, colours: getColours(vehicle) }];
  }
  const { id, drawing } = offer.listing;
  return [id, { bodyStyle: drawing.bodyStyle, colours: drawing }];
}

function findRiderReviews(db: Runtime['db']): RiderReview[] {
  const reviews = findLatestReviews(db, latestReviewsShown);
  const ids = reviews.map(({ vehicleId }) => vehicleId);
  const pictures = new Map(findOffers(db, ids, anonymous).map(getPicture));
  return reviews.flatMap(({ id, user, rating, title, comment, createdAt, vehicleId, vehicleName }) => {
    const picture = pictures.get(vehicleId);
    if (!picture) return [];
    const vehicle = { id: vehicleId, name: vehicleName, ...picture };
    return [{ id, author: user.name, rating, title, comment, day: toDay(new Date(createdAt)), vehicle }];
  });
}

const maxResults = 12;

const toResultSection = ({ offers, total }: SearchResults['newVehicles']) => ({
  cards: offers.map(toOfferCard),
  total,
});

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db } = context.runtime;
  const { searchParams } = new URL(request.url);
  const { hero, ...blocks } = readHomeContent(db);
  const q = readSearchText(searchParams);
  const error = q === null ? null : validateSearchText(q);
  if (q !== null && error === null) {
    const { secondHand, newVehicles, ...found } = await findBestOffers(db, q, maxResults);
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
    search: { value: q, error: error && formatReason(error) },
    ownCity: own && formatPlaceName(own),
    hero,
    blocks,
    insurancePlans: readInsurancePlans(db),
    ...findHomeVehicles(db),
    onSale,
    offered: newest.map(toListingFacts),
  } as const;
}

export default function Home() {
  const shown = useLoaderData<typeof loader>();
  const unread = useUnreadMessages();
  if (shown.view === 'reviews') return <Reviews {...shown} />;
  if (shown.view === 'results') return <Results {...shown} />;
  return (
    <>
      <Hero text={shown.hero} search={shown.search} news={unread > 0 ? <NewMessages unread={unread} /> : null} />
      <Showcase {...shown} />
    </>
  );
}

const NewMessages = ({ unread }: { unread: number }) => (
  <>
    <a href={paths.messages()}>{unread === 1 ? '1 new message' : `${unread} new messages`}</a> for you.
  </>
);

type RiderReview = {
  id: string;
  author: string;
  /** From 1 to 5. */
  rating: number;
  title: string | null;
  comment: string;
  /** `YYYY-MM-DD` */
  day: string;
  vehicle: { id: string; name: string; bodyStyle: BodyStyle; colours: DrawingColours };
};

function ReviewQuote({ review, isSample = false }: { review: RiderReview; isSample?: boolean }) {
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
        <Facts facts={[author, formatDay(day), isSample ? 'Sample' : null]} />
        <a className="action-link" href={paths.vehicle(vehicle.id, {}, 'reviews')}>
          {vehicle.name}
        </a>
      </article>
    </li>
  );
}

const toRiderReview = ({ id, author, city, date, vehicle, ...words }: Testimonial): RiderReview => ({
  ...words,
  id: String(id),
  author: `${author}, ${city}`,
  day: date,
  vehicle: { ...vehicle, colours: getColours(vehicle) },
});

function Reviews({ latest, testimonials }: { latest: RiderReview[]; testimonials: Testimonial[] }) {
  return (
    <>
      <PageHead title="Reviews" subtitle="What riders say after a few thousand kilometres." />
      {latest.length > 0 && (
        <section aria-label="The latest reviews by riders">
          <ul className="review-list">
            {latest.map((review) => (
              <ReviewQuote key={review.id} review={review} />
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
            <ReviewQuote key={testimonial.id} review={toRiderReview(testimonial)} isSample />
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
