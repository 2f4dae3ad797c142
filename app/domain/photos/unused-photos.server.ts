import { createHmac, randomBytes } from 'node:crypto';
import { and, eq, sql, sum } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { photos } from '~db/schema';
import { preparedOf } from '../shared/memoize.server';
import type { AppError } from '../shared/result';
import { noRoomForPhotos, tooManyUnusedPhotos, unusedPhotoQuota } from './photo';

/**
 * Generated at every start and never stored, so that hashes in the database cannot be traced back to client addresses.
 */
const startKey = randomBytes(32);

/** Keyed hash of a client address, as the photos table stores it. */
export const sourceOf = (address: string): string => createHmac('sha256', startKey).update(address).digest('base64url');

const queries = preparedOf((db) => {
  const total = () => db.select({ bytes: sum(photos.bytes).mapWith(Number) }).from(photos);
  // A literal, as in the partial index: a bound value would not select it.
  const isUnused = sql`${photos.isUnused} = 1`;
  return {
    ofSource: total()
      .where(and(isUnused, eq(photos.source, sql.placeholder('source'))))
      .prepare(),
    overall: total().where(isUnused).prepare(),
  };
});

/** Unused photos are deleted within the hour after two days; some of the quota is usually free much sooner. */
const retryAfterSeconds = 3600;

/**
 * Checks the quotas of unused photos, those of no listing or vehicle: per client address and in total. Called before an
 * image is processed.
 *
 * @param quota in bytes
 * @returns the error 'too-many' or 'unavailable'; null while there is room
 */
export function whyNoRoom(db: Database, address: string, quota = unusedPhotoQuota): AppError | null {
  const { ofSource, overall } = queries(db);
  if ((ofSource.get({ source: sourceOf(address) })?.bytes ?? 0) >= quota.ofAddress)
    return tooManyUnusedPhotos(retryAfterSeconds);
  return (overall.get()?.bytes ?? 0) >= quota.overall ? noRoomForPhotos : null;
}
