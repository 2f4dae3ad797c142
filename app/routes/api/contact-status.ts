import { setMessageStatus } from '~/domain/messages/change-message.server';
import { messageCalls } from '~/doors/contract/message-calls.server';
import { answer, jsonDoor, runCall } from '~/doors/json-door.server';
import { sendMessageOutcome } from './contact-call.server';

const door = jsonDoor(
  answer(messageCalls.setStatus, async (call, { body, params }) =>
    sendMessageOutcome(await runCall(call, setMessageStatus, { ...body, ...params })),
  ),
);

export const loader = door;
export const action = door;
