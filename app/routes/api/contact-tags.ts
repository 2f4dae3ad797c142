import { changeMessageTags } from '~/domain/messages/change-message.server';
import { sendProblem } from '~/doors/api-answer.server';
import { apiHandle } from '~/doors/api-handle';
import { mostBytes, readJsonBody } from '~/doors/json-body.server';
import { type Call, jsonDoor, runCall } from '~/doors/json-door.server';
import { forOperators } from '~/doors/who-calls.server';
import { sendMessageOutcome } from './contact-call.server';

async function change(call: Call): Promise<Response> {
  const body = await readJsonBody(call.request, mostBytes);
  if (!body.done) return sendProblem(body.problem);
  return sendMessageOutcome(await runCall(call, changeMessageTags, { ...body.value, id: call.params.id ?? '' }));
}

const door = jsonDoor({ PATCH: forOperators(change) });

export const handle = apiHandle(['PATCH']);
export const loader = door;
export const action = door;
