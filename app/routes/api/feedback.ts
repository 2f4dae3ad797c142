import { feedbackJson, feedbackSent } from '~/domain/feedback/feedback';
import { giveFeedback } from '~/domain/feedback/feedback.commands.server';
import { sendData, sendError } from '~/api/respond.server';
import { feedbackEndpoints } from '~/api/contract/feedback.contract.server';
import { defineEndpoint, endpointRoute, runEndpointCommand } from '~/api/define-endpoint.server';
import { sendFeedbackPage } from './feedback-call.server';

const endpoint = endpointRoute(
  defineEndpoint(feedbackEndpoints.list, (context, { query }) => sendFeedbackPage(context, query)),
  defineEndpoint(feedbackEndpoints.give, async (context, { body }) => {
    const result = await runEndpointCommand(context, giveFeedback, body);
    if (!result.ok) return sendError(result.error);
    return sendData(feedbackJson(result.value), {
      status: 201,
      message: feedbackSent,
      headers: { Location: `/api/feedback/${result.value.id}` },
    });
  }),
);

export const loader = endpoint;
export const action = endpoint;
