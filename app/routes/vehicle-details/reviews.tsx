import { dayText } from '~/domain/dates';
import { countText } from '~/domain/money';
import { paths } from '~/paths';
import { Pager } from '~/ui/page/pager';
import { Tag } from '~/ui/signs/tag';
import { Stars } from '~/ui/vehicles/stars';
import type { Reviews as ReviewsShown, ShownReview } from './details';

/** 'n reviews', as the specification counts them. */
export const reviewsText = (count: number): string => (count === 1 ? '1 review' : `${countText(count)} reviews`);

function Review({ review, isSample = false }: { review: ShownReview; isSample?: boolean }) {
  const { author, rating, title, comment, day } = review;
  return (
    <li>
      <article>
        <Stars rating={rating} />
        {title && <h3>{title}</h3>}
        <p>{comment}</p>
        <p className="s">
          {`${author} · ${dayText(day)} `}
          {isSample && <Tag>Sample</Tag>}
        </p>
      </article>
    </li>
  );
}

/** What riders say. Built-in samples come after them, each marked as one, and count in no average. */
export function Reviews({ id, reviews }: { id: string; reviews: ReviewsShown }) {
  const { shown, summary, page, pages, samples } = reviews;
  return (
    <section id="reviews" aria-labelledby="reviews-title">
      <h2 id="reviews-title">Reviews</h2>
      <p>
        {summary.average === null
          ? 'No rider has reviewed it yet.'
          : `${summary.average} out of 5 from ${reviewsText(summary.count)}.`}
      </p>
      {shown.length + samples.length > 0 && (
        <ul className="voices">
          {shown.map((review) => (
            <Review key={review.id} review={review} />
          ))}
          {page === 1 && samples.map((review) => <Review key={review.id} review={review} isSample />)}
        </ul>
      )}
      <Pager page={page} pages={pages} hrefOf={(other) => paths.vehicle(id, { page: other }, 'reviews')} />
    </section>
  );
}
