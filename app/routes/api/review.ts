import { changeReview, deleteReview, reviewNotFound } from '~/domain/reviews/review.commands.server';
import { reviewDeleted, reviewJson } from '~/domain/reviews/review';
import { findReview } from '~/domain/reviews/review.queries.server';
import { sendData, sendError, sendRemoved } from '~/api/respond.server';
import { pickFields } from '~/api/query-rules';
import { reviewEndpoints } from '~/api/contract/review.contract.server';
import { changesOf, defineEndpoint, endpointRoute, runEndpointCommand } from '~/api/define-endpoint.server';

const endpoint = endpointRoute(
  // What was taken out of sight is shown to its author and to operators only.
  defineEndpoint(reviewEndpoints.show, ({ runtime }, { params, query, user }) => {
    const review = findReview(runtime.db, params.id);
    const mayKnow = review && (review.isPublic || review.user.id === user?.id || user?.role === 'operator');
    return mayKnow ? sendData(pickFields(reviewJson(review), query.fields)) : sendError(reviewNotFound);
  }),
  defineEndpoint(reviewEndpoints.change, async (context, { body, params }) => {
    const current = findReview(context.runtime.db, params.id);
    const changes = changesOf(context, body, current?.isPublic ? reviewJson(current) : null);
    const result = await runEndpointCommand(context, changeReview, { ...changes, ...params }, { ...body, ...params });
    return result.ok ? sendData(reviewJson(result.value)) : sendError(result.error);
  }),
  defineEndpoint(reviewEndpoints.remove, async (context, { params }) =>
    sendRemoved(await runEndpointCommand(context, deleteReview, params), reviewDeleted),
  ),
);

export const loader = endpoint;
export const action = endpoint;
