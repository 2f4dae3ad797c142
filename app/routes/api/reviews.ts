import { reviewJson } from '~/domain/reviews/review-json';
import { reviewWritten } from '~/domain/reviews/review-sentences';
import { writeReview } from '~/domain/reviews/write-review.server';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import { reviewCalls } from '~/doors/contract/review-calls.server';
import { answer, jsonDoor, runCall } from '~/doors/json-door.server';

const door = jsonDoor(
  answer(reviewCalls.write, async (call, { body }) => {
    const outcome = await runCall(call, writeReview, body);
    if (!outcome.done) return sendProblem(outcome.problem);
    return sendData(reviewJson(outcome.value), {
      status: 201,
      message: reviewWritten,
      headers: { Location: `/api/reviews/${outcome.value.id}` },
    });
  }),
);

export const loader = door;
export const action = door;
