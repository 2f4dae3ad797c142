import { createHmac, randomBytes } from 'node:crypto';
import type { Database } from '~db/connection';
import type { Problem } from '../outcome';
import { statementsOf } from '../statements.server';
import { unusedPhotoQuota } from './limits';
import { noRoomForPhotos, tooManyUnusedPhotos } from './photo-problems';

/** New with every start and never stored: what the database holds of an address can't be traced back to it. */
const startKey = randomBytes(32);

/** What stands for a client address in the table of photos. */
export const sourceOf = (address: string): string => createHmac('sha256', startKey).update(address).digest('base64url');

const statements = statementsOf((sqlite) => ({
  ofSource: sqlite
    .prepare<[string], number>('SELECT coalesce(sum(bytes), 0) FROM photos WHERE is_unused = 1 AND source = ?')
    .pluck(),
  overall: sqlite.prepare<[], number>('SELECT coalesce(sum(bytes), 0) FROM photos WHERE is_unused = 1').pluck(),
}));

/** An unused photo goes within the hour after two days; something of a quota is free again much sooner. */
const retryAfterSeconds = 3600;

/**
 * Why no further photo of an address is taken in: photos that no listing or vehicle shows take up as much as they may,
 * those of the address or all together. Asked before a picture is worked on.
 *
 * @param quota in bytes
 * @returns the problem 'too-many' or 'unavailable'; null while there is room
 */
export function whyNoRoom(db: Database, address: string, quota = unusedPhotoQuota): Problem | null {
  const { ofSource, overall } = statements(db);
  if ((ofSource.get(sourceOf(address)) ?? 0) >= quota.ofAddress) return tooManyUnusedPhotos(retryAfterSeconds);
  return (overall.get() ?? 0) >= quota.overall ? noRoomForPhotos : null;
}
