import { markHelpful } from '~/domain/reviews/review.commands.server';
import { reviewHelpful, reviewJson } from '~/domain/reviews/review';
import { sendData, sendError } from '~/api/respond.server';
import { reviewEndpoints } from '~/api/contract/review.contract.server';
import { defineEndpoint, endpointRoute, runEndpointCommand } from '~/api/define-endpoint.server';

const endpoint = endpointRoute(
  defineEndpoint(reviewEndpoints.markHelpful, async (context, { params }) => {
    const result = await runEndpointCommand(context, markHelpful, params);
    return result.ok ? sendData(reviewJson(result.value), { message: reviewHelpful }) : sendError(result.error);
  }),
);

export const loader = endpoint;
export const action = endpoint;
