import { sendData } from '~/doors/api-answer.server';
import { bikeCalls } from '~/doors/contract/listing-calls.server';
import { answer, jsonDoor } from '~/doors/json-door.server';
import { listingStatistics } from '~/domain/listings/listing-search.server';
import { kindOf } from './listing-call.server';

const door = jsonDoor(
  answer(bikeCalls.statistics, (call) => sendData(listingStatistics(call.runtime.db, kindOf(call)))),
);

export const loader = door;
export const action = door;
