import { randomBytes } from 'node:crypto';
import { and, eq, inArray, isNull, notExists, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import type { ListingKind } from '~db/enums';
import { conversations, listings, manageKeys, removalNotices } from '~db/schema';
import { memoizePrepared } from '~db/statements';
import { hasFreshPassword, passwordRequired } from '../accounts/passwords.server';
import { recordAuditEvent } from '../moderation/audit-log.server';
import { storeRemovalNotice } from '../moderation/public-item.server';
import { createDrawing } from '../photos/drawing';
import { findChangedLocation } from '../places/places.server';
import type { Actor } from '../shared/actor';
import { defineCommand, isEmptyChange, isOutdated } from '../shared/command.server';
import { toDay } from '../shared/dates';
import { createVersionConflict, err, ok, type Result } from '../shared/result';
import type { Listing } from './listing';
import { countDaysUsed } from './listing-facts';
import { isOwnedBy } from './listing-rows.server';
import { insertListing, setListingPhotos, updateListing } from './listing-writes.server';
import { findListing } from './listing.queries.server';
import {
  formatListingErrors,
  listingChange,
  type ListingChange,
  listingName,
  type ListingName,
  newListing,
  type NewListing,
} from './listing.schema.server';
import { createManageKey, findManageKey, isManageKeyStored } from './manage-key.server';
import { findCanonicalModelName } from './models.server';

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

export const listingNotFound = { kind: 'not-found', message: 'This listing does not exist.' } as const;

/**
 * Finds a listing that the actor may change: its owner by session or by manage key (until a user has claimed it), and
 * an operator any listing, samples included.
 *
 * @returns not-found, also for a hidden listing or one of the other kind; forbidden for another seller's;
 *   unauthenticated when the request has neither a session nor a manage key
 */
export function findListingToChange(
  db: Database,
  { id, kind }: { id: string; kind: ListingKind },
  actor: Actor,
): Result<OwnedListing> {
  const listing = reads(db).get({ id, kind });
  if (!listing) return err(listingNotFound);
  if (actor.user?.role === 'operator' || isOwnedBy(listing, actor)) return ok(listing);
  if (!listing.isSample && !actor.user && actor.manageKeyIds.length === 0) {
    return err({
      kind: 'unauthenticated',
      message: 'Please sign in, or enter the code of this listing, to change it.',
    });
  }
  return err({ kind: 'forbidden', message: 'Only its seller may change this listing.' });
}

export type CreatedListing = {
  listing: Listing;
  /**
   * Code with which a visitor changes the listing later; shown only this once. Null for a seller who has a key or is
   * signed in.
   */
  manageCode: string | null;
};

/**
 * Creates a listing for a bike or scooter; any visitor may. It is public immediately; operators check it afterwards.
 */
export const createListing = defineCommand<NewListing, CreatedListing>({
  name: 'create-listing',
  schema: newListing,
  invalidMessage: formatListingErrors,
  limit: 'listing',
  secrets: {
    areOwned({ manageCode }, { db, actor }) {
      const keyId = manageCode === null ? null : findManageKey(db, manageCode);
      return keyId !== null && actor.manageKeyIds.includes(keyId);
    },
    remove: (created) => ({ ...created, manageCode: null }),
  },
  run(input, { db, actor, now }) {
    const id = randomBytes(12).toString('hex');
    // A visitor's existing key is reused, so that one code covers all their listings. It may have been deleted while
    // the photos were uploading.
    const ownKeyId = actor.user ? null : (actor.manageKeyIds.findLast((keyId) => isManageKeyStored(db, keyId)) ?? null);
    const newKey = actor.user || ownKeyId ? null : createManageKey(db, now);
    const manageKeyId = newKey?.id ?? ownKeyId;
    insertListing(db, input, {
      ...createDrawing(input, id),
      id,
      kind: input.kind,
      ownerUserId: actor.user?.id ?? null,
      manageKeyId,
      timestamp: now.toISOString(),
    });
    setListingPhotos(db, id, input.photos);
    const seller = manageKeyId ? { ...actor, manageKeyIds: [manageKeyId] } : actor;
    const listing = findListing(db, id, seller);
    if (!listing) throw new Error('A listing that was just stored could not be read.');
    return ok({ listing, manageCode: newKey?.code ?? null });
  },
});

/** Unchanged days used stay as they were stated. */
function getAgeChange(before: OwnedListing, { daysUsed }: Pick<ListingChange, 'daysUsed'>, now: Date) {
  const { daysUsedAsOf } = before;
  return daysUsed === undefined || daysUsed === countDaysUsed(before, now)
    ? { daysUsed: before.daysUsed, daysUsedAsOf }
    : { daysUsed, daysUsedAsOf: before.isSample ? null : toDay(now) };
}

/** A model that was derived from the name is derived from the changed name. */
function getModelChange(before: OwnedListing, { name, brand, model }: ListingChange): string | null {
  if (model !== undefined) return model;
  const isDerived = before.model === findCanonicalModelName({ ...before, model: null });
  return (name !== undefined || brand !== undefined) && isDerived ? null : before.model;
}

/** Changes the given fields of a listing. For permissions see `findListingToChange`. */
export const changeListing = defineCommand<ListingChange, Listing>({
  name: 'change-listing',
  changes: ({ id }) => ({ table: 'listings', id }),
  schema: listingChange,
  invalidMessage: formatListingErrors,
  limit: 'write',
  run(input, context) {
    const { db, actor, now } = context;
    const found = findListingToChange(db, input, actor);
    if (!found.ok) return found;
    const before = found.value;
    if (isOutdated(input.version, before)) return createVersionConflict('listing');
    const { id: _id, kind: _kind, version: _version, confirmed: _confirmed, ...given } = input;
    if (isEmptyChange(given)) {
      const same = findListing(db, before.id, actor);
      return same ? ok(same) : err(listingNotFound);
    }
    const isOwn = isOwnedBy(before, actor);
    const after = {
      ...before,
      ...input,
      ...findChangedLocation(before, input),
      ...getAgeChange(before, input, now),
      model: getModelChange(before, input),
    };
    // The illustrations of samples are chosen by hand.
    const drawing = before.isSample ? null : createDrawing({ ...after, kind: before.kind }, before.id);
    updateListing(db, after, { id: before.id, timestamp: now.toISOString(), drawing, isBySeller: isOwn });
    if (input.photos) setListingPhotos(db, before.id, input.photos);
    recordAuditEvent(
      context,
      { subject: 'listing', subjectId: before.id, title: after.name, action: 'changed' },
      { isOwn },
    );
    const listing = findListing(db, before.id, actor);
    return listing ? ok(listing) : err(listingNotFound);
  },
});

/** Deletes a listing permanently, and its manage key if nothing else uses it. */
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

/** Deletes a listing permanently. For permissions see `findListingToChange`. */
export const deleteListing = defineCommand<ListingName, ListingName>({
  name: 'delete-listing',
  changes: ({ id }) => ({ table: 'listings', id }),
  schema: () => listingName,
  invalidMessage: () => listingNotFound.message,
  limit: 'write',
  run(input, context) {
    const { db, actor } = context;
    const found = findListingToChange(db, input, actor);
    if (!found.ok) return found;
    const { id, kind, name, ownerUserId, manageKeyId } = found.value;
    const isOwn = isOwnedBy(found.value, actor);
    if (!isOwn && actor.user && !hasFreshPassword(actor.user, context.now)) return err(passwordRequired);
    storeRemovalNotice(context, { kind: 'listing', name, reason: null, userId: ownerUserId, manageKeyId });
    eraseListing(db, found.value);
    recordAuditEvent(context, { subject: 'listing', subjectId: id, title: name, action: 'deleted' }, { isOwn });
    return ok({ id, kind });
  },
});

/**
 * Transfers the listings of manage keys to a user, with their conversations and removal notices, and deletes the keys.
 * Runs inside the sign-in transaction of that user.
 *
 * @param keyIds ids of the keys that came with the request
 * @returns number of listings transferred
 */
export function claimListings(db: Database, userId: string, keyIds: readonly string[], now: Date): number {
  if (keyIds.length === 0) return 0;
  const { changes } = db
    .update(listings)
    .set({ ownerUserId: userId, manageKeyId: null, updatedAt: now.toISOString(), version: sql`version + 1` })
    .where(inArray(listings.manageKeyId, [...keyIds]))
    .run();
  db.update(conversations)
    .set({ sellerUserId: userId, sellerKeyId: null })
    .where(inArray(conversations.sellerKeyId, [...keyIds]))
    .run();
  db.update(removalNotices)
    .set({ userId, manageKeyId: null })
    .where(inArray(removalNotices.manageKeyId, [...keyIds]))
    .run();
  db.delete(manageKeys)
    .where(inArray(manageKeys.id, [...keyIds]))
    .run();
  return changes;
}
