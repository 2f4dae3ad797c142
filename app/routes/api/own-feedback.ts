import { apiHandle } from '~/doors/api-handle';
import { jsonDoor } from '~/doors/json-door.server';
import { forUsers } from '~/doors/who-calls.server';
import { sendFeedbackPage } from './feedback-call.server';

const door = jsonDoor({ GET: forUsers((call, { id }) => sendFeedbackPage(call, { userId: id })) });

export const handle = apiHandle(['GET']);
export const loader = door;
export const action = door;
