import { bikeCalls } from '~/doors/contract/listing-calls.server';
import { answer, jsonDoor } from '~/doors/json-door.server';
import { sendListings } from './listing-call.server';

const door = jsonDoor(answer(bikeCalls.listOfType, (call, { query, params }) => sendListings(call, query, params)));

export const loader = door;
export const action = door;
