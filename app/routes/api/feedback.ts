import { feedbackJson } from '~/domain/feedback/feedback-json';
import { feedbackSent } from '~/domain/feedback/feedback-rules';
import { giveFeedback } from '~/domain/feedback/give-feedback.server';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import { apiHandle } from '~/doors/api-handle';
import { mostBytes, readJsonBody } from '~/doors/json-body.server';
import { type Call, jsonDoor, runCall } from '~/doors/json-door.server';
import { forOperators, forUsers } from '~/doors/who-calls.server';
import { sendFeedbackPage } from './feedback-call.server';

async function give(call: Call): Promise<Response> {
  const body = await readJsonBody(call.request, mostBytes);
  if (!body.done) return sendProblem(body.problem);
  const outcome = await runCall(call, giveFeedback, body.value);
  if (!outcome.done) return sendProblem(outcome.problem);
  return sendData(feedbackJson(outcome.value), {
    status: 201,
    message: feedbackSent,
    headers: { Location: `/api/feedback/${outcome.value.id}` },
  });
}

const door = jsonDoor({ GET: forOperators((call) => sendFeedbackPage(call)), POST: forUsers(give) });

export const handle = apiHandle(['GET', 'POST']);
export const loader = door;
export const action = door;
