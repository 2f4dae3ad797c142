import { sendData, sendProblem } from '~/doors/api-answer.server';
import { apiHandle } from '~/doors/api-handle';
import { type Call, jsonDoor, runCall } from '~/doors/json-door.server';
import { listingJson } from '~/domain/listings/listing-json.server';
import { soldSentence } from '~/domain/listings/listing-sentences';
import { markSold } from '~/domain/listings/mark-sold.server';
import { kindOf } from './listing-call.server';

async function sell(call: Call): Promise<Response> {
  const outcome = await runCall(call, markSold, { id: call.params.id ?? '', kind: kindOf(call) });
  if (!outcome.done) return sendProblem(outcome.problem);
  return sendData(listingJson(outcome.value, call.origin), { message: soldSentence });
}

const door = jsonDoor({ PATCH: sell });

export const handle = apiHandle(['PATCH']);
export const loader = door;
export const action = door;
