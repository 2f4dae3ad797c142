import type { Database } from '~db/connection';
import { statementsOf } from '../statements.server';
import type { PhotoWidth } from './limits';

/** Photos of what was taken out of sight, and of nothing else that can be seen. */
const isOutOfSight = `(
  EXISTS (SELECT 1 FROM listing_photos s JOIN listings l ON l.id = s.listing_id
           WHERE s.photo_hash = r.photo_hash AND l.hidden_at IS NOT NULL)
  OR EXISTS (SELECT 1 FROM vehicle_photos s JOIN vehicles v ON v.id = s.vehicle_id
              WHERE s.photo_hash = r.photo_hash AND v.hidden_at IS NOT NULL)
) AND NOT EXISTS (SELECT 1 FROM listing_photos s JOIN listings l ON l.id = s.listing_id
                   WHERE s.photo_hash = r.photo_hash AND l.hidden_at IS NULL)
  AND NOT EXISTS (SELECT 1 FROM vehicle_photos s JOIN vehicles v ON v.id = s.vehicle_id
                   WHERE s.photo_hash = r.photo_hash AND v.hidden_at IS NULL)
  AND NOT EXISTS (SELECT 1 FROM draft_photos d WHERE d.photo_hash = r.photo_hash)`;

const reads = statementsOf((sqlite) => ({
  rendition: sqlite
    .prepare<[string, number], Buffer>(
      `SELECT r.webp FROM photo_renditions r WHERE r.photo_hash = ? AND r.width = ? AND NOT (${isOutOfSight})`,
    )
    .pluck(),
}));

/**
 * The WebP bytes of a photo in one of its widths; null when there is no such photo, or all that shows it was taken out
 * of sight.
 */
export const findRendition = (db: Database, hash: string, width: PhotoWidth): Buffer | null =>
  reads(db).rendition.get(hash, width) ?? null;
