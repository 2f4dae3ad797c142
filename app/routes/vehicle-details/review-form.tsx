import { longestComment, longestTitle, type ReviewField, reviewLabels } from '~/domain/reviews/limits';
import { paths } from '~/paths';
import { AsItStands } from '~/ui/forms/as-it-stands';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { RatingField } from '~/ui/forms/rating-field';
import { TextAreaField, TextField } from '~/ui/forms/text-field';
import { Button, ButtonLink } from '~/ui/signs/button';
import type { ChangedReview, OwnWords } from './details';

/** What the action answers a refused review with. */
export type ReviewAnswer = {
  message: string;
  errors: Readonly<Record<string, string>>;
  values: Record<string, string>;
  changing: ChangedReview | null;
  /** How the review stands now, when it was changed in the meantime. */
  stands: Record<string, string> | null;
};

type ReviewFormProps = { vehicleId: string; form: OwnWords['form']; answer: ReviewAnswer | undefined };

/** Writes a review, or changes it: as it starts, or as it was refused. */
export function ReviewForm({ vehicleId, form, answer }: ReviewFormProps) {
  const start = answer ?? form;
  if (!start) return null;
  const { values, changing } = start;
  const field = (name: ReviewField) => ({
    name,
    label: reviewLabels[name],
    value: values[name],
    error: answer?.errors[name],
  });
  return (
    <form className="stack" id="review" method="post" action={paths.vehicle(vehicleId)}>
      <h3>{changing ? 'Change your review' : 'Write a review'}</h3>
      <input type="hidden" name="submissionId" value={values.submissionId ?? form?.submissionId} />
      {changing && (
        <>
          <input type="hidden" name="review" value={changing.id} />
          <input type="hidden" name="version" value={changing.version} />
        </>
      )}
      {answer && <ErrorSummary message={answer.message} errors={answer.errors} />}
      {answer?.stands && <AsItStands labels={reviewLabels} typed={values} stands={answer.stands} />}
      <RatingField {...field('rating')} />
      <TextField {...field('title')} maxLength={longestTitle} help="Optional" />
      <TextAreaField {...field('comment')} required maxLength={longestComment} rows={5} />
      <p className="row">
        <Button kind="go" busyText="Sending...">
          {changing ? 'Save changes' : 'Post review'}
        </Button>{' '}
        {changing && <ButtonLink href={paths.vehicle(vehicleId, {}, 'reviews')}>Cancel</ButtonLink>}
      </p>
    </form>
  );
}
