import { changeReview, deleteReview, reviewNotFound } from '~/domain/reviews/change-review.server';
import { reviewJson } from '~/domain/reviews/review-json';
import { findReview } from '~/domain/reviews/review-queries.server';
import { reviewDeleted } from '~/domain/reviews/review-sentences';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import { pickFields } from '~/doors/chosen-fields';
import { reviewCalls } from '~/doors/contract/review-calls.server';
import { answer, changesOf, jsonDoor, runCall } from '~/doors/json-door.server';
import { sendRemoved } from '~/doors/removed-answer.server';

const door = jsonDoor(
  // What was taken out of sight is shown to its author and to operators only.
  answer(reviewCalls.show, ({ runtime }, { params, query, user }) => {
    const review = findReview(runtime.db, params.id);
    const mayKnow = review && (review.isPublic || review.user.id === user?.id || user?.role === 'operator');
    return mayKnow ? sendData(pickFields(reviewJson(review), query.fields)) : sendProblem(reviewNotFound);
  }),
  answer(reviewCalls.change, async (call, { body, params }) => {
    const current = findReview(call.runtime.db, params.id);
    const changes = changesOf(call, body, current?.isPublic ? reviewJson(current) : null);
    const outcome = await runCall(call, changeReview, { ...changes, ...params }, { ...body, ...params });
    return outcome.done ? sendData(reviewJson(outcome.value)) : sendProblem(outcome.problem);
  }),
  answer(reviewCalls.remove, async (call, { params }) =>
    sendRemoved(await runCall(call, deleteReview, params), reviewDeleted),
  ),
);

export const loader = door;
export const action = door;
