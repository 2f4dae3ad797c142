import { sendData, sendProblem } from '~/doors/api-answer.server';
import { bikeCalls } from '~/doors/contract/listing-calls.server';
import { answer, jsonDoor, runCall } from '~/doors/json-door.server';
import { listingJson } from '~/domain/listings/listing-json.server';
import { soldSentence } from '~/domain/listings/listing-sentences';
import { markSold } from '~/domain/listings/mark-sold.server';
import { kindOf } from './listing-call.server';

const door = jsonDoor(
  answer(bikeCalls.markSold, async (call, { params }) => {
    const outcome = await runCall(call, markSold, { ...params, kind: kindOf(call) });
    if (!outcome.done) return sendProblem(outcome.problem);
    return sendData(listingJson(outcome.value, call.origin), { message: soldSentence });
  }),
);

export const loader = door;
export const action = door;
