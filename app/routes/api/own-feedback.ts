import { feedbackEndpoints } from '~/api/contract/feedback.contract.server';
import { defineEndpoint, endpointRoute } from '~/api/define-endpoint.server';
import { sendFeedbackPage } from './feedback-call.server';

const endpoint = endpointRoute(
  defineEndpoint(feedbackEndpoints.listOwn, (context, { query, user }) =>
    sendFeedbackPage(context, query, { userId: user.id }),
  ),
);

export const loader = endpoint;
export const action = endpoint;
