import { reviewJson } from '~/domain/reviews/review-json';
import { reviewWritten } from '~/domain/reviews/review-sentences';
import { writeReview } from '~/domain/reviews/write-review.server';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import { apiHandle } from '~/doors/api-handle';
import { mostBytes, readJsonBody } from '~/doors/json-body.server';
import { type Call, jsonDoor, runCall } from '~/doors/json-door.server';
import { forUsers } from '~/doors/who-calls.server';

async function write(call: Call): Promise<Response> {
  const body = await readJsonBody(call.request, mostBytes);
  if (!body.done) return sendProblem(body.problem);
  const outcome = await runCall(call, writeReview, body.value);
  if (!outcome.done) return sendProblem(outcome.problem);
  return sendData(reviewJson(outcome.value), {
    status: 201,
    message: reviewWritten,
    headers: { Location: `/api/reviews/${outcome.value.id}` },
  });
}

const door = jsonDoor({ POST: forUsers(write) });

export const handle = apiHandle(['POST']);
export const loader = door;
export const action = door;
