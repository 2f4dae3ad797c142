import { sendRefusal } from '~/doors/api-answer.server';
import { toDoor } from '~/doors/json-door.server';

/** Every address under `/api` that no call has. */
const door = toDoor(async () => sendRefusal(404, 'There is no such call.'), { methods: [], keep: undefined });

export const loader = door;
export const action = door;
