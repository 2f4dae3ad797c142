import { findOffer, vehicleNotFound } from '~/domain/catalogue/vehicle-record-queries.server';
import { reviewJson } from '~/domain/reviews/review-json';
import { reviewsOf } from '~/domain/reviews/review-queries.server';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import { reviewCalls } from '~/doors/contract/review-calls.server';
import { answer, jsonDoor } from '~/doors/json-door.server';

const door = jsonDoor(
  answer(reviewCalls.listOfVehicle, ({ runtime, asker }, { params: { id }, query }) => {
    const offer = findOffer(runtime.db, id, asker);
    if (!offer) return sendProblem(vehicleNotFound);
    const { reviews, ...rest } = reviewsOf(runtime.db, { kind: offer.kind, id }, query);
    return sendData({ reviews: reviews.map(reviewJson), ...rest });
  }),
);

export const loader = door;
export const action = door;
