import { randomBytes } from 'node:crypto';
import { listings } from '~db/schema';
import { defineCommand } from '../command.server';
import { done } from '../outcome';
import { drawingFor } from './body-style';
import type { Listing } from './listing';
import { columnsOf, setListingPhotos } from './listing-columns.server';
import { listingFields, listingProblem, type NewListing } from './listing-fields.server';
import { findListing } from './listing-queries.server';
import { mintManageKey } from './manage-key.server';

export type CreatedListing = {
  listing: Listing;
  /** What a visitor changes the listing with later; shown this once. Null for a signed-in user, who needs none. */
  manageCode: string | null;
};

/** Offers a bike or scooter for sale; anyone may. It is public at once, and operators review afterwards. */
export const createListing = defineCommand<NewListing, CreatedListing>({
  name: 'create-listing',
  schema: listingFields,
  invalidMessage: listingProblem,
  limit: 'listing',
  run(input, { db, asker, now }) {
    const id = randomBytes(12).toString('hex');
    const key = asker.user ? null : mintManageKey(db, now);
    const { bodyStyle, body, accent } = drawingFor(input, id);
    db.insert(listings)
      .values({
        ...columnsOf(input),
        id,
        kind: input.kind,
        bodyStyle,
        bodyColour: body,
        accentColour: accent,
        ownerUserId: asker.user?.id ?? null,
        manageKeyId: key?.id ?? null,
        createdAt: now.toISOString(),
        updatedAt: now.toISOString(),
      })
      .run();
    setListingPhotos(db, id, input.photos);
    const seller = key ? { ...asker, manageKeyIds: [key.id] } : asker;
    const listing = findListing(db, id, seller);
    if (!listing) throw new Error('A listing that was just stored could not be read.');
    return done({ listing, manageCode: key?.code ?? null });
  },
});
