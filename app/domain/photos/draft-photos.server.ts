import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { draftPhotos as drafts, photos } from '~db/schema';
import { sha256 } from '../shared/secrets.server';
import { commitIfPossible, commitInGroup } from '../shared/group-commit.server';
import { ok, type Result } from '../shared/result';
import { createPhotoError, maxPhotos, photosFull, type StoredPhoto } from './photo';

/** A form's idempotency key grants access to its photos, so the database stores only its SHA-256. */
const deriveDraftId = sha256;

const findHashes = (db: Pick<Database, 'select'>, draftId: string): string[] =>
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
 * @returns the error 'invalid' with 'You can add up to 10 photos' for an eleventh, 'unavailable' when the database cannot
 *   be written
 */
export function addDraftPhoto(db: Database, idempotencyKey: string, hash: string, now: Date): Promise<Result<null>> {
  const draftId = deriveDraftId(idempotencyKey);
  return commitInGroup(db, () =>
    db.transaction(
      (tx) => {
        const owned = findHashes(tx, draftId);
        if (owned.includes(hash)) return ok(null);
        if (owned.length >= maxPhotos) return createPhotoError(photosFull);
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
  const draftId = deriveDraftId(idempotencyKey);
  return commitInGroup(db, () =>
    db.transaction(
      (tx) => {
        const owned = findHashes(tx, draftId);
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
export function findDraftPhotos(db: Database, idempotencyKey: string): StoredPhoto[] {
  return db
    .select({ hash: photos.hash, width: photos.width, height: photos.height })
    .from(drafts)
    .innerJoin(photos, eq(photos.hash, drafts.photoHash))
    .where(eq(drafts.draftId, deriveDraftId(idempotencyKey)))
    .orderBy(asc(drafts.position))
    .all();
}

/**
 * Deletes the photos of a form's draft once its listing refers to them; if the write fails, the cleanup job deletes
 * them.
 */
export function deleteDraft(db: Database, idempotencyKey: string): void {
  commitIfPossible(db, () => {
    db.delete(drafts)
      .where(eq(drafts.draftId, deriveDraftId(idempotencyKey)))
      .run();
  });
}
