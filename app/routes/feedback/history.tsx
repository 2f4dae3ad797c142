import { feedbackNotLoaded } from '~/domain/feedback/feedback';
import { dayText } from '~/domain/shared/dates';
import { paths } from '~/paths';
import { label } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { Pager } from '~/ui/page/pager';
import { Question } from '~/ui/page/text-blocks';
import { Button, ButtonLink } from '~/ui/primitives/button';
import { StatusChip, type StatusTone } from '~/ui/primitives/chips';
import { Stars } from '~/ui/vehicles/vehicle-card';
import type { FeedbackStatus } from '~db/enums';
import type { FeedbackScreen } from './feedback.loader.server';

const tones: Readonly<Record<FeedbackStatus, StatusTone>> = {
  open: 'waiting',
  'in-review': 'moving',
  resolved: 'done',
  closed: 'off',
};

/** The user's feedback, newest first, with status, priority and response. */
export function History({ history }: { history: NonNullable<FeedbackScreen['history']> }) {
  return (
    <div className="stack">
      <h2>Your feedback</h2>
      {history.hasFailed && <ErrorSummary message={feedbackNotLoaded} />}
      {!history.hasFailed && history.feedback.length === 0 && <p>You have not given feedback yet.</p>}
      <div>
        {history.feedback.map(({ id, ...one }, position) => (
          <Question
            key={id}
            isOpen={position === 0}
            title={
              <span className="row">
                <StatusChip tone={tones[one.status]}>{label(one.status)}</StatusChip> {one.subject}
              </span>
            }
          >
            <Stars rating={one.rating} />
            <p className="preserve-lines">{one.message}</p>
            {one.response && (
              <p className="preserve-lines">
                <b>Our answer of {dayText(one.response.day)}:</b> {one.response.message}
              </p>
            )}
            <p className="note">
              {one.type} · {label(one.priority)} priority · {dayText(one.sentOn)}
              {one.isAnonymous && ' · without your name'}
            </p>
            <form method="post" action={paths.feedback()} className="row">
              <input type="hidden" name="id" value={id} />
              {one.status === 'open' && (
                <ButtonLink href={paths.feedback({ edit: id })}>
                  Change<span className="visually-hidden"> {one.subject}</span>
                </ButtonLink>
              )}{' '}
              <Button kind="danger" name="intent" value="delete">
                Delete<span className="visually-hidden"> {one.subject}</span>
              </Button>
            </form>
          </Question>
        ))}
      </div>
      <Pager page={history.page} pages={history.pages} hrefOf={(page) => paths.feedback({ page })} />
    </div>
  );
}
