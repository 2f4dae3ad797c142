import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { draftPhotos as drafts, photos } from '~db/schema';
import { commitIfPossible, commitWithOthers } from '../group-commit.server';
import { done, type Outcome } from '../outcome';
import { sha256 } from '../secrets.server';
import { photosMaximum } from './limits';
import { photosFull, refusePhoto } from './photo-problems';
import type { StoredPhoto } from './stored-photo';

/** A form's submission id grants access to its photos, so the database stores only its SHA-256. */
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
 * @returns the problem 'invalid' with 'You can add up to 10 photos' for an eleventh, 'unavailable' when the database
 *   cannot be written
 */
export function addDraftPhoto(db: Database, submissionId: string, hash: string, now: Date): Promise<Outcome<null>> {
  const draftId = draftIdOf(submissionId);
  return commitWithOthers(db, () =>
    db.transaction(
      (tx) => {
        const held = hashesOf(tx, draftId);
        if (held.includes(hash)) return done(null);
        if (held.length >= photosMaximum) return refusePhoto(photosFull);
        tx.insert(drafts)
          .values({ draftId, position: held.length, photoHash: hash, createdAt: now.toISOString() })
          .run();
        return done(null);
      },
      { behavior: 'immediate' },
    ),
  );
}

/** Removes a photo from an unfinished form; later ones move up. Removing an absent photo has no effect. */
export function removeDraftPhoto(db: Database, submissionId: string, hash: string): Promise<Outcome<null>> {
  const draftId = draftIdOf(submissionId);
  return commitWithOthers(db, () =>
    db.transaction(
      (tx) => {
        const held = hashesOf(tx, draftId);
        const position = held.indexOf(hash);
        if (position < 0) return done(null);
        tx.delete(drafts)
          .where(and(eq(drafts.draftId, draftId), eq(drafts.position, position)))
          .run();
        // One at a time, in order: a position must be free before the next photo moves into it.
        for (let from = position + 1; from < held.length; from += 1) {
          tx.update(drafts)
            .set({ position: from - 1 })
            .where(and(eq(drafts.draftId, draftId), eq(drafts.position, from)))
            .run();
        }
        return done(null);
      },
      { behavior: 'immediate' },
    ),
  );
}

/** Photos of an unfinished form, in the order they were added; at most ten. */
export function draftPhotos(db: Database, submissionId: string): StoredPhoto[] {
  return db
    .select({ hash: photos.hash, width: photos.width, height: photos.height })
    .from(drafts)
    .innerJoin(photos, eq(photos.hash, drafts.photoHash))
    .where(eq(drafts.draftId, draftIdOf(submissionId)))
    .orderBy(asc(drafts.position))
    .all();
}

/**
 * Deletes the photos of a form's draft once its listing refers to them; if the write fails, the cleanup job deletes
 * them.
 */
export function clearDraft(db: Database, submissionId: string): void {
  commitIfPossible(db, () => {
    db.delete(drafts)
      .where(eq(drafts.draftId, draftIdOf(submissionId)))
      .run();
  });
}
