import { cancelService, changeService, heldServiceRequest } from '~/domain/services/change-service.server';
import { serviceJson } from '~/domain/services/service-json';
import { serviceCancelled } from '~/domain/services/service-rules';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import { apiHandle } from '~/doors/api-handle';
import { mostBytes, readJsonBody } from '~/doors/json-body.server';
import { type Call, jsonDoor, runCall } from '~/doors/json-door.server';
import { forUsers } from '~/doors/who-calls.server';
import { sendServiceOutcome } from './service-call.server';

const idOf = ({ params }: Call): string => params.id ?? '';

function show(call: Call): Response {
  const held = heldServiceRequest(idOf(call), { db: call.runtime.db, asker: call.asker });
  return held.done ? sendData(serviceJson(held.value.request)) : sendProblem(held.problem);
}

async function change(call: Call): Promise<Response> {
  const body = await readJsonBody(call.request, mostBytes);
  if (!body.done) return sendProblem(body.problem);
  return sendServiceOutcome(await runCall(call, changeService, { ...body.value, id: idOf(call) }));
}

const cancel = async (call: Call): Promise<Response> =>
  sendServiceOutcome(await runCall(call, cancelService, { id: idOf(call) }), serviceCancelled);

const door = jsonDoor({ GET: forUsers(show), PUT: forUsers(change), DELETE: forUsers(cancel) });

export const handle = apiHandle(['GET', 'PUT', 'DELETE']);
export const loader = door;
export const action = door;
