import { errorTexts } from '~/domain/shared/error-texts';
import { maxCommentLength, type ReviewField, reviewLabels } from '~/domain/reviews/review';
import { formatDay } from '~/domain/shared/dates';
import { formatCount } from '~/domain/shared/money';
import type { FormConstraints } from '~/domain/shared/constraints';
import { paths } from '~/paths';
import { CheckedForm, FormErrors } from '~/ui/forms/checked-form';
import { RatingField } from '~/ui/forms/rating-field';
import { TextAreaField, TextField } from '~/ui/forms/field';
import { ConflictNotice, FormActions } from '~/ui/forms/form-messages';
import { Pager } from '~/ui/page/pager';
import { Excerpt } from '~/ui/page/text-blocks';
import { Button, ButtonLink } from '~/ui/primitives/button';
import { Tag } from '~/ui/primitives/chips';
import { Facts } from '~/ui/vehicles/card-parts';
import { Stars } from '~/ui/primitives/stars';
import type {
  ChangedReview,
  OwnReview as Own,
  OwnText,
  Reviews as ReviewsShown,
  RidersReview,
  PublicReview,
} from './details';

/** '12 found this helpful'; empty without votes. */
export const helpfulText = (count: number): string | null =>
  count === 0 ? null : `${formatCount(count)} found this helpful`;

type ReviewTextProps = {
  review: PublicReview;
  /** URL of the full text; null when the text is not cut short. */
  fullHref: string | null;
};

function ReviewText({ review: { author, rating, title, comment }, fullHref }: ReviewTextProps) {
  return (
    <>
      <Stars rating={rating} />
      {title && <h3>{title}</h3>}
      {fullHref === null ? <p>{comment}</p> : <Excerpt text={comment} href={fullHref} of={`the review by ${author}`} />}
    </>
  );
}

export function SampleReview({ review }: { review: PublicReview }) {
  return (
    <li>
      <article>
        <ReviewText review={review} fullHref={null} />
        <p className="note">
          {`${review.author} · ${formatDay(review.day)} `}
          <Tag>Sample</Tag>
        </p>
      </article>
    </li>
  );
}

type ReviewProps = { vehicleId: string; page: number; review: RidersReview; isReading: boolean };

export function Review({ vehicleId, page, review, isReading }: ReviewProps) {
  const { id, author, day, helpfulCount, isHelpful } = review;
  return (
    <li id={isHelpful === null ? undefined : id}>
      <article>
        <ReviewText review={review} fullHref={isReading ? null : paths.vehicle(vehicleId, { read: id }, 'reviews')} />
        <Facts
          facts={[
            author,
            formatDay(day),
            helpfulText(helpfulCount),
            <a key="report" href={paths.report('review', id)}>
              Report<span className="unseen"> review by {author}</span>
            </a>,
          ]}
        />
        {isHelpful === false && (
          <form method="post" action={paths.vehicle(vehicleId, page === 1 ? {} : { page })}>
            <Button name="helpful" value={id}>
              Helpful<span className="unseen"> review by {author}</span>
            </Button>
          </form>
        )}
        {isHelpful && <p className="note">You marked it as helpful.</p>}
      </article>
    </li>
  );
}

type OwnReviewProps = { vehicleId: string; review: Own; isDeleting: boolean; isReading: boolean };

export function OwnReview({ vehicleId, review, isDeleting, isReading }: OwnReviewProps) {
  const { id, rating, title, comment, day, helpfulCount, isHidden, hiddenReason } = review;
  return (
    <article className="own-review" aria-labelledby="your-review">
      <h3 id="your-review">Your review</h3>
      <Stars rating={rating} />
      {title && <h4>{title}</h4>}
      {isReading ? (
        <p>{comment}</p>
      ) : (
        <Excerpt text={comment} href={paths.vehicle(vehicleId, { read: id }, 'reviews')} of="your review" />
      )}
      <p className="note">{[formatDay(day), helpfulText(helpfulCount)].filter(Boolean).join(' · ')}</p>
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

export type ReviewActionData = {
  message: string;
  errors: Readonly<Record<string, string>>;
  values: Record<string, string>;
  changing: ChangedReview | null;
  currentValues: Record<string, string> | null;
};

type ReviewFormProps = {
  vehicleId: string;
  form: OwnText['form'];
  constraints: FormConstraints;
  actionData: ReviewActionData | undefined;
};

export function ReviewForm({ vehicleId, form, constraints, actionData }: ReviewFormProps) {
  const start = actionData ?? form;
  if (!start) return null;
  const { values, changing } = start;
  const field = (name: ReviewField) => ({
    name,
    label: reviewLabels[name],
    value: values[name],
    error: actionData?.errors[name],
    constraints: constraints.fields[name],
  });
  return (
    <CheckedForm
      className="stack"
      id="review"
      action={paths.vehicle(vehicleId, { review: changing ? 'edit' : 'write' })}
      constraints={constraints}
      failure={errorTexts.review_failed}
    >
      <h3>{changing ? 'Change your review' : 'Write a review'}</h3>
      <input type="hidden" name="idempotencyKey" value={values.idempotencyKey ?? form?.idempotencyKey} />
      {changing && (
        <>
          <input type="hidden" name="review" value={changing.id} />
          <input type="hidden" name="version" value={changing.version} />
        </>
      )}
      <FormErrors message={actionData?.message} errors={actionData?.errors} />
      {actionData?.currentValues && (
        <ConflictNotice labels={reviewLabels} formValues={values} currentValues={actionData.currentValues} />
      )}
      <RatingField {...field('rating')} />
      <TextField {...field('title')} help="Optional" />
      <TextAreaField {...field('comment')} counter={maxCommentLength} rows={5} />
      <FormActions message={actionData?.message}>
        <Button kind="primary" busyText="Sending...">
          {changing ? 'Save changes' : 'Post review'}
        </Button>{' '}
        {changing && <ButtonLink href={paths.vehicle(vehicleId, {}, 'reviews')}>Cancel</ButtonLink>}
      </FormActions>
    </CheckedForm>
  );
}

/** 'n reviews', as the specification counts them. */
export const reviewsText = (count: number): string => (count === 1 ? '1 review' : `${formatCount(count)} reviews`);

type ReviewsProps = { id: string; reviews: ReviewsShown; actionData: ReviewActionData | undefined };

/** Reviews of riders. When there are none, built-in samples, each labelled, which count in no average. */
export function Reviews({ id, reviews, actionData }: ReviewsProps) {
  const { isOpen, items, isReading, summary, page, pages, samples, constraints, own } = reviews;
  // The form replaces the reviews: a long review of the author and ten others would exceed the first flight.
  const isWriting = actionData !== undefined || own.form !== null;
  return (
    <section id="reviews" aria-labelledby="reviews-title">
      <h2 id="reviews-title">Reviews</h2>
      <p>
        {!isOpen
          ? errorTexts.reviews_not_open
          : summary.average === null
            ? 'No rider has reviewed it yet.'
            : `${summary.average} out of 5 from ${reviewsText(summary.count)}.`}
      </p>
      {own.written && !own.form && !actionData && (
        <OwnReview vehicleId={id} review={own.written} isDeleting={own.isDeleting} isReading={isReading} />
      )}
      {!isWriting && items.length + samples.length > 0 && (
        <ul className="reviews">
          {items.map((review) => (
            <Review key={review.id} vehicleId={id} page={page} review={review} isReading={isReading} />
          ))}
          {samples.map((review) => (
            <SampleReview key={review.id} review={review} />
          ))}
        </ul>
      )}
      {isWriting || isReading ? (
        <p>
          <a className="action-link" href={paths.vehicle(id, {}, 'reviews')}>
            All reviews
          </a>
        </p>
      ) : (
        <Pager page={page} pages={pages} getHref={(other) => paths.vehicle(id, { page: other }, 'reviews')} />
      )}
      <ReviewForm vehicleId={id} form={own.form} constraints={constraints} actionData={actionData} />
      {isOpen && !own.isSignedIn && (
        <p className="review-prompt">
          <ButtonLink href={paths.login({ redirectTo: paths.vehicle(id, { review: 'write' }, 'review') })}>
            Sign in to write a review
          </ButtonLink>
        </p>
      )}
      {own.mayWrite && !isWriting && (
        <p className="review-prompt">
          <ButtonLink href={paths.vehicle(id, { review: 'write' }, 'review')}>Write a review</ButtonLink>
        </p>
      )}
    </section>
  );
}
