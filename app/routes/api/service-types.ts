import { sendData } from '~/doors/api-answer.server';
import { serviceCalls } from '~/doors/contract/service-calls.server';
import { answer, jsonDoor } from '~/doors/json-door.server';
import { serviceTypes } from '~/domain/content/service-types.server';

const door = jsonDoor(answer(serviceCalls.types, () => sendData({ serviceTypes })));

export const loader = door;
export const action = door;
