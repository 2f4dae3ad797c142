import type { Database } from '~db/connection';
import { anHour, momentBefore } from '../durations';
import { unusedPhotoHours } from './limits';

/** Small enough to delay no request. The next run deletes the rest. */
const batch = 200;

/**
 * Deletes drafts older than 48 hours, and photos older than 48 hours that no listing, vehicle or draft uses; at most
 * 200 of each per call, in one immediate transaction.
 *
 * @returns number of photos deleted
 */
export function purgeStalePhotos(db: Database, now: Date): number {
  const cutoff = momentBefore(now, unusedPhotoHours * anHour);
  const sqlite = db.$client;
  return sqlite
    .transaction(() => {
      sqlite
        .prepare(
          `DELETE FROM draft_photos WHERE draft_id IN
             (SELECT draft_id FROM draft_photos GROUP BY draft_id HAVING max(created_at) < ? LIMIT ?)`,
        )
        .run(cutoff, batch);
      return sqlite
        .prepare(
          `DELETE FROM photos WHERE hash IN
             (SELECT hash FROM photos WHERE created_at < ?
                AND NOT EXISTS (SELECT 1 FROM listing_photos WHERE photo_hash = hash)
                AND NOT EXISTS (SELECT 1 FROM vehicle_photos WHERE photo_hash = hash)
                AND NOT EXISTS (SELECT 1 FROM draft_photos WHERE photo_hash = hash)
              ORDER BY created_at LIMIT ?)`,
        )
        .run(cutoff, batch).changes;
    })
    .immediate();
}
