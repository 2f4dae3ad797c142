import { messageCalls } from '~/doors/contract/message-calls.server';
import { answer, jsonDoor } from '~/doors/json-door.server';
import { sendMessages } from './contact-call.server';

const door = jsonDoor(
  answer(messageCalls.listOfPriority, (call, { query, params }) => sendMessages(call, { ...query, ...params })),
);

export const loader = door;
export const action = door;
