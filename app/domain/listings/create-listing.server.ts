import { randomBytes } from 'node:crypto';
import { defineCommand } from '../command.server';
import { done } from '../outcome';
import { drawingFor } from './body-style';
import type { Listing } from './listing';
import { insertListing, setListingPhotos } from './listing-columns.server';
import { listingFields, listingProblem, type NewListing } from './listing-fields.server';
import { findListing } from './listing-queries.server';
import { findManageKey, isManageKeyKept, mintManageKey } from './manage-key.server';

export type CreatedListing = {
  listing: Listing;
  /**
   * Code with which a visitor changes the listing later; shown only this once. Null for a seller who has a key or is
   * signed in.
   */
  manageCode: string | null;
};

/** Creates a listing for a bike or scooter; any visitor may. It is public at once; operators check it afterwards. */
export const createListing = defineCommand<NewListing, CreatedListing>({
  name: 'create-listing',
  schema: listingFields,
  invalidMessage: listingProblem,
  limit: 'listing',
  secrets: {
    areHeld({ manageCode }, { db, asker }) {
      const keyId = manageCode === null ? null : findManageKey(db, manageCode);
      return keyId !== null && asker.manageKeyIds.includes(keyId);
    },
    remove: (created) => ({ ...created, manageCode: null }),
  },
  run(input, { db, asker, now }) {
    const id = randomBytes(12).toString('hex');
    // A visitor's existing key is reused, so that one code covers all their listings. It may have been deleted while
    // the photos were uploading.
    const heldKeyId = asker.user ? null : (asker.manageKeyIds.findLast((keyId) => isManageKeyKept(db, keyId)) ?? null);
    const newKey = asker.user || heldKeyId ? null : mintManageKey(db, now);
    const manageKeyId = newKey?.id ?? heldKeyId;
    insertListing(db, input, {
      ...drawingFor(input, id),
      id,
      kind: input.kind,
      ownerUserId: asker.user?.id ?? null,
      manageKeyId,
      moment: now.toISOString(),
    });
    setListingPhotos(db, id, input.photos);
    const seller = manageKeyId ? { ...asker, manageKeyIds: [manageKeyId] } : asker;
    const listing = findListing(db, id, seller);
    if (!listing) throw new Error('A listing that was just stored could not be read.');
    return done({ listing, manageCode: newKey?.code ?? null });
  },
});
