import { sendRefusal } from '~/doors/api-answer.server';
import { toDoor } from '~/doors/json-door.server';
import { noSuchCall } from '~/http/no-such-call';

/** Every address under `/api` that no call has. */
const door = toDoor(async () => sendRefusal(404, noSuchCall), { methods: [], keep: undefined });

export const loader = door;
export const action = door;
