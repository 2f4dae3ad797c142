import { dayText } from '~/domain/dates';
import { paths } from '~/paths';
import { Excerpt } from '~/ui/page/excerpt';
import { Button, ButtonLink } from '~/ui/signs/button';
import { Stars } from '~/ui/vehicles/stars';
import type { OwnReview as Own } from './details';
import { helpfulText } from './review';

type OwnReviewProps = { vehicleId: string; review: Own; isDeleting: boolean; isReading: boolean };

/** What the asker wrote, and what they can do about it. Deleting asks once more, on the same screen. */
export function OwnReview({ vehicleId, review, isDeleting, isReading }: OwnReviewProps) {
  const { id, rating, title, comment, day, helpfulCount, isHidden, hiddenReason } = review;
  return (
    <article className="yours" aria-labelledby="your-review">
      <h3 id="your-review">Your review</h3>
      <Stars rating={rating} />
      {title && <h4>{title}</h4>}
      {isReading ? (
        <p>{comment}</p>
      ) : (
        <Excerpt text={comment} href={paths.vehicle(vehicleId, { read: id }, 'reviews')} of="your review" />
      )}
      <p className="s">{[dayText(day), helpfulText(helpfulCount)].filter(Boolean).join(' · ')}</p>
      {isHidden && <p>{`Only you see this review. ${hiddenReason ?? ''}`.trim()}</p>}
      {isDeleting ? (
        <form method="post" action={paths.vehicle(vehicleId)}>
          <p>
            <b>Delete your review?</b> It disappears for everybody.
          </p>
          <p className="row">
            <input type="hidden" name="review" value={id} />
            <Button kind="danger" name="intent" value="delete">
              Delete this review
            </Button>{' '}
            <ButtonLink href={paths.vehicle(vehicleId, {}, 'reviews')}>Keep it</ButtonLink>
          </p>
        </form>
      ) : (
        <p className="row">
          <ButtonLink href={paths.vehicle(vehicleId, { review: 'edit' }, 'review')}>Edit review</ButtonLink>{' '}
          <ButtonLink href={paths.vehicle(vehicleId, { review: 'delete' }, 'reviews')}>Delete review</ButtonLink>
        </p>
      )}
    </article>
  );
}
