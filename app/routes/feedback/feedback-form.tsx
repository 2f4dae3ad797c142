import { Form, useNavigation } from '@remix-run/react';
import { useState } from 'react';
import { feedbackFault, ruledFeedbackFields } from '~/domain/feedback/feedback-rules';
import { type FeedbackField, feedbackLabels, longestSubject } from '~/domain/feedback/limits';
import { fixErrors } from '~/domain/fix-errors';
import { paths } from '~/paths';
import { AsItStands } from '~/ui/forms/as-it-stands';
import { CheckField, Picks } from '~/ui/forms/choice-field';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { RatingField } from '~/ui/forms/rating-field';
import { TextAreaField, TextField } from '~/ui/forms/text-field';
import { useLiveForm } from '~/ui/forms/use-live-form';
import { Button, ButtonLink } from '~/ui/signs/button';
import type { FeedbackScreen } from './load-feedback.server';

/** What the action answers a refused form with. */
export type FeedbackAnswer = {
  message: string;
  errors: Readonly<Record<string, string>>;
  values: Record<string, string>;
  version?: string;
  /** How the feedback stands now, when it was changed in the meantime. */
  stands?: Record<string, string>;
};

type FeedbackFormProps = Pick<FeedbackScreen, 'types' | 'submissionId' | 'changing' | 'values'> & {
  answer: FeedbackAnswer | undefined;
};

/** The feedback form (docs/product.md, "Feedback"): a plain form, which scripts check while it is filled in. */
export function FeedbackForm({ types, submissionId: freshId, changing, values: start, answer }: FeedbackFormProps) {
  const navigation = useNavigation();
  const isSending = navigation.state !== 'idle' && navigation.formMethod === 'POST';
  const { message, errors, formProps } = useLiveForm({
    answer,
    fields: ruledFeedbackFields,
    faultOf: feedbackFault,
    summary: fixErrors,
  });
  const values: Record<string, string | undefined> = answer ? answer.values : start;
  const [submissionId] = useState(values.submissionId ?? freshId);
  const field = (name: FeedbackField) => ({
    name,
    label: feedbackLabels[name],
    value: values[name],
    error: errors[name],
  });
  return (
    <Form
      className="stack"
      method="post"
      action={changing ? paths.feedback({ edit: changing.id }) : paths.feedback()}
      {...formProps}
    >
      <h2>{changing ? 'Change your feedback' : 'Give feedback'}</h2>
      <input type="hidden" name="submissionId" value={submissionId} />
      {changing && <input type="hidden" name="version" value={answer?.version || changing.version} />}
      {message && <ErrorSummary message={message} errors={errors} />}
      {answer?.stands && <AsItStands labels={feedbackLabels} typed={answer.values} stands={answer.stands} />}
      <fieldset className="flush stack" disabled={isSending}>
        <Picks {...field('type')} choices={types.map(({ id, name }) => ({ value: id, label: name }))} required />
        <RatingField {...field('rating')} />
        <TextField {...field('subject')} required maxLength={longestSubject} />
        <TextAreaField {...field('message')} required />
        <CheckField
          name="isAnonymous"
          label={feedbackLabels.isAnonymous}
          isChecked={values.isAnonymous === 'on'}
          help="It stays in your own history all the same."
        />
        <p className="row">
          <Button kind="go">{isSending ? 'Sending...' : changing ? 'Save changes' : 'Submit Feedback'}</Button>{' '}
          {changing && <ButtonLink href={paths.feedback()}>Cancel</ButtonLink>}
        </p>
      </fieldset>
    </Form>
  );
}
