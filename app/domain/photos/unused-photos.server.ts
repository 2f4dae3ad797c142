import { createHmac, randomBytes } from 'node:crypto';
import type { Database } from '~db/connection';
import type { AppError } from '../shared/result';
import { statementsOf } from '../shared/memoize.server';
import { noRoomForPhotos, tooManyUnusedPhotos, unusedPhotoQuota } from './photo';

/**
 * Generated at every start and never stored, so that hashes in the database cannot be traced back to client addresses.
 */
const startKey = randomBytes(32);

/** Keyed hash of a client address, as the photos table stores it. */
export const sourceOf = (address: string): string => createHmac('sha256', startKey).update(address).digest('base64url');

const statements = statementsOf((sqlite) => ({
  ofSource: sqlite
    .prepare<[string], number>('SELECT coalesce(sum(bytes), 0) FROM photos WHERE is_unused = 1 AND source = ?')
    .pluck(),
  overall: sqlite.prepare<[], number>('SELECT coalesce(sum(bytes), 0) FROM photos WHERE is_unused = 1').pluck(),
}));

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
  const { ofSource, overall } = statements(db);
  if ((ofSource.get(sourceOf(address)) ?? 0) >= quota.ofAddress) return tooManyUnusedPhotos(retryAfterSeconds);
  return (overall.get() ?? 0) >= quota.overall ? noRoomForPhotos : null;
}
