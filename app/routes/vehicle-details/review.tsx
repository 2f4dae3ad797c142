import { dayText } from '~/domain/dates';
import { countText } from '~/domain/money';
import { paths } from '~/paths';
import { Button } from '~/ui/signs/button';
import { Tag } from '~/ui/signs/tag';
import { Stars } from '~/ui/vehicles/stars';
import type { RidersReview, ShownReview } from './details';

/** '12 found this helpful'; nothing while nobody did. */
export const helpfulText = (count: number): string | null =>
  count === 0 ? null : `${countText(count)} found this helpful`;

function Words({ review: { rating, title, comment } }: { review: ShownReview }) {
  return (
    <>
      <Stars rating={rating} />
      {title && <h3>{title}</h3>}
      <p>{comment}</p>
    </>
  );
}

/** A built-in sample, marked as one. */
export function SampleReview({ review }: { review: ShownReview }) {
  return (
    <li>
      <article>
        <Words review={review} />
        <p className="s">
          {`${review.author} · ${dayText(review.day)} `}
          <Tag>Sample</Tag>
        </p>
      </article>
    </li>
  );
}

/** What another rider says; whoever is signed in can say that it helped. */
export function Review({ vehicleId, page, review }: { vehicleId: string; page: number; review: RidersReview }) {
  const { id, author, day, helpfulCount, isHelpful } = review;
  return (
    <li id={isHelpful === null ? undefined : id}>
      <article>
        <Words review={review} />
        <p className="s">{[author, dayText(day), helpfulText(helpfulCount)].filter(Boolean).join(' · ')}</p>
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
