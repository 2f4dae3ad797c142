import { changeMessage, deleteMessage, messageDeleted, messageNotFound } from '~/domain/messages/change-message.server';
import { messageJson } from '~/domain/messages/message-json';
import { findMessage } from '~/domain/messages/message-queries.server';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import { apiHandle } from '~/doors/api-handle';
import { mostBytes, readJsonBody } from '~/doors/json-body.server';
import { type Call, jsonDoor, runCall } from '~/doors/json-door.server';
import { forOperators } from '~/doors/who-calls.server';
import { sendMessageOutcome } from './contact-call.server';

const idOf = ({ params }: Call): string => params.id ?? '';

function show(call: Call): Response {
  const message = findMessage(call.runtime.db, idOf(call));
  return message ? sendData(messageJson(message)) : sendProblem(messageNotFound);
}

async function change(call: Call): Promise<Response> {
  const body = await readJsonBody(call.request, mostBytes);
  if (!body.done) return sendProblem(body.problem);
  return sendMessageOutcome(await runCall(call, changeMessage, { ...body.value, id: idOf(call) }));
}

async function remove(call: Call): Promise<Response> {
  const outcome = await runCall(call, deleteMessage, { id: idOf(call) });
  if (!outcome.done) return sendProblem(outcome.problem);
  return sendData({ _id: outcome.value.id, id: outcome.value.id }, { message: messageDeleted });
}

const door = jsonDoor({ GET: forOperators(show), PUT: forOperators(change), DELETE: forOperators(remove) });

export const handle = apiHandle(['GET', 'PUT', 'DELETE']);
export const loader = door;
export const action = door;
