import { reviewJson, reviewWritten } from '~/domain/reviews/review';
import { writeReview } from '~/domain/reviews/review.commands.server';
import { sendData, sendError } from '~/api/respond.server';
import { reviewEndpoints } from '~/api/contract/review.contract.server';
import { defineEndpoint, endpointRoute, runEndpointCommand } from '~/api/define-endpoint.server';

const endpoint = endpointRoute(
  defineEndpoint(reviewEndpoints.write, async (context, { body }) => {
    const result = await runEndpointCommand(context, writeReview, body);
    if (!result.ok) return sendError(result.error);
    return sendData(reviewJson(result.value), {
      status: 201,
      message: reviewWritten,
      headers: { Location: `/api/reviews/${result.value.id}` },
    });
  }),
);

export const loader = endpoint;
export const action = endpoint;
