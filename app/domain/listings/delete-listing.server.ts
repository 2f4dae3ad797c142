import { eq } from 'drizzle-orm';
import { listings, manageKeys } from '~db/schema';
import { defineCommand } from '../command.server';
import { done } from '../outcome';
import { listingNotFound, listingToChange } from './held-listing.server';
import { type ListingName, listingName } from './listing-fields.server';

/** Deletes a listing, and the manage key that opened nothing else. Whoever may: see `listingToChange`. */
export const deleteListing = defineCommand<ListingName, ListingName>({
  name: 'delete-listing',
  schema: () => listingName,
  invalidMessage: () => listingNotFound.message,
  limit: 'write',
  run(input, { db, asker }) {
    const found = listingToChange(db, input, asker);
    if (!found.done) return found;
    const { id, kind, manageKeyId } = found.value;
    db.delete(listings).where(eq(listings.id, id)).run();
    if (manageKeyId !== null) {
      const other = db.select({ id: listings.id }).from(listings).where(eq(listings.manageKeyId, manageKeyId)).get();
      if (!other) db.delete(manageKeys).where(eq(manageKeys.id, manageKeyId)).run();
    }
    return done({ id, kind });
  },
});
