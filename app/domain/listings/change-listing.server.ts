import { defineCommand } from '../command.server';
import { logDeed } from '../desk/operator-log.server';
import { changedMeanwhile, done, refused } from '../outcome';
import { isEmptyChange, isOutdated } from '../seen-version.server';
import { drawingFor } from './body-style';
import { listingNotFound, listingToChange, valuesOf } from './held-listing.server';
import type { Listing } from './listing';
import { setListingPhotos, updateListing } from './listing-columns.server';
import { type ListingChange, listingChanges, listingProblem } from './listing-fields.server';
import { findListing } from './listing-queries.server';
import { isHeldBy } from './listing-rows.server';

/** Changes the given fields of a listing. For permissions see `listingToChange`. */
export const changeListing = defineCommand<ListingChange, Listing>({
  name: 'change-listing',
  changes: ({ id }) => ({ table: 'listings', id }),
  schema: listingChanges,
  invalidMessage: listingProblem,
  limit: 'write',
  run(input, context) {
    const { db, asker, now } = context;
    const found = listingToChange(db, input, asker);
    if (!found.done) return found;
    const before = found.value;
    if (isOutdated(input.version, before)) return changedMeanwhile('listing');
    const { id: _id, kind: _kind, version: _version, ...given } = input;
    if (isEmptyChange(given)) {
      const same = findListing(db, before.id, asker);
      return same ? done(same) : refused(listingNotFound);
    }
    const after = { ...valuesOf(before), ...input };
    // The illustrations of samples are chosen by hand.
    const drawing = before.isSample === 1 ? null : drawingFor({ ...after, kind: before.kind }, before.id);
    updateListing(db, after, { id: before.id, moment: now.toISOString(), drawing });
    if (input.photos) setListingPhotos(db, before.id, input.photos);
    const isOwn = isHeldBy(before, asker);
    logDeed(context, { subject: 'listing', subjectId: before.id, title: after.name, deed: 'changed' }, { isOwn });
    const listing = findListing(db, before.id, asker);
    return listing ? done(listing) : refused(listingNotFound);
  },
});
