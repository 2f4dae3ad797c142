import { countText } from '~/domain/money';
import { paths } from '~/paths';
import { Pager } from '~/ui/page/pager';
import { ButtonLink } from '~/ui/signs/button';
import type { Reviews as ReviewsShown } from './details';
import { OwnReview } from './own-review';
import { Review, SampleReview } from './review';
import { type ReviewAnswer, ReviewForm } from './review-form';

/** 'n reviews', as the specification counts them. */
export const reviewsText = (count: number): string => (count === 1 ? '1 review' : `${countText(count)} reviews`);

type ReviewsProps = { id: string; reviews: ReviewsShown; answer: ReviewAnswer | undefined };

/** What riders say. Built-in samples come after them, each marked as one, and count in no average. */
export function Reviews({ id, reviews, answer }: ReviewsProps) {
  const { shown, isReading, summary, page, pages, samples, own } = reviews;
  // Who writes has the page to themselves: their own long words and ten others' would not arrive at once.
  const isWriting = answer !== undefined || Boolean(own.form?.changing);
  return (
    <section id="reviews" aria-labelledby="reviews-title">
      <h2 id="reviews-title">Reviews</h2>
      <p>
        {summary.average === null
          ? 'No rider has reviewed it yet.'
          : `${summary.average} out of 5 from ${reviewsText(summary.count)}.`}
      </p>
      {own.written && !own.form && !answer && (
        <OwnReview vehicleId={id} review={own.written} isDeleting={own.isDeleting} isReading={isReading} />
      )}
      {!isWriting && shown.length + samples.length > 0 && (
        <ul className="voices">
          {shown.map((review) => (
            <Review key={review.id} vehicleId={id} page={page} review={review} isReading={isReading} />
          ))}
          {samples.map((review) => (
            <SampleReview key={review.id} review={review} />
          ))}
        </ul>
      )}
      {isWriting || isReading ? (
        <p>
          <a className="ln" href={paths.vehicle(id, {}, 'reviews')}>
            All reviews
          </a>
        </p>
      ) : (
        <Pager page={page} pages={pages} hrefOf={(other) => paths.vehicle(id, { page: other }, 'reviews')} />
      )}
      <ReviewForm vehicleId={id} form={own.form} answer={answer} />
      {!own.isSignedIn && (
        <p className="say">
          <ButtonLink href={paths.login({ redirectTo: paths.vehicle(id, {}, 'review') })}>
            Sign in to write a review
          </ButtonLink>
        </p>
      )}
    </section>
  );
}
