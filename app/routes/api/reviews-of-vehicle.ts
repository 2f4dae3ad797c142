import { offerKind, vehicleNotFound } from '~/domain/catalogue/vehicle.queries.server';
import { reviewJson, reviewsPerPage } from '~/domain/reviews/review';
import { everyReviewOf, reviewsOf } from '~/domain/reviews/review.queries.server';
import { sendError } from '~/api/respond.server';
import { review, reviewEndpoints } from '~/api/contract/review.contract.server';
import { defineEndpoint, endpointRoute } from '~/api/define-endpoint.server';
import { sendList } from '~/api/whole-list.server';

const endpoint = endpointRoute(
  defineEndpoint(reviewEndpoints.listOfVehicle, (context, { params: { id }, query }) => {
    const { runtime } = context;
    const kind = offerKind(runtime.db, id);
    if (!kind) return sendError(vehicleNotFound);
    const subject = { kind, id };
    return sendList(
      context,
      {
        name: 'reviews',
        item: review,
        perPage: reviewsPerPage,
        readPage(place) {
          const { items, pagination, summary } = reviewsOf(runtime.db, subject, place);
          return { items: items.map(reviewJson), pagination, besides: { summary } };
        },
        *readAll() {
          for (const reviews of everyReviewOf(runtime.db, subject)) yield reviews.map(reviewJson);
        },
      },
      query,
    );
  }),
);

export const loader = endpoint;
export const action = endpoint;
