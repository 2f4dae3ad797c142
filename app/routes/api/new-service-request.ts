import { requestService } from '~/domain/services/request-service.server';
import { serviceJson } from '~/domain/services/service-json';
import { serviceRequested } from '~/domain/services/service-rules';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import { serviceCalls } from '~/doors/contract/service-calls.server';
import { answer, jsonDoor, runCall } from '~/doors/json-door.server';

const door = jsonDoor(
  answer(serviceCalls.book, async (call, { body }) => {
    const outcome = await runCall(call, requestService, body);
    if (!outcome.done) return sendProblem(outcome.problem);
    return sendData(serviceJson(outcome.value), {
      status: 201,
      message: serviceRequested,
      headers: { Location: `/api/services/request/${outcome.value.id}` },
    });
  }),
);

export const loader = door;
export const action = door;
