import { requestService } from '~/domain/services/request-service.server';
import { serviceJson } from '~/domain/services/service-json';
import { serviceRequested } from '~/domain/services/service-rules';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import { apiHandle } from '~/doors/api-handle';
import { mostBytes, readJsonBody } from '~/doors/json-body.server';
import { type Call, jsonDoor, runCall } from '~/doors/json-door.server';
import { forUsers } from '~/doors/who-calls.server';

async function book(call: Call): Promise<Response> {
  const body = await readJsonBody(call.request, mostBytes);
  if (!body.done) return sendProblem(body.problem);
  const outcome = await runCall(call, requestService, body.value);
  if (!outcome.done) return sendProblem(outcome.problem);
  return sendData(serviceJson(outcome.value), {
    status: 201,
    message: serviceRequested,
    headers: { Location: `/api/services/request/${outcome.value.id}` },
  });
}

const door = jsonDoor({ POST: forUsers(book) });

export const handle = apiHandle(['POST']);
export const loader = door;
export const action = door;
