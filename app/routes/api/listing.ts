import type { Asker } from '~/domain/asker';
import { changeListing } from '~/domain/listings/change-listing.server';
import { deleteListing } from '~/domain/listings/delete-listing.server';
import { listingNotFound, listingToChange } from '~/domain/listings/held-listing.server';
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
import { kindOf } from './listing-call.server';
import { readListingBody, withPhotos } from './offer-body.server';

function find(call: Call, id: string): Listing | null {
  const listing = findListing(call.runtime.db, id, call.asker);
  return listing?.kind === kindOf(call) ? listing : null;
}

/** Who holds nothing: what is public. */
const anyVisitor: Asker = { user: null, manageKeyIds: [] };

async function change(call: Call, { params }: { params: { id: string } }): Promise<ApiAnswer> {
  const about = { ...params, kind: kindOf(call) };
  const listing = find(call, params.id);
  const visitors = findListing(call.runtime.db, params.id, anyVisitor);
  const body = await readListingBody(call, {
    photos: listing?.photos.map(({ hash }) => hash) ?? [],
    // Its license may have been read without its last digits.
    shown: [listing, visitors].flatMap((one) => (one ? listingJson(one, call.origin) : [])),
  });
  if (!body.done) return sendProblem(body.problem);
  const { fields, content, storePhotos } = body.value;
  const outcome = await runCall(
    call,
    changeListing,
    { ...fields, ...about, photos: undefined },
    { about, content },
    withPhotos(storePhotos, () => listingToChange(call.runtime.db, about, call.asker)),
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
