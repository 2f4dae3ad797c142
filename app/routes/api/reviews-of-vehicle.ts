import { offerKind, vehicleNotFound } from '~/domain/catalogue/vehicle-record-queries.server';
import { reviewsPerPage } from '~/domain/reviews/limits';
import { reviewJson } from '~/domain/reviews/review-json';
import { everyReviewOf, reviewsOf } from '~/domain/reviews/review-queries.server';
import { sendProblem } from '~/doors/api-answer.server';
import { review, reviewCalls } from '~/doors/contract/review-calls.server';
import { answer, jsonDoor } from '~/doors/json-door.server';
import { sendList } from '~/doors/whole-list.server';

const door = jsonDoor(
  answer(reviewCalls.listOfVehicle, (call, { params: { id }, query }) => {
    const { runtime } = call;
    const kind = offerKind(runtime.db, id);
    if (!kind) return sendProblem(vehicleNotFound);
    const subject = { kind, id };
    return sendList(
      call,
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

export const loader = door;
export const action = door;
