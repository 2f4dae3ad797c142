import type { Database } from '~db/connection';
import { sha256 } from '../secrets.server';
import { statementsOf } from '../statements.server';
import type { PhotoWidth } from './limits';

/** Photos that only hidden content shows. */
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

/** The rendition whose hash is the photo's name: see `store-photo.server.ts`. */
const namingWidth: PhotoWidth = 1280;
/** Maximum number of photos remembered as verified since the start, so that verification cannot exhaust memory. */
const mostCompared = 10_000;
const compared = new Set<string>();

/** Whether a WebP file has the length its header declares; a truncated one does not. */
const isWhole = (webp: Buffer): boolean =>
  webp.length > 12 &&
  webp.toString('latin1', 0, 4) === 'RIFF' &&
  webp.toString('latin1', 8, 12) === 'WEBP' &&
  webp.readUInt32LE(4) + 8 === webp.length;

/** Whether the bytes of a photo are those that were stored. A photo is named by the hash of its largest rendition. */
function isSound(hash: string, width: PhotoWidth, webp: Buffer): boolean {
  if (!isWhole(webp)) return false;
  if (width !== namingWidth || compared.has(hash)) return true;
  if (sha256(webp) !== hash) return false;
  if (compared.size >= mostCompared) compared.clear();
  compared.add(hash);
  return true;
}

/** Thrown for a photo whose stored bytes are damaged, since browsers would cache it for a year. */
export class DamagedPhoto extends Error {}

/**
 * Reads the WebP bytes of a photo in one of its widths; null when the photo does not exist or only hidden content shows
 * it.
 *
 * @throws DamagedPhoto when its bytes are not those that were stored
 */
export function findRendition(db: Database, hash: string, width: PhotoWidth): Buffer | null {
  const webp = reads(db).rendition.get(hash, width) ?? null;
  if (webp && !isSound(hash, width, webp)) throw new DamagedPhoto(`The photo ${hash} is damaged at width ${width}.`);
  return webp;
}
