import { sentMessageJson } from '~/domain/messages/message-json';
import { messageSent } from '~/domain/messages/message-rules';
import { sendMessage } from '~/domain/messages/send-message.server';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import { apiHandle } from '~/doors/api-handle';
import { mostBytes, readJsonBody } from '~/doors/json-body.server';
import { type Call, jsonDoor, runCall } from '~/doors/json-door.server';
import { forOperators } from '~/doors/who-calls.server';
import { sendMessages } from './contact-call.server';

async function send(call: Call): Promise<Response> {
  const body = await readJsonBody(call.request, mostBytes);
  if (!body.done) return sendProblem(body.problem);
  const outcome = await runCall(call, sendMessage, { ...body.value, isSuspect: false }, body.value);
  if (!outcome.done) return sendProblem(outcome.problem);
  return sendData(sentMessageJson(outcome.value), {
    status: 201,
    message: messageSent,
    headers: { Location: `/api/contacts/${outcome.value.id}` },
  });
}

const door = jsonDoor({ GET: forOperators((call) => sendMessages(call)), POST: send });

export const handle = apiHandle(['GET', 'POST']);
export const loader = door;
export const action = door;
