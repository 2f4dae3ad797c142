import type { Database } from '~db/connection';
import { commitWithOthers } from '../group-commit.server';
import { done, type Outcome, refused } from '../outcome';
import { sha256 } from '../secrets.server';
import { statementsOf } from '../statements.server';
import { imageTurns } from './image-library.server';
import { photoMaximumBytes, photoWidths } from './limits';
import { makeRenditions, type Renditions } from './make-renditions.server';
import { notAPhoto, refusePhoto, refuseTooLarge } from './photo-problems';
import { looksLikePhoto } from './photo-signature';
import type { StoredPhoto } from './stored-photo';
import { sourceOf, whyNoRoom } from './unused-photos.server';

/**
 * Stores an upload, for the form and the API alike: validates its bytes, rotates it upright, scales it down, strips its
 * metadata, and stores the three renditions. The uploaded bytes are never stored. Do not call inside a transaction: the
 * processing runs first, off the event loop and queued with other uploads, and the result is written at once.
 *
 * @param file name used in error messages, as `shownFileName` returns it
 * @param address client address, by which uploads are queued fairly and counted against a quota
 * @returns the photo; or the problem 'too-large' over 8 MB, 'invalid' for anything that is not a complete JPEG, PNG,
 *   WebP or AVIF of at most 40 megapixels, 'too-many' when the queue is full or the address has too many unused photos,
 *   'unavailable' when the database cannot be written or there are too many unused photos in total; each with its
 *   message
 */
export async function storePhoto(
  db: Database,
  bytes: Buffer,
  file: string,
  now: Date,
  address = '',
): Promise<Outcome<StoredPhoto>> {
  if (bytes.length > photoMaximumBytes) return refuseTooLarge(file);
  if (!looksLikePhoto(bytes)) return refusePhoto(notAPhoto(file));
  const made = await imageTurns.take(address, async () => {
    const problem = whyNoRoom(db, address);
    return problem ? refused(problem) : makeRenditions(bytes, file);
  });
  return made.done ? commitWithOthers(db, () => done(keep(db, made.value, now, address))) : made;
}

const statements = statementsOf((sqlite) => ({
  // A repeated upload renews the timestamp: the photo must outlive the form of the last upload, not that of the first.
  putPhoto: sqlite.prepare<[StoredPhoto & { createdAt: string; bytes: number; source: string }]>(
    `INSERT INTO photos (hash, width, height, created_at, bytes, source)
       VALUES (@hash, @width, @height, @createdAt, @bytes, @source)
       ON CONFLICT (hash) DO UPDATE SET created_at = excluded.created_at`,
  ),
  putRendition: sqlite.prepare<[string, number, Buffer]>(
    'INSERT INTO photo_renditions (photo_hash, width, webp) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  ),
}));

function keep(db: Database, { size, webp }: Renditions, now: Date, address: string): StoredPhoto {
  const hash = sha256(webp[1280]);
  const createdAt = now.toISOString();
  const bytes = photoWidths.reduce((sum, width) => sum + webp[width].length, 0);
  const { putPhoto, putRendition } = statements(db);
  db.$client
    .transaction(() => {
      putPhoto.run({ hash, ...size, createdAt, bytes, source: sourceOf(address) });
      for (const width of photoWidths) putRendition.run(hash, width, webp[width]);
    })
    .immediate();
  return { hash, ...size };
}
