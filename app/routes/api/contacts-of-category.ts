import { apiHandle } from '~/doors/api-handle';
import { jsonDoor } from '~/doors/json-door.server';
import { forOperators } from '~/doors/who-calls.server';
import { sendMessagesOf } from './contact-call.server';

const door = jsonDoor({ GET: forOperators((call) => sendMessagesOf(call, 'category')) });

export const handle = apiHandle(['GET']);
export const loader = door;
export const action = door;
