import { eq } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { listings, manageKeys } from '~db/schema';
import { defineCommand } from '../command.server';
import { logDeed } from '../desk/operator-log.server';
import { done } from '../outcome';
import { listingNotFound, listingToChange } from './held-listing.server';
import { type ListingName, listingName } from './listing-fields.server';
import { isHeldBy } from './listing-rows.server';

/** Takes a listing away for good, and the manage key that opened nothing else. */
export function eraseListing(db: Database, { id, manageKeyId }: { id: string; manageKeyId: string | null }): void {
  db.delete(listings).where(eq(listings.id, id)).run();
  if (manageKeyId === null) return;
  const other = db.select({ id: listings.id }).from(listings).where(eq(listings.manageKeyId, manageKeyId)).get();
  if (!other) db.delete(manageKeys).where(eq(manageKeys.id, manageKeyId)).run();
}

/** Deletes a listing, and the manage key that opened nothing else. Whoever may: see `listingToChange`. */
export const deleteListing = defineCommand<ListingName, ListingName>({
  name: 'delete-listing',
  schema: () => listingName,
  invalidMessage: () => listingNotFound.message,
  limit: 'write',
  run(input, context) {
    const { db, asker } = context;
    const found = listingToChange(db, input, asker);
    if (!found.done) return found;
    const { id, kind, name } = found.value;
    eraseListing(db, found.value);
    const isOwn = isHeldBy(found.value, asker);
    logDeed(context, { subject: 'listing', subjectId: id, title: name, deed: 'deleted' }, { isOwn });
    return done({ id, kind });
  },
});
