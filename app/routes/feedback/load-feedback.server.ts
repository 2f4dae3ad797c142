import { feedbackStatistics } from '~/domain/content/feedback-statistics.server';
import { feedbackTypes } from '~/domain/content/feedback-types.server';
import { dayOf } from '~/domain/dates';
import { heldFeedback } from '~/domain/feedback/change-feedback.server';
import type { Feedback } from '~/domain/feedback/feedback';
import { findFeedbackPage } from '~/domain/feedback/feedback-queries.server';
import { feedbackPerPage } from '~/domain/feedback/limits';
import { countText } from '~/domain/money';
import { pageNumber } from '~/doors/list-query';
import { keptFormOf, redirectToSignIn } from '~/doors/sign-in-first.server';
import { newSubmissionId } from '~/doors/submission-id.server';
import { askerOf } from '~/http/asker.server';
import { orElse } from '~/http/or-else.server';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';

/** Feedback as its form holds it. */
export const typedFeedback = ({ type, subject, message, rating, isAnonymous }: Feedback): Record<string, string> => ({
  type,
  subject,
  message,
  rating: String(rating),
  ...(isAnonymous && { isAnonymous: 'on' }),
});

/** One's own feedback in the history. */
const listed = ({
  id,
  type,
  subject,
  message,
  rating,
  isAnonymous,
  status,
  priority,
  response,
  createdAt,
}: Feedback) => ({
  id,
  type: feedbackTypes.find((one) => one.id === type)?.name ?? type,
  subject,
  message,
  rating,
  isAnonymous,
  status,
  priority,
  response: response && { message: response.message, day: dayOf(new Date(response.respondedAt)) },
  sentOn: dayOf(new Date(createdAt)),
});

/**
 * What the feedback screen shows: its form, filled in by one that waited for its sender to sign in or by one's own
 * feedback that is to be changed, and one's own history.
 *
 * @throws a 404 answer when there is no such feedback of theirs, or it can no longer be changed; for a visitor, the way
 *   to sign in and back
 */
export function loadFeedback(request: Request, runtime: Runtime) {
  const { db } = runtime;
  const asker = askerOf(request, runtime);
  const { user } = asker;
  const { searchParams } = new URL(request.url);
  const id = searchParams.get('edit');
  if (id !== null && !user) throw redirectToSignIn(request, paths.feedback({ edit: id }));
  const held = id === null ? null : heldFeedback(id, { db, asker });
  const changing = held?.done && held.value.isOwn && held.value.feedback.status === 'open' ? held.value.feedback : null;
  if (held && !changing) throw new Response(null, { status: 404 });
  const page = pageNumber(searchParams);
  const found =
    user &&
    orElse(
      runtime,
      'Feedback could not be read',
      () => findFeedbackPage(db, { userId: user.id, page, limit: feedbackPerPage }),
      'failed' as const,
    );
  return {
    types: feedbackTypes,
    statistics: {
      satisfaction: String(feedbackStatistics.satisfaction),
      reviews: countText(feedbackStatistics.reviews),
    },
    submissionId: newSubmissionId(),
    changing: changing && { id: changing.id, version: changing.version },
    values: changing ? typedFeedback(changing) : (keptFormOf(request, runtime) ?? {}),
    /** Null: nobody is signed in. */
    history: user && {
      hasFailed: found === 'failed',
      feedback: found && found !== 'failed' ? found.items.map(listed) : [],
      page,
      pages: found && found !== 'failed' ? found.pagination.pages : 0,
    },
  };
}

export type FeedbackScreen = ReturnType<typeof loadFeedback>;
