import { dayText } from '~/domain/dates';
import { countText } from '~/domain/money';
import { paths } from '~/paths';
import { Excerpt } from '~/ui/page/excerpt';
import { Button } from '~/ui/signs/button';
import { Tag } from '~/ui/signs/tag';
import { Stars } from '~/ui/vehicles/stars';
import type { RidersReview, ShownReview } from './details';

/** '12 found this helpful'; nothing while nobody did. */
export const helpfulText = (count: number): string | null =>
  count === 0 ? null : `${countText(count)} found this helpful`;

type WordsProps = {
  review: ShownReview;
  /** Where all that it says can be read; null: here. */
  fullHref: string | null;
};

function Words({ review: { author, rating, title, comment }, fullHref }: WordsProps) {
  return (
    <>
      <Stars rating={rating} />
      {title && <h3>{title}</h3>}
      {fullHref === null ? <p>{comment}</p> : <Excerpt text={comment} href={fullHref} of={`the review by ${author}`} />}
    </>
  );
}

/** A built-in sample, marked as one. */
export function SampleReview({ review }: { review: ShownReview }) {
  return (
    <li>
      <article>
        <Words review={review} fullHref={null} />
        <p className="s">
          {`${review.author} · ${dayText(review.day)} `}
          <Tag>Sample</Tag>
        </p>
      </article>
    </li>
  );
}

type ReviewProps = { vehicleId: string; page: number; review: RidersReview; isReading: boolean };

/** What another rider says; whoever is signed in can say that it helped. */
export function Review({ vehicleId, page, review, isReading }: ReviewProps) {
  const { id, author, day, helpfulCount, isHelpful } = review;
  return (
    <li id={isHelpful === null ? undefined : id}>
      <article>
        <Words review={review} fullHref={isReading ? null : paths.vehicle(vehicleId, { read: id }, 'reviews')} />
        <p className="s">
          {`${[author, dayText(day), helpfulText(helpfulCount)].filter(Boolean).join(' · ')} · `}
          <a href={paths.report('review', id)}>
            Report<span className="vh"> review by {author}</span>
          </a>
        </p>
        {isHelpful === false && (
          <form method="post" action={paths.vehicle(vehicleId, page === 1 ? {} : { page })}>
            <Button name="helpful" value={id}>
              Helpful<span className="vh"> review by {author}</span>
            </Button>
          </form>
        )}
        {isHelpful && <p className="s">You marked it as helpful.</p>}
      </article>
    </li>
  );
}
