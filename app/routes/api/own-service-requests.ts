import { serviceCalls } from '~/doors/contract/service-calls.server';
import { answer, jsonDoor } from '~/doors/json-door.server';
import { sendServiceRequests } from './service-call.server';

const door = jsonDoor(
  answer(serviceCalls.listOwn, (call, { query, user }) => sendServiceRequests(call, { ...query, userId: user.id })),
);

export const loader = door;
export const action = door;
