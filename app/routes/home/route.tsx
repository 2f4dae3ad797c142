import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { Testimonial } from '~/domain/content/vehicle-content.server';
import { getColours } from '~/domain/photos/drawing';
import { formatDay } from '~/domain/shared/dates';
import { paths } from '~/paths';
import { useUnreadMessages } from '~/ui/layout/layout';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { Results } from './results';
import { Hero, Showcase } from './showcase';
import { PageHead } from '~/ui/page/page-head';
import { Excerpt } from '~/ui/page/text-blocks';
import { ButtonLink } from '~/ui/primitives/button';
import { Drawing } from '~/ui/primitives/drawing';
import { Facts } from '~/ui/vehicles/card-parts';
import { Stars } from '~/ui/primitives/stars';
import type { loader, RiderReview } from './route.server';

export { loader } from './route.server';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  cacheKeyParameters: ['q', 'tab'],
  canonical: paths.home(),
  canonicalQuery: ['tab'],
  unlisted: (search) => search.has('q'),
};
export const meta: MetaFunction = ({ matches }) => pageMeta(matches, 'Find Your Perfect Ride');

export default function Home() {
  const screen = useLoaderData<typeof loader>();
  const unread = useUnreadMessages();
  if (screen.view === 'reviews') return <Reviews {...screen} />;
  if (screen.view === 'results') return <Results {...screen} />;
  return (
    <>
      <Hero text={screen.hero} search={screen.search} news={unread > 0 ? <NewMessages unread={unread} /> : null} />
      <Showcase {...screen} />
    </>
  );
}

const NewMessages = ({ unread }: { unread: number }) => (
  <>
    <a href={paths.messages()}>{unread === 1 ? '1 new message' : `${unread} new messages`}</a> for you.
  </>
);

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
