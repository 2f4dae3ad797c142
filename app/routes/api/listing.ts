import { sendData, sendProblem } from '~/doors/api-answer.server';
import { apiHandle } from '~/doors/api-handle';
import { type Call, jsonDoor, runCall } from '~/doors/json-door.server';
import { changeListing } from '~/domain/listings/change-listing.server';
import { deleteListing } from '~/domain/listings/delete-listing.server';
import { listingNotFound } from '~/domain/listings/held-listing.server';
import type { Listing } from '~/domain/listings/listing';
import { listingJson } from '~/domain/listings/listing-json.server';
import { findListing } from '~/domain/listings/listing-queries.server';
import { deletedSentence } from '~/domain/listings/listing-sentences';
import { done } from '~/domain/outcome';
import { readListingBody } from './listing-body.server';
import { kindOf } from './listing-call.server';

function find(call: Call): Listing | null {
  const listing = findListing(call.runtime.db, call.params.id ?? '', call.asker);
  return listing?.kind === kindOf(call) ? listing : null;
}

function show(call: Call): Response {
  const listing = find(call);
  return listing ? sendData(listingJson(listing, call.origin)) : sendProblem(listingNotFound);
}

async function change(call: Call): Promise<Response> {
  const about = { id: call.params.id ?? '', kind: kindOf(call) };
  const held = find(call)?.photos.map(({ hash }) => hash) ?? [];
  const body = await readListingBody(call, held);
  if (!body.done) return sendProblem(body.problem);
  const { fields, content, storePhotos } = body.value;
  const outcome = await runCall(
    call,
    changeListing,
    { ...fields, ...about, photos: undefined },
    { about, content },
    async (input) => {
      const photos = await storePhotos?.();
      return photos && !photos.done ? photos : done({ ...input, photos: photos?.value });
    },
  );
  return outcome.done ? sendData(listingJson(outcome.value, call.origin)) : sendProblem(outcome.problem);
}

async function remove(call: Call): Promise<Response> {
  const about = { id: call.params.id ?? '', kind: kindOf(call) };
  const outcome = await runCall(call, deleteListing, about);
  if (!outcome.done) return sendProblem(outcome.problem);
  return sendData({ _id: outcome.value.id, id: outcome.value.id }, { message: deletedSentence });
}

const door = jsonDoor({ GET: show, PUT: change, DELETE: remove });

export const handle = apiHandle(['GET', 'PUT', 'DELETE'], []);
export const loader = door;
export const action = door;
