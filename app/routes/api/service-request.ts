import { cancelService, changeService, heldServiceRequest } from '~/domain/services/change-service.server';
import { serviceJson } from '~/domain/services/service-json';
import { serviceCancelled } from '~/domain/services/service-rules';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import { serviceCalls } from '~/doors/contract/service-calls.server';
import { answer, changesOf, jsonDoor, runCall } from '~/doors/json-door.server';
import { sendServiceOutcome } from './service-call.server';

const door = jsonDoor(
  answer(serviceCalls.show, ({ runtime, asker }, { params }) => {
    const held = heldServiceRequest(params.id, { db: runtime.db, asker });
    return held.done ? sendData(serviceJson(held.value.request)) : sendProblem(held.problem);
  }),
  answer(serviceCalls.change, async (call, { body, params }) => {
    const held = heldServiceRequest(params.id, { db: call.runtime.db, asker: call.asker });
    const changes = changesOf(call, body, held.done ? serviceJson(held.value.request) : null);
    return sendServiceOutcome(await runCall(call, changeService, { ...changes, ...params }, { ...body, ...params }));
  }),
  answer(serviceCalls.cancel, async (call, { params }) =>
    sendServiceOutcome(await runCall(call, cancelService, params), serviceCancelled),
  ),
);

export const loader = door;
export const action = door;
