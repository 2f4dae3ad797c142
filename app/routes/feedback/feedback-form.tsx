import { Form, useNavigation } from '@remix-run/react';
import { useState } from 'react';
import {
  type FeedbackField,
  feedbackLabels,
  longestSubject,
  ruledFeedbackFields,
  validateFeedbackField,
} from '~/domain/feedback/feedback';
import { fixErrors } from '~/domain/shared/result';
import { paths } from '~/paths';
import { ConflictNotice, ErrorSummary } from '~/ui/forms/form-messages';
import { CheckField, Picks, RatingField, TextAreaField, TextField } from '~/ui/forms/field';
import { useLiveForm } from '~/ui/forms/use-live-form';
import { Button, ButtonLink } from '~/ui/primitives/button';
import type { FeedbackScreen } from './feedback.loader.server';

/** Response of the action to a rejected form. */
export type FeedbackActionData = {
  message: string;
  errors: Readonly<Record<string, string>>;
  values: Record<string, string>;
  version?: string;
  /** Current values, when the feedback was changed in the meantime. */
  currentValues?: Record<string, string>;
};

type FeedbackFormProps = Pick<FeedbackScreen, 'types' | 'idempotencyKey' | 'changing' | 'values'> & {
  actionData: FeedbackActionData | undefined;
};

/** The feedback form (docs/product.md, "Feedback"): a plain form, which scripts check while it is filled in. */
export function FeedbackForm({
  types,
  idempotencyKey: freshId,
  changing,
  values: start,
  actionData,
}: FeedbackFormProps) {
  const navigation = useNavigation();
  const isSending = navigation.state !== 'idle' && navigation.formMethod === 'POST';
  const { message, errors, formProps } = useLiveForm({
    actionData,
    fields: ruledFeedbackFields,
    validate: validateFeedbackField,
    summary: fixErrors,
  });
  const values: Record<string, string | undefined> = actionData ? actionData.values : start;
  const [idempotencyKey] = useState(values.idempotencyKey ?? freshId);
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
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      {changing && <input type="hidden" name="version" value={actionData?.version || changing.version} />}
      {message && <ErrorSummary message={message} errors={errors} />}
      {actionData?.currentValues && (
        <ConflictNotice
          labels={feedbackLabels}
          formValues={actionData.values}
          currentValues={actionData.currentValues}
        />
      )}
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
          <Button kind="primary">{isSending ? 'Sending...' : changing ? 'Save changes' : 'Submit Feedback'}</Button>{' '}
          {changing && <ButtonLink href={paths.feedback()}>Cancel</ButtonLink>}
        </p>
      </fieldset>
    </Form>
  );
}
