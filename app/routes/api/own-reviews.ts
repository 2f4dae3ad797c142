import { ownReviewJson } from '~/domain/reviews/review';
import { reviewsOfUser } from '~/domain/reviews/review.queries.server';
import { sendData } from '~/api/respond.server';
import { reviewEndpoints } from '~/api/contract/review.contract.server';
import { defineEndpoint, endpointRoute } from '~/api/define-endpoint.server';
import { pageLinks } from '~/api/query-rules';

const endpoint = endpointRoute(
  defineEndpoint(reviewEndpoints.listOwn, (context, { query, user }) => {
    const { items, pagination } = reviewsOfUser(context.runtime.db, user.id, query);
    return sendData({ reviews: items.map(ownReviewJson), pagination }, { headers: pageLinks(context, pagination) });
  }),
);

export const loader = endpoint;
export const action = endpoint;
