import { defineCommand } from '../command.server';
import { logDeed } from '../desk/operator-log.server';
import { done, refused } from '../outcome';
import { statementsOf } from '../statements.server';
import { listingNotFound, listingToChange } from './held-listing.server';
import type { Listing } from './listing';
import { type ListingName, listingName } from './listing-fields.server';
import { findListing } from './listing-queries.server';
import { isHeldBy } from './listing-rows.server';
import { alreadySoldSentence } from './listing-sentences';

const sell = statementsOf((sqlite) =>
  sqlite.prepare<[{ id: string; moment: string }]>(
    `UPDATE listings SET availability = 'sold', sold_at = @moment, updated_at = @moment, version = version + 1
      WHERE id = @id`,
  ),
);

/** Marks a listing as sold; irreversible. For permissions see `listingToChange`. */
export const markSold = defineCommand<ListingName, Listing>({
  name: 'mark-sold',
  changes: ({ id }) => ({ table: 'listings', id }),
  schema: () => listingName,
  invalidMessage: () => listingNotFound.message,
  limit: 'write',
  run(input, context) {
    const { db, asker, now } = context;
    const found = listingToChange(db, input, asker);
    if (!found.done) return found;
    if (found.value.availability === 'sold') {
      return refused({ kind: 'conflict', message: alreadySoldSentence });
    }
    const { id, name } = found.value;
    sell(db).run({ id, moment: now.toISOString() });
    const isOwn = isHeldBy(found.value, asker);
    logDeed(context, { subject: 'listing', subjectId: id, title: name, deed: 'marked sold' }, { isOwn });
    const listing = findListing(db, found.value.id, asker);
    return listing ? done(listing) : refused(listingNotFound);
  },
});
