import { changeReview, deleteReview, reviewNotFound } from '~/domain/reviews/change-review.server';
import { reviewJson } from '~/domain/reviews/review-json';
import { findReview } from '~/domain/reviews/review-queries.server';
import { reviewDeleted } from '~/domain/reviews/review-sentences';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import { apiHandle } from '~/doors/api-handle';
import { mostBytes, readJsonBody } from '~/doors/json-body.server';
import { type Call, jsonDoor, runCall } from '~/doors/json-door.server';
import { forUsers } from '~/doors/who-calls.server';

const idOf = ({ params }: Call): string => params.id ?? '';

/** One review; what was taken out of sight, only to its author and to operators. */
function show(call: Call): Response {
  const review = findReview(call.runtime.db, idOf(call));
  const { user } = call.asker;
  const mayKnow = review && (review.isPublic || review.user.id === user?.id || user?.role === 'operator');
  return mayKnow ? sendData(reviewJson(review)) : sendProblem(reviewNotFound);
}

async function change(call: Call): Promise<Response> {
  const body = await readJsonBody(call.request, mostBytes);
  if (!body.done) return sendProblem(body.problem);
  const outcome = await runCall(call, changeReview, { ...body.value, id: idOf(call) });
  return outcome.done ? sendData(reviewJson(outcome.value)) : sendProblem(outcome.problem);
}

async function remove(call: Call): Promise<Response> {
  const outcome = await runCall(call, deleteReview, { id: idOf(call) });
  if (!outcome.done) return sendProblem(outcome.problem);
  return sendData({ _id: outcome.value.id, id: outcome.value.id }, { message: reviewDeleted });
}

const door = jsonDoor({ GET: show, PUT: forUsers(change), DELETE: forUsers(remove) });

export const handle = apiHandle(['GET', 'PUT', 'DELETE'], []);
export const loader = door;
export const action = door;
