import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { draftPhotos as drafts } from '~db/schema/photos';
import { sha256 } from '../shared/secrets.server';
import { commitInGroup } from '../shared/group-commit.server';
import { ok, type Result } from '../shared/result';
import { createGonePhotosError, createPhotoError, maxPhotos } from './photo';

/** A form's idempotency key grants access to its photos, so the database stores only its SHA-256. */
const deriveDraftId = sha256;

type Reader = Pick<Database, 'select'>;

const findHashes = (db: Reader, draftId: string): string[] =>
  db
    .select({ hash: drafts.photoHash })
    .from(drafts)
    .where(eq(drafts.draftId, draftId))
    .orderBy(asc(drafts.position))
    .all()
    .map(({ hash }) => hash);

/** Keeps removed photos, to which *Back* leads. @returns 'photos_full', or 'unavailable' without the database */
export function addDraftPhoto(
  db: Database,
  idempotencyKey: string,
  hash: string,
  named: readonly string[],
  now: Date,
): Promise<Result<null>> {
  const draftId = deriveDraftId(idempotencyKey);
  return commitInGroup(db, () =>
    db.transaction(
      (tx) => {
        const hashes = findHashes(tx, draftId);
        if (hashes.includes(hash)) return ok(null);
        const isFull = hashes.length >= maxPhotos;
        const position = isFull ? hashes.findIndex((stored) => !named.includes(stored)) : hashes.length;
        if (position < 0) return createPhotoError({ code: 'photos_full' });
        if (isFull)
          tx.delete(drafts)
            .where(and(eq(drafts.draftId, draftId), eq(drafts.position, position)))
            .run();
        tx.insert(drafts).values({ draftId, position, photoHash: hash, createdAt: now.toISOString() }).run();
        return ok(null);
      },
      { behavior: 'immediate' },
    ),
  );
}

export const findDraftPhotos = (db: Reader, idempotencyKey: string): string[] =>
  findHashes(db, deriveDraftId(idempotencyKey));

export type FormPhotosInput = {
  /** Content hashes, in display order; absent when a change keeps the photos. */
  photos?: readonly string[] | undefined;
  /** Idempotency key of the form; absent for the API, which has just stored the photos. */
  draft?: string | undefined;
};

/** In the transaction of the command, so that only success ends a draft. @returns 'invalid' for photos that are gone */
export function completeDraft(
  db: Pick<Database, 'select' | 'delete'>,
  { photos = [], draft }: FormPhotosInput,
  owned: readonly string[],
): Result<null> {
  if (draft === undefined) return ok(null);
  const draftId = deriveDraftId(draft);
  const available = [...owned, ...findHashes(db, draftId)];
  const gone = photos.flatMap((hash, index) => (available.includes(hash) ? [] : [index + 1]));
  if (gone.length > 0) return createGonePhotosError(gone);
  db.delete(drafts).where(eq(drafts.draftId, draftId)).run();
  return ok(null);
}
