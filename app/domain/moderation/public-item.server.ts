import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database } from '~db/connection';
import type { ListingKind, PublicSubject } from '~db/enums';
import { users } from '~db/schema/accounts';
import { removalNotices } from '~db/schema/desk';
import { reviews } from '~db/schema/engagement';
import { listingPhotos, listings } from '~db/schema/listings';
import { vehiclePhotos, vehicles } from '~db/schema/vehicles';
import { memoizePrepared } from '~db/statements';
import type { CommandContext } from '../shared/command.server';
import { dayMs, getTimestampBefore } from '../shared/dates';

export type PublicItem = {
  id: string;
  title: string;
  /** Name of its owner; null for a visitor's listing. */
  from: string | null;
  /** Free text open to abuse: the review itself, or the text fields of an offer. */
  text: string | null;
  /** From 1 to 5; null for listings and vehicles. */
  rating: number | null;
  /** Sell screen of a listing; null for other items. */
  kind: ListingKind | null;
  offerId: string;
  hiddenAt: string | null;
  hiddenReason: string | null;
  checkedAt: string | null;
  updatedAt: string;
  version: number;
};

const reads = memoizePrepared((db) => {
  const isId = (column: AnySQLiteColumn) => eq(column, sql.placeholder('id'));
  return {
    photos: {
      listing: db
        .select({ hash: listingPhotos.photoHash })
        .from(listingPhotos)
        .where(isId(listingPhotos.listingId))
        .orderBy(listingPhotos.position)
        .prepare(),
      vehicle: db
        .select({ hash: vehiclePhotos.photoHash })
        .from(vehiclePhotos)
        .where(isId(vehiclePhotos.vehicleId))
        .orderBy(vehiclePhotos.position)
        .prepare(),
    },
    listing: db
      .select({
        id: listings.id,
        title: listings.name,
        from: users.name,
        text: sql<string>`concat_ws(' · ', ${listings.brand}, ${listings.year}, ${listings.license},
          ${listings.engineCapacity}, ${listings.batteryCapacity}, ${listings.city})`,
        rating: sql<null>`NULL`,
        kind: listings.kind,
        offerId: listings.id,
        hiddenAt: listings.hiddenAt,
        hiddenReason: listings.hiddenReason,
        checkedAt: listings.checkedAt,
        updatedAt: listings.updatedAt,
        version: listings.version,
      })
      .from(listings)
      .leftJoin(users, eq(users.id, listings.ownerUserId))
      .where(and(isId(listings.id), eq(listings.isSample, false)))
      .prepare(),
    vehicle: db
      .select({
        id: vehicles.id,
        title: vehicles.name,
        from: users.name,
        text: sql<string>`concat_ws(char(10),
          concat_ws(' · ', ${vehicles.brand}, ${vehicles.registration}, ${vehicles.numberPlate}), ${vehicles.description})`,
        rating: sql<null>`NULL`,
        kind: sql<null>`NULL`,
        offerId: vehicles.id,
        hiddenAt: vehicles.hiddenAt,
        hiddenReason: vehicles.hiddenReason,
        checkedAt: vehicles.checkedAt,
        updatedAt: vehicles.updatedAt,
        version: vehicles.version,
      })
      .from(vehicles)
      .leftJoin(users, eq(users.id, vehicles.ownerUserId))
      .where(and(isId(vehicles.id), eq(vehicles.isBuiltIn, false)))
      .prepare(),
    review: db
      .select({
        id: reviews.id,
        title: sql<string>`'Review of ' || coalesce(${vehicles.name}, ${listings.name})`,
        from: users.name,
        text: sql<string>`concat_ws(char(10), ${reviews.title}, ${reviews.comment})`,
        rating: reviews.rating,
        kind: sql<null>`NULL`,
        offerId: sql<string>`coalesce(${reviews.vehicleId}, ${reviews.listingId})`,
        hiddenAt: reviews.hiddenAt,
        hiddenReason: reviews.hiddenReason,
        checkedAt: reviews.checkedAt,
        updatedAt: reviews.updatedAt,
        version: reviews.version,
      })
      .from(reviews)
      .innerJoin(users, eq(users.id, reviews.userId))
      .leftJoin(vehicles, eq(vehicles.id, reviews.vehicleId))
      .leftJoin(listings, eq(listings.id, reviews.listingId))
      .where(isId(reviews.id))
      .prepare(),
  };
});

/** @returns null when the item does not exist; samples and the built-in catalogue are not included */
export const findPublicItem = (db: Database, subject: PublicSubject, id: string): PublicItem | null =>
  reads(db)[subject].get({ id }) ?? null;

export const findPhotosOfPublicItem = (db: Database, subject: PublicSubject, id: string): string[] =>
  subject === 'review'
    ? []
    : reads(db)
        .photos[subject].all({ id })
        .map(({ hash }) => hash);

// A cross join, because the planner may prefer to read all photos of a small table.
const firstPhotos = memoizePrepared(({ $client }) =>
  $client.prepare<[string], { id: string; hash: string }>(
    `SELECT listing_id AS id, photo_hash AS hash FROM json_each(?) AS ids
       CROSS JOIN listing_photos ON listing_id = ids.value ORDER BY position DESC`,
  ),
);

/** The first photo of each listing that has one, by the id of the listing. */
export function findFirstPhotos(db: Database, ids: readonly string[]): Map<string, string> {
  if (ids.length === 0) return new Map();
  const rows = firstPhotos(db).all(JSON.stringify(ids));
  // Later ones replace earlier ones, and the first photo is the last of these.
  return new Map(rows.map(({ id, hash }) => [id, hash]));
}

export const removalReportDays = 90;

/** Oldest timestamp (ISO 8601) of notices that are still shown. */
export const getRemovalsReportedSince = (now: Date): string => getTimestampBefore(now, removalReportDays * dayMs);

const maxPurged = 100;

type Removed = {
  kind: PublicSubject;
  name: string;
  /** The operator's reason; null when none was required. */
  reason: string | null;
  /** Owner of the item: a user or a manage key; both are null for samples and the catalogue. */
  userId: string | null;
  manageKeyId: string | null;
};

/** Call before the deletion, in the same transaction. Owners who delete their own items get no notice. */
export function storeRemovalNotice({ db, actor, now }: CommandContext, removed: Removed): void {
  const { userId, manageKeyId } = removed;
  const isOwn = userId !== null ? userId === actor.user?.id : actor.manageKeyIds.some((id) => id === manageKeyId);
  if ((userId === null && manageKeyId === null) || isOwn) return;
  // The oldest few at a time, in the order of their ids, which is that of their dates.
  const oldest = db.select({ id: removalNotices.id }).from(removalNotices).orderBy(removalNotices.id).limit(maxPurged);
  db.delete(removalNotices)
    .where(and(inArray(removalNotices.id, oldest), lte(removalNotices.createdAt, getRemovalsReportedSince(now))))
    .run();
  db.insert(removalNotices)
    .values({ ...removed, createdAt: now.toISOString() })
    .run();
}
