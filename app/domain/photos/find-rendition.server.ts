import type { Database } from '~db/connection';
import { statementsOf } from '../statements.server';
import type { PhotoWidth } from './limits';

const reads = statementsOf((sqlite) => ({
  rendition: sqlite
    .prepare<[string, number], Buffer>('SELECT webp FROM photo_renditions WHERE photo_hash = ? AND width = ?')
    .pluck(),
}));

/** The WebP bytes of a photo in one of its widths; null when there is no such photo. */
export const findRendition = (db: Database, hash: string, width: PhotoWidth): Buffer | null =>
  reads(db).rendition.get(hash, width) ?? null;
