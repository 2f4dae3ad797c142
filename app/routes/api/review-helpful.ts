import { markHelpful } from '~/domain/reviews/mark-helpful.server';
import { reviewJson } from '~/domain/reviews/review-json';
import { reviewHelpful } from '~/domain/reviews/review-sentences';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import { apiHandle } from '~/doors/api-handle';
import { type Call, jsonDoor, runCall } from '~/doors/json-door.server';
import { forUsers } from '~/doors/who-calls.server';

async function mark(call: Call): Promise<Response> {
  const outcome = await runCall(call, markHelpful, { id: call.params.id ?? '' });
  return outcome.done ? sendData(reviewJson(outcome.value), { message: reviewHelpful }) : sendProblem(outcome.problem);
}

const door = jsonDoor({ POST: forUsers(mark) });

export const handle = apiHandle(['POST']);
export const loader = door;
export const action = door;
