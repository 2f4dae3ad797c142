import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { draftPhotos as drafts, photos } from '~db/schema';
import { sha256 } from '../shared/crypto.server';
import { anHour, timestampBefore } from '../shared/dates';
import { commitIfPossible, commitWithOthers } from '../shared/group-commit.server';
import { statementsOf } from '../shared/memoize.server';
import { err, ok, type Result } from '../shared/result';
import {
  notAPhoto,
  photoMaximumBytes,
  photosFull,
  photosMaximum,
  type PhotoWidth,
  photoWidths,
  rejectPhoto,
  rejectTooLarge,
  type StoredPhoto,
  unusedPhotoHours,
} from './photo';
import { looksLikePhoto } from './photo-input';
import { imageTurns, makeRenditions, type Renditions } from './renditions.server';
import { sourceOf, whyNoRoom } from './unused-photos.server';

/**
 * Stores an upload, for the form and the API alike: validates its bytes, rotates it upright, scales it down, strips its
 * metadata, and stores the three renditions. The uploaded bytes are never stored. Do not call inside a transaction: the
 * processing runs first, off the event loop and queued with other uploads, and the result is written at once.
 *
 * @param file name used in error messages, as `shownFileName` returns it
 * @param address client address, by which uploads are queued fairly and counted against a quota
 * @returns the photo; or the error 'too-large' over 8 MB, 'invalid' for anything that is not a complete JPEG, PNG,
 * WebP or AVIF of at most 40 megapixels, 'too-many' when the queue is full or the address has too many unused photos,
 * 'unavailable' when the database cannot be written or there are too many unused photos in total; each with its
 * message
 */
export async function storePhoto(
  db: Database,
  bytes: Buffer,
  file: string,
  now: Date,
  address = '',
): Promise<Result<StoredPhoto>> {
  if (bytes.length > photoMaximumBytes) return rejectTooLarge(file);
  if (!looksLikePhoto(bytes)) return rejectPhoto(notAPhoto(file));
  const made = await imageTurns.take(address, async () => {
    const error = whyNoRoom(db, address);
    return error ? err(error) : makeRenditions(bytes, file);
  });
  return made.ok ? commitWithOthers(db, () => ok(cacheKeyParameters(db, made.value, now, address))) : made;
}

const statements = statementsOf((sqlite) => ({
  // A repeated upload renews the timestamp: the photo must outlive the form of the last upload, not that of the first.
  putPhoto: sqlite.prepare<[StoredPhoto & { createdAt: string; bytes: number; source: string }]>(
    `INSERT INTO photos (hash, width, height, created_at, bytes, source)
       VALUES (@hash, @width, @height, @createdAt, @bytes, @source)
       ON CONFLICT (hash) DO UPDATE SET created_at = excluded.created_at`,
  ),
  putRendition: sqlite.prepare<[string, number, Buffer, string]>(
    'INSERT INTO photo_renditions (photo_hash, width, webp, checksum) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  ),
}));

function cacheKeyParameters(db: Database, { size, webp }: Renditions, now: Date, address: string): StoredPhoto {
  const hash = sha256(webp[1280]);
  const createdAt = now.toISOString();
  const bytes = photoWidths.reduce((sum, width) => sum + webp[width].length, 0);
  const { putPhoto, putRendition } = statements(db);
  db.$client
    .transaction(() => {
      putPhoto.run({ hash, ...size, createdAt, bytes, source: sourceOf(address) });
      for (const width of photoWidths) putRendition.run(hash, width, webp[width], sha256(webp[width]));
    })
    .immediate();
  return { hash, ...size };
}

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
  rendition: sqlite.prepare<[string, number], { webp: Buffer; checksum: string }>(
    `SELECT r.webp, r.checksum FROM photo_renditions r WHERE r.photo_hash = ? AND r.width = ? AND NOT (${isOutOfSight})`,
  ),
}));

/** Maximum number of renditions remembered as verified since the start, so that verification cannot exhaust memory. */
const mostVerified = 30_000;
const verified = new Set<string>();

/** Whether a WebP file has the length its header declares; a truncated one does not. */
const isWhole = (webp: Buffer): boolean =>
  webp.length > 12 &&
  webp.toString('latin1', 0, 4) === 'RIFF' &&
  webp.toString('latin1', 8, 12) === 'WEBP' &&
  webp.readUInt32LE(4) + 8 === webp.length;

/** Whether the bytes of a rendition are those that were stored. The checksum is verified once per start. */
function isSound(name: string, { webp, checksum }: { webp: Buffer; checksum: string }): boolean {
  if (!isWhole(webp)) return false;
  if (verified.has(name)) return true;
  if (sha256(webp) !== checksum) return false;
  if (verified.size >= mostVerified) verified.clear();
  verified.add(name);
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
  const rendition = reads(db).rendition.get(hash, width);
  if (!rendition) return null;
  if (!isSound(`${hash}-${width}`, rendition)) {
    throw new DamagedPhoto(`The photo ${hash} is damaged at width ${width}.`);
  }
  return rendition.webp;
}

/** A form's idempotency key grants access to its photos, so the database stores only its SHA-256. */
const draftIdOf = sha256;

const hashesOf = (db: Pick<Database, 'select'>, draftId: string): string[] =>
  db
    .select({ hash: drafts.photoHash })
    .from(drafts)
    .where(eq(drafts.draftId, draftId))
    .orderBy(asc(drafts.position))
    .all()
    .map(({ hash }) => hash);

/**
 * Appends a stored photo to the draft of an unfinished form; a photo that is already there keeps its position.
 *
 * @returns the error 'invalid' with 'You can add up to 10 photos' for an eleventh, 'unavailable' when the database
 *   cannot
 * be written
 */
export function addDraftPhoto(db: Database, idempotencyKey: string, hash: string, now: Date): Promise<Result<null>> {
  const draftId = draftIdOf(idempotencyKey);
  return commitWithOthers(db, () =>
    db.transaction(
      (tx) => {
        const owned = hashesOf(tx, draftId);
        if (owned.includes(hash)) return ok(null);
        if (owned.length >= photosMaximum) return rejectPhoto(photosFull);
        tx.insert(drafts)
          .values({ draftId, position: owned.length, photoHash: hash, createdAt: now.toISOString() })
          .run();
        return ok(null);
      },
      { behavior: 'immediate' },
    ),
  );
}

/** Removes a photo from an unfinished form; later ones move up. Removing an absent photo has no effect. */
export function removeDraftPhoto(db: Database, idempotencyKey: string, hash: string): Promise<Result<null>> {
  const draftId = draftIdOf(idempotencyKey);
  return commitWithOthers(db, () =>
    db.transaction(
      (tx) => {
        const owned = hashesOf(tx, draftId);
        const position = owned.indexOf(hash);
        if (position < 0) return ok(null);
        tx.delete(drafts)
          .where(and(eq(drafts.draftId, draftId), eq(drafts.position, position)))
          .run();
        // One at a time, in order: a position must be free before the next photo moves into it.
        for (let from = position + 1; from < owned.length; from += 1) {
          tx.update(drafts)
            .set({ position: from - 1 })
            .where(and(eq(drafts.draftId, draftId), eq(drafts.position, from)))
            .run();
        }
        return ok(null);
      },
      { behavior: 'immediate' },
    ),
  );
}

/** Photos of an unfinished form, in the order they were added; at most ten. */
export function draftPhotos(db: Database, idempotencyKey: string): StoredPhoto[] {
  return db
    .select({ hash: photos.hash, width: photos.width, height: photos.height })
    .from(drafts)
    .innerJoin(photos, eq(photos.hash, drafts.photoHash))
    .where(eq(drafts.draftId, draftIdOf(idempotencyKey)))
    .orderBy(asc(drafts.position))
    .all();
}

/**
 * Deletes the photos of a form's draft once its listing refers to them; if the write fails, the cleanup job deletes
 * them.
 */
export function clearDraft(db: Database, idempotencyKey: string): void {
  commitIfPossible(db, () => {
    db.delete(drafts)
      .where(eq(drafts.draftId, draftIdOf(idempotencyKey)))
      .run();
  });
}

/** Small enough to delay no request. The next run deletes the rest. */
const batch = 200;

/**
 * Deletes drafts older than 48 hours, and photos older than 48 hours that no listing, vehicle or draft uses; at most
 * 200 of each per call, in one immediate transaction.
 *
 * @returns number of photos deleted
 */
export function purgeStalePhotos(db: Database, now: Date): number {
  const cutoff = timestampBefore(now, unusedPhotoHours * anHour);
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
