import { sendData, sendProblem } from '~/doors/api-answer.server';
import { bikeCalls } from '~/doors/contract/listing-calls.server';
import { answer, type Call, jsonDoor, runCall } from '~/doors/json-door.server';
import { createListing } from '~/domain/listings/create-listing.server';
import { listingJson } from '~/domain/listings/listing-json.server';
import { listedSentences } from '~/domain/listings/listing-sentences';
import type { ApiAnswer } from '~/http/json-answer';
import { readListingBody, withPhotos } from './offer-body.server';
import { kindOf, sendListings } from './listing-call.server';

async function create(call: Call): Promise<ApiAnswer> {
  const kind = kindOf(call);
  const body = await readListingBody(call);
  if (!body.done) return sendProblem(body.problem);
  const { fields, content, storePhotos } = body.value;
  const outcome = await runCall(
    call,
    createListing,
    { ...fields, kind, photos: [] },
    { kind, content },
    withPhotos(storePhotos),
  );
  if (!outcome.done) return sendProblem(outcome.problem);
  const { listing, manageCode } = outcome.value;
  return sendData(
    { ...listingJson(listing, call.origin), ...(manageCode && { manageKey: manageCode }) },
    {
      status: 201,
      message: listedSentences[kind],
      headers: { Location: `/api/${kind}s/${listing.id}` },
    },
  );
}

const door = jsonDoor(
  answer(bikeCalls.list, (call, { query }) => sendListings(call, query)),
  answer(bikeCalls.create, create),
);

export const loader = door;
export const action = door;
