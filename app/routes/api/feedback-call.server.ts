import { z } from 'zod';
import { feedbackTypes } from '~/domain/content/feedback-types.server';
import { type FeedbackFilters, findFeedbackPage } from '~/domain/feedback/feedback-queries.server';
import { feedbackForOperators, feedbackJson } from '~/domain/feedback/feedback-json';
import { feedbackPerPage, feedbackPriorities, feedbackStatuses } from '~/domain/feedback/limits';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import { readQuery } from '~/doors/call-query.server';
import type { Call } from '~/doors/json-door.server';
import { oneOf, pageRules } from '~/doors/query-rules';

const query = z.object({
  ...pageRules(feedbackPerPage),
  status: oneOf('status', feedbackStatuses).optional(),
  type: oneOf(
    'type',
    feedbackTypes.map(({ id }) => id),
  ).optional(),
  priority: oneOf('priority', feedbackPriorities).optional(),
});

/** Answers feedback with the filters of the query. @param whose absent: everybody's, as operators see it */
export function sendFeedbackPage({ url, runtime }: Call, whose: Pick<FeedbackFilters, 'userId'> = {}): Response {
  const read = readQuery(url, query);
  if (!read.done) return sendProblem(read.problem);
  const { items, pagination } = findFeedbackPage(runtime.db, { ...read.value, ...whose });
  const shown = whose.userId === undefined ? items.map(feedbackForOperators) : items.map(feedbackJson);
  return sendData({ feedback: shown, pagination });
}
