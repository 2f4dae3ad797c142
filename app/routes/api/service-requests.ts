import { apiHandle } from '~/doors/api-handle';
import { jsonDoor } from '~/doors/json-door.server';
import { forOperators } from '~/doors/who-calls.server';
import { sendServiceRequests } from './service-call.server';

const door = jsonDoor({ GET: forOperators((call) => sendServiceRequests(call)) });

export const handle = apiHandle(['GET']);
export const loader = door;
export const action = door;
