import { feedbackForOperators, feedbackJson } from '~/domain/feedback/feedback-json';
import { type FeedbackFilters, findFeedbackPage } from '~/domain/feedback/feedback-queries.server';
import { sendData } from '~/doors/api-answer.server';
import type { Call } from '~/doors/json-door.server';
import { pageLinks } from '~/doors/page-links';
import type { ApiAnswer } from '~/http/json-answer';

/** Answers feedback with the filters of the query. @param whose absent: everybody's, as operators see it */
export function sendFeedbackPage(
  call: Call,
  query: Parameters<typeof findFeedbackPage>[1],
  whose: Pick<FeedbackFilters, 'userId'> = {},
): ApiAnswer {
  const { items, pagination } = findFeedbackPage(call.runtime.db, { ...query, ...whose });
  const shown = whose.userId === undefined ? items.map(feedbackForOperators) : items.map(feedbackJson);
  return sendData({ feedback: shown, pagination }, { headers: pageLinks(call, pagination) });
}
