import { and, eq, isNull, notExists, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import type { ListingKind } from '~db/enums';
import { manageKeys } from '~db/schema/accounts';
import { conversations } from '~db/schema/conversations';
import { removalNotices } from '~db/schema/desk';
import { listings } from '~db/schema/listings';
import { memoizePrepared } from '~db/statements';
import { err, ok, type Result } from '../shared/result';
import { hasFreshPassword, passwordRequired } from '../accounts/fresh-password';
import { recordAuditEvent } from '../moderation/audit-log.server';
import { storeRemovalNotice } from '../moderation/public-item.server';
import type { Actor } from '../shared/actor';
import { defineCommand } from '../shared/command.server';
import type { Listing } from './listing';
import { isConfirmedToday } from './listing-facts';
import { isOwnedBy } from './listing-rows.server';
import { findListing } from './listing.queries.server';
import { type ListingName, listingName } from './listing.schema.server';
import { isTeamRole, mayUse, type Permission, rejectRole } from '../shared/permissions';

const reads = memoizePrepared((db) =>
  db
    .select()
    .from(listings)
    .where(
      and(
        eq(listings.id, sql.placeholder('id')),
        eq(listings.kind, sql.placeholder('kind')),
        isNull(listings.hiddenAt),
      ),
    )
    .prepare(),
);

export type OwnedListing = NonNullable<ReturnType<ReturnType<typeof reads>['get']>>;

export const listingNotFound = { kind: 'not-found', code: 'listing_not_found' } as const;

/** @returns not-found, also for a hidden listing; forbidden for another seller's; unauthenticated without a key */
export function findListingToChange(
  db: Database,
  { id, kind }: { id: string; kind: ListingKind },
  actor: Actor,
  permission: Permission,
): Result<OwnedListing> {
  const listing = reads(db).get({ id, kind });
  if (!listing) return err(listingNotFound);
  if (mayUse(actor.user, permission) || isOwnedBy(listing, actor)) return ok(listing);
  if (actor.user && isTeamRole(actor.user.role)) return rejectRole(permission);
  if (!listing.isSample && !actor.user && actor.manageKeyIds.length === 0) {
    return err({
      kind: 'unauthenticated',
      code: 'listing_code_required',
    });
  }
  return err({ kind: 'forbidden', code: 'not_the_seller' });
}

const setConfirmed = memoizePrepared((db) =>
  db
    .update(listings)
    .set({
      confirmedAt: sql`${sql.placeholder('timestamp')}`,
      isBehind: false,
      updatedAt: sql`${sql.placeholder('timestamp')}`,
      version: sql`version + 1`,
    })
    .where(eq(listings.id, sql.placeholder('id')))
    .prepare(),
);

/** docs/product.md, "Current listings". Has no effect if it was confirmed on the same day. */
export const confirmListing = defineCommand<ListingName, Listing>({
  name: 'confirm-listing',
  changes: ({ id }) => ({ table: 'listings', id }),
  schema: () => listingName,
  invalidCode: () => listingNotFound.code,
  limit: 'write',
  run(input, context) {
    const { db, actor, now } = context;
    const lookup = findListingToChange(db, input, actor, 'sell');
    if (!lookup.ok) return lookup;
    const { id, name: title, availability, confirmedAt, isBehind } = lookup.value;
    if (confirmedAt === null) return err({ kind: 'conflict', code: 'sample_not_confirmed' });
    if (availability === 'sold') return err({ kind: 'conflict', code: 'already_sold' });
    if (isBehind || !isConfirmedToday(confirmedAt, now)) {
      setConfirmed(db).run({ id, timestamp: now.toISOString() });
      const isOwn = isOwnedBy(lookup.value, actor);
      recordAuditEvent(context, { subject: 'listing', subjectId: id, title, action: 'confirmed' }, { isOwn });
    }
    const listing = findListing(db, id, actor);
    return listing ? ok(listing) : err(listingNotFound);
  },
});

export function eraseListing(db: Database, { id, manageKeyId }: { id: string; manageKeyId: string | null }): void {
  db.delete(listings).where(eq(listings.id, id)).run();
  if (manageKeyId === null) return;
  const uses = [listings.manageKeyId, conversations.sellerKeyId, removalNotices.manageKeyId].map((column) =>
    notExists(db.select({ key: sql`1` }).from(column.table).where(eq(column, manageKeyId))),
  );
  db.delete(manageKeys)
    .where(and(eq(manageKeys.id, manageKeyId), ...uses))
    .run();
}

export const deleteListing = defineCommand<ListingName, ListingName>({
  name: 'delete-listing',
  changes: ({ id }) => ({ table: 'listings', id }),
  schema: () => listingName,
  invalidCode: () => listingNotFound.code,
  limit: 'write',
  run(input, context) {
    const { db, actor } = context;
    const lookup = findListingToChange(db, input, actor, 'erase');
    if (!lookup.ok) return lookup;
    const { id, kind, name, ownerUserId, manageKeyId } = lookup.value;
    const isOwn = isOwnedBy(lookup.value, actor);
    if (!isOwn && actor.user && !hasFreshPassword(actor.user, context.now)) return err(passwordRequired);
    storeRemovalNotice(context, { kind: 'listing', name, reason: null, userId: ownerUserId, manageKeyId });
    eraseListing(db, lookup.value);
    recordAuditEvent(context, { subject: 'listing', subjectId: id, title: name, action: 'deleted' }, { isOwn });
    return ok({ id, kind });
  },
});
