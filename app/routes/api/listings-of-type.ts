import { sendProblem } from '~/doors/api-answer.server';
import { apiHandle } from '~/doors/api-handle';
import { jsonDoor } from '~/doors/json-door.server';
import { readType, sendListings } from './listing-call.server';
import { listingQueryNames } from './listing-query';

const door = jsonDoor({
  GET: (call) => {
    const type = readType(call.params.type);
    return type.done ? sendListings(call, type.value) : sendProblem(type.problem);
  },
});

export const handle = apiHandle(['GET'], listingQueryNames);
export const loader = door;
export const action = door;
