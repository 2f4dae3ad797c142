import { hasFreshPassword, passwordNeeded } from '../accounts/fresh-password.server';
import type { Database } from '~db/connection';
import { defineCommand } from '../command.server';
import { logDeed } from '../desk/operator-log.server';
import { leaveRemovalNotice } from '../desk/removal-notices.server';
import { done, refused } from '../outcome';
import { statementsOf } from '../statements.server';
import { listingNotFound, listingToChange } from './held-listing.server';
import { type ListingName, listingName } from './listing-fields.server';
import { isHeldBy } from './listing-rows.server';

const statements = statementsOf((sqlite) => ({
  erase: sqlite.prepare<[string]>('DELETE FROM listings WHERE id = ?'),
  eraseKey: sqlite.prepare<[{ id: string }]>(
    `DELETE FROM manage_keys WHERE id = @id AND NOT EXISTS (SELECT 1 FROM listings WHERE manage_key_id = @id)
                              AND NOT EXISTS (SELECT 1 FROM conversations WHERE seller_key_id = @id)
                              AND NOT EXISTS (SELECT 1 FROM removal_notices WHERE manage_key_id = @id)`,
  ),
}));

/** Deletes a listing permanently, and its manage key unless that opens another listing, a conversation or a notice. */
export function eraseListing(db: Database, { id, manageKeyId }: { id: string; manageKeyId: string | null }): void {
  const { erase, eraseKey } = statements(db);
  erase.run(id);
  if (manageKeyId !== null) eraseKey.run({ id: manageKeyId });
}

/** Deletes a listing, and its manage key if nothing else uses it. For permissions see `listingToChange`. */
export const deleteListing = defineCommand<ListingName, ListingName>({
  name: 'delete-listing',
  changes: ({ id }) => ({ table: 'listings', id }),
  schema: () => listingName,
  invalidMessage: () => listingNotFound.message,
  limit: 'write',
  run(input, context) {
    const { db, asker } = context;
    const found = listingToChange(db, input, asker);
    if (!found.done) return found;
    const { id, kind, name, ownerUserId, manageKeyId } = found.value;
    const isOwn = isHeldBy(found.value, asker);
    if (!isOwn && asker.user && !hasFreshPassword(asker.user, context.now)) return refused(passwordNeeded);
    leaveRemovalNotice(context, { kind: 'listing', name, reason: null, userId: ownerUserId, manageKeyId });
    eraseListing(db, found.value);
    logDeed(context, { subject: 'listing', subjectId: id, title: name, deed: 'deleted' }, { isOwn });
    return done({ id, kind });
  },
});
