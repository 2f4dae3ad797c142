import { markHelpful } from '~/domain/reviews/mark-helpful.server';
import { reviewJson } from '~/domain/reviews/review-json';
import { reviewHelpful } from '~/domain/reviews/review-sentences';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import { reviewCalls } from '~/doors/contract/review-calls.server';
import { answer, jsonDoor, runCall } from '~/doors/json-door.server';

const door = jsonDoor(
  answer(reviewCalls.markHelpful, async (call, { params }) => {
    const outcome = await runCall(call, markHelpful, params);
    return outcome.done
      ? sendData(reviewJson(outcome.value), { message: reviewHelpful })
      : sendProblem(outcome.problem);
  }),
);

export const loader = door;
export const action = door;
