import { changeListing } from '~/domain/listings/change-listing.server';
import { deleteListing } from '~/domain/listings/delete-listing.server';
import { listingNotFound } from '~/domain/listings/held-listing.server';
import type { Listing } from '~/domain/listings/listing';
import { listingJson } from '~/domain/listings/listing-json.server';
import { findListing } from '~/domain/listings/listing-queries.server';
import { deletedSentence } from '~/domain/listings/listing-sentences';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import { pickFields } from '~/doors/chosen-fields';
import { bikeCalls } from '~/doors/contract/listing-calls.server';
import { answer, type Call, jsonDoor, runCall } from '~/doors/json-door.server';
import { sendRemoved } from '~/doors/removed-answer.server';
import type { ApiAnswer } from '~/http/json-answer';
import { readListingBody, withPhotos } from './offer-body.server';
import { kindOf } from './listing-call.server';

function find(call: Call, id: string): Listing | null {
  const listing = findListing(call.runtime.db, id, call.asker);
  return listing?.kind === kindOf(call) ? listing : null;
}

async function change(call: Call, { params }: { params: { id: string } }): Promise<ApiAnswer> {
  const about = { ...params, kind: kindOf(call) };
  const held = find(call, params.id)?.photos.map(({ hash }) => hash) ?? [];
  const body = await readListingBody(call, held);
  if (!body.done) return sendProblem(body.problem);
  const { fields, content, storePhotos } = body.value;
  const outcome = await runCall(
    call,
    changeListing,
    { ...fields, ...about, photos: undefined },
    { about, content },
    withPhotos(storePhotos),
  );
  return outcome.done ? sendData(listingJson(outcome.value, call.origin)) : sendProblem(outcome.problem);
}

const door = jsonDoor(
  answer(bikeCalls.show, (call, { params, query }) => {
    const listing = find(call, params.id);
    if (!listing) return sendProblem(listingNotFound);
    return sendData(pickFields(listingJson(listing, call.origin), query.fields));
  }),
  answer(bikeCalls.change, change),
  answer(bikeCalls.remove, async (call, { params }) =>
    sendRemoved(await runCall(call, deleteListing, { ...params, kind: kindOf(call) }), deletedSentence),
  ),
);

export const loader = door;
export const action = door;
