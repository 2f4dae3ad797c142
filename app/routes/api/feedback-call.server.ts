import { feedbackForOperators, feedbackJson } from '~/domain/feedback/feedback';
import { type FeedbackFilters, findFeedbackPage } from '~/domain/feedback/feedback.queries.server';
import { sendData } from '~/api/respond.server';
import type { EndpointContext } from '~/api/define-endpoint.server';
import { pageLinks } from '~/api/query-rules';
import type { ApiResponse } from '~/http/responses.server';

/** Answers feedback with the filters of the query. @param whose absent: everybody's, as operators see it */
export function sendFeedbackPage(
  context: EndpointContext,
  query: Parameters<typeof findFeedbackPage>[1],
  whose: Pick<FeedbackFilters, 'userId'> = {},
): ApiResponse {
  const { items, pagination } = findFeedbackPage(context.runtime.db, { ...query, ...whose });
  const shown = whose.userId === undefined ? items.map(feedbackForOperators) : items.map(feedbackJson);
  return sendData({ feedback: shown, pagination }, { headers: pageLinks(context, pagination) });
}
