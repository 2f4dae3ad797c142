import { sendData } from '~/doors/api-answer.server';
import { apiHandle } from '~/doors/api-handle';
import { jsonDoor } from '~/doors/json-door.server';
import { serviceTypes } from '~/domain/content/service-types.server';

const door = jsonDoor({ GET: () => sendData({ serviceTypes }) });

export const handle = apiHandle(['GET'], []);
export const loader = door;
export const action = door;
