import { changeFeedback, deleteFeedback, heldFeedback } from '~/domain/feedback/change-feedback.server';
import type { Feedback } from '~/domain/feedback/feedback';
import { feedbackForOperators, feedbackJson } from '~/domain/feedback/feedback-json';
import { feedbackDeleted } from '~/domain/feedback/feedback-rules';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import { apiHandle } from '~/doors/api-handle';
import { mostBytes, readJsonBody } from '~/doors/json-body.server';
import { type Call, jsonDoor, runCall } from '~/doors/json-door.server';
import { forUsers } from '~/doors/who-calls.server';

const idOf = ({ params }: Call): string => params.id ?? '';

const send = (feedback: Feedback, isOwn: boolean): Response =>
  sendData(isOwn ? feedbackJson(feedback) : feedbackForOperators(feedback));

function show(call: Call): Response {
  const held = heldFeedback(idOf(call), { db: call.runtime.db, asker: call.asker });
  return held.done ? send(held.value.feedback, held.value.isOwn) : sendProblem(held.problem);
}

async function change(call: Call): Promise<Response> {
  const body = await readJsonBody(call.request, mostBytes);
  if (!body.done) return sendProblem(body.problem);
  const outcome = await runCall(call, changeFeedback, { ...body.value, id: idOf(call) });
  return outcome.done
    ? send(outcome.value, outcome.value.userId === call.asker.user?.id)
    : sendProblem(outcome.problem);
}

async function remove(call: Call): Promise<Response> {
  const outcome = await runCall(call, deleteFeedback, { id: idOf(call) });
  if (!outcome.done) return sendProblem(outcome.problem);
  return sendData({ _id: outcome.value.id, id: outcome.value.id }, { message: feedbackDeleted });
}

const door = jsonDoor({ GET: forUsers(show), PUT: forUsers(change), DELETE: forUsers(remove) });

export const handle = apiHandle(['GET', 'PUT', 'DELETE']);
export const loader = door;
export const action = door;
