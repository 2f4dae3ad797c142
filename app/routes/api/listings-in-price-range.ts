import { sendProblem } from '~/doors/api-answer.server';
import { apiHandle } from '~/doors/api-handle';
import { jsonDoor } from '~/doors/json-door.server';
import { readPriceRange, sendListings } from './listing-call.server';
import { listingQueryNames } from './listing-query';

const door = jsonDoor({
  GET: (call) => {
    const range = readPriceRange(call.params.min, call.params.max);
    return range.done ? sendListings(call, range.value) : sendProblem(range.problem);
  },
});

export const handle = apiHandle(['GET'], listingQueryNames);
export const loader = door;
export const action = door;
