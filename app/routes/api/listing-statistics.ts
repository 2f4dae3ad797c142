import { sendData } from '~/doors/api-answer.server';
import { apiHandle } from '~/doors/api-handle';
import { jsonDoor } from '~/doors/json-door.server';
import { listingStatistics } from '~/domain/listings/listing-search.server';
import { kindOf } from './listing-call.server';

const door = jsonDoor({ GET: (call) => sendData(listingStatistics(call.runtime.db, kindOf(call))) });

export const handle = apiHandle(['GET'], []);
export const loader = door;
export const action = door;
