import { sendData } from '~/doors/api-answer.server';
import { apiHandle } from '~/doors/api-handle';
import { jsonDoor } from '~/doors/json-door.server';
import { feedbackTypes } from '~/domain/content/feedback-types.server';

const door = jsonDoor({ GET: () => sendData({ feedbackTypes }) });

export const handle = apiHandle(['GET'], []);
export const loader = door;
export const action = door;
