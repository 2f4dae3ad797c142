import { dayText } from '~/domain/dates';
import { feedbackNotLoaded } from '~/domain/feedback/feedback-rules';
import type { FeedbackStatus } from '~/domain/feedback/limits';
import { paths } from '~/paths';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { spoken } from '~/ui/forms/spoken';
import { Pager } from '~/ui/page/pager';
import { Question } from '~/ui/page/question';
import { Button, ButtonLink } from '~/ui/signs/button';
import { StatusChip, type StatusTone } from '~/ui/signs/status-chip';
import { Stars } from '~/ui/vehicles/stars';
import type { FeedbackScreen } from './load-feedback.server';

const tones: Readonly<Record<FeedbackStatus, StatusTone>> = {
  open: 'waiting',
  'in-review': 'moving',
  resolved: 'done',
  closed: 'off',
};

/** One's own feedback, the newest first, with its status, its priority and what was answered. */
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
                <StatusChip tone={tones[one.status]}>{spoken(one.status)}</StatusChip> {one.subject}
              </span>
            }
          >
            <Stars rating={one.rating} />
            <p className="lines">{one.message}</p>
            {one.response && (
              <p className="lines">
                <b>Our answer of {dayText(one.response.day)}:</b> {one.response.message}
              </p>
            )}
            <p className="s">
              {one.type} · {spoken(one.priority)} priority · {dayText(one.sentOn)}
              {one.isAnonymous && ' · without your name'}
            </p>
            <form method="post" action={paths.feedback()} className="row">
              <input type="hidden" name="id" value={id} />
              {one.status === 'open' && (
                <ButtonLink href={paths.feedback({ edit: id })}>
                  Change<span className="vh"> {one.subject}</span>
                </ButtonLink>
              )}{' '}
              <Button kind="danger" name="intent" value="delete">
                Delete<span className="vh"> {one.subject}</span>
              </Button>
            </form>
          </Question>
        ))}
      </div>
      <Pager page={history.page} pages={history.pages} hrefOf={(page) => paths.feedback({ page })} />
    </div>
  );
}
