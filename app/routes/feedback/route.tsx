import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { errorTexts } from '~/domain/shared/error-texts';
import { type FeedbackField, feedbackLabels, feedbackNotLoaded } from '~/domain/feedback/feedback';
import { formatDay } from '~/domain/shared/dates';
import { rejectionHeaders } from '~/http/responses.server';
import { paths } from '~/paths';
import { CheckedForm, FormErrors } from '~/ui/forms/checked-form';
import { RatingField } from '~/ui/forms/rating-field';
import { CheckField, formatLabel, RadioGroup, TextAreaField, TextField } from '~/ui/forms/field';
import { ConflictNotice, ErrorSummary, FormActions } from '~/ui/forms/form-messages';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Pager } from '~/ui/page/pager';
import { FactList, Question } from '~/ui/page/text-blocks';
import { Button, ButtonLink } from '~/ui/primitives/button';
import { StatusChip, type StatusTone } from '~/ui/primitives/chips';
import { Drawing } from '~/ui/primitives/drawing';
import { Stats } from '~/ui/primitives/stat';
import type { ScreenHandle } from '~/ui/screen-kind';
import { Stars } from '~/ui/primitives/stars';
import type { FeedbackStatus } from '~db/enums';
import type { FeedbackScreen, loader } from './route.server';

export { action, loader } from './route.server';

export const handle: ScreenHandle = {
  className: 'feedback',
  kind: 'enhanced',
  openFormParameters: [],
};
export const headers = rejectionHeaders;
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Feedback', 'Tell us what you liked and what you did not, and follow what becomes of it.');

/** The feedback form, its types, and the user's history (docs/product.md, "Feedback"). */
export default function Feedback() {
  const { types, statistics, history, ...form } = useLoaderData<typeof loader>();
  const actionData = useActionData<FeedbackActionData>();
  return (
    <>
      <PageHead title="Feedback" subtitle="What you liked and what you did not: a person reads it." />
      <Stats
        vehicle={<Drawing of="scooter-classic" colours={{ body: '#A9CDBB', accent: '#5E6469' }} />}
        stats={[
          { name: 'Satisfaction', value: statistics.satisfaction, unit: 'of 5' },
          { name: 'Reviews', value: statistics.reviews },
        ]}
      />
      <section className="columns columns-wide">
        <FeedbackForm {...form} types={types} actionData={actionData} />
        <div className="stack">
          {history ? (
            <History history={history} />
          ) : (
            <div className="stack">
              <h2>Your feedback</h2>
              <p>Sign in to send feedback and to see what became of yours. What you have typed stays.</p>
              <p>
                <ButtonLink href={paths.login({ redirectTo: paths.feedback() })}>Sign in</ButtonLink>
              </p>
            </div>
          )}
          <h2>What it can be about</h2>
          <FactList facts={types.map(({ name, description }) => ({ name, value: description }))} />
        </div>
      </section>
    </>
  );
}

type FeedbackActionData = {
  message: string;
  errors: Readonly<Record<string, string>>;
  values: Record<string, string>;
  version?: string;
  currentValues?: Record<string, string>;
};

type FeedbackFormProps = Pick<FeedbackScreen, 'types' | 'idempotencyKey' | 'changing' | 'values' | 'constraints'> & {
  actionData: FeedbackActionData | undefined;
};

function FeedbackForm({ types, idempotencyKey, changing, values: start, constraints, actionData }: FeedbackFormProps) {
  const { message, errors = {} } = actionData ?? {};
  const values: Record<string, string | undefined> = actionData ? actionData.values : start;
  const field = (name: FeedbackField) => ({
    name,
    label: feedbackLabels[name],
    value: values[name],
    error: errors[name],
    constraints: constraints.fields[name],
  });
  return (
    <CheckedForm
      className="stack"
      action={changing ? paths.feedback({ edit: changing.id }) : paths.feedback()}
      constraints={constraints}
      failure={errorTexts.feedback_failed}
    >
      <h2>{changing ? 'Change your feedback' : 'Give feedback'}</h2>
      <input type="hidden" name="idempotencyKey" value={values.idempotencyKey ?? idempotencyKey} />
      {changing && <input type="hidden" name="version" value={actionData?.version || changing.version} />}
      <FormErrors message={message} errors={errors} />
      {actionData?.currentValues && (
        <ConflictNotice
          labels={feedbackLabels}
          formValues={actionData.values}
          currentValues={actionData.currentValues}
        />
      )}
      <div className="stack">
        <RadioGroup {...field('type')} choices={types.map(({ id, name }) => ({ value: id, label: name }))} />
        <RatingField {...field('rating')} />
        <TextField {...field('subject')} />
        <TextAreaField {...field('message')} />
        <CheckField
          name="isAnonymous"
          label={feedbackLabels.isAnonymous}
          isChecked={values.isAnonymous === 'on'}
          help="It stays in your own history all the same."
        />
        <FormActions message={message}>
          <Button kind="primary" busyText="Sending...">
            {changing ? 'Save changes' : 'Submit Feedback'}
          </Button>{' '}
          {changing && <ButtonLink href={paths.feedback()}>Cancel</ButtonLink>}
        </FormActions>
      </div>
    </CheckedForm>
  );
}

const tones: Readonly<Record<FeedbackStatus, StatusTone>> = {
  open: 'waiting',
  'in-review': 'moving',
  resolved: 'done',
  closed: 'off',
};

function History({ history }: { history: NonNullable<FeedbackScreen['history']> }) {
  return (
    <div className="stack">
      <h2>Your feedback</h2>
      {history.hasFailed && <ErrorSummary message={feedbackNotLoaded} />}
      {!history.hasFailed && history.feedback.length === 0 && <p>You have not given feedback yet.</p>}
      <div>
        {history.feedback.map(({ id, ...entry }, position) => (
          <Question
            key={id}
            isOpen={position === 0}
            title={
              <span className="row">
                <StatusChip tone={tones[entry.status]}>{formatLabel(entry.status)}</StatusChip> {entry.subject}
              </span>
            }
          >
            <Stars rating={entry.rating} />
            <p className="preserve-lines">{entry.message}</p>
            {entry.response && (
              <p className="preserve-lines">
                <b>Our answer of {formatDay(entry.response.day)}:</b> {entry.response.message}
              </p>
            )}
            <p className="note">
              {entry.type} · {formatLabel(entry.priority)} priority · {formatDay(entry.sentOn)}
              {entry.isAnonymous && ' · without your name'}
            </p>
            <form method="post" action={paths.feedback()} className="row">
              <input type="hidden" name="id" value={id} />
              <ButtonLink icon="chat" href={paths.conversation({ id })}>
                Messages<span className="unseen"> about {entry.subject}</span>
              </ButtonLink>{' '}
              {entry.status === 'open' && (
                <ButtonLink href={paths.feedback({ edit: id })}>
                  Change<span className="unseen"> {entry.subject}</span>
                </ButtonLink>
              )}{' '}
              <Button kind="danger" name="intent" value="delete">
                Delete<span className="unseen"> {entry.subject}</span>
              </Button>
            </form>
          </Question>
        ))}
      </div>
      <Pager page={history.page} pages={history.pages} getHref={(page) => paths.feedback({ page })} />
    </div>
  );
}
