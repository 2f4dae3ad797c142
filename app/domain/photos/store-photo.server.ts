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
 * Takes a photo in, for the form and the API alike: checks it by its own bytes, makes it upright, smaller and free of
 * metadata, and keeps the three renditions. Never the bytes that came. Not to be called inside a transaction: the work
 * is done first, off the event loop and in turn with others', and written at once.
 *
 * @param file the name that a refusal calls it by, as `shownFileName` gives it
 * @param address of the client, whose pictures take turns with those of others and count against its quota
 * @returns the photo; or the problem 'too-large' over 8 MB, 'invalid' for anything that is not a whole JPEG, PNG, WebP
 *   or AVIF of at most 40 megapixels, 'too-many' when too many wait already or too many of the address are unused,
 *   'unavailable' when nothing can be written or too many are unused in all; each with its sentence
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
  // Sent again, it counts as new: it must outlive the form it was sent with, not the one it came with first.
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
