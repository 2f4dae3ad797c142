/** Re-encoded renditions, never the uploaded bytes; identified by the SHA-256 of the widest rendition. */
import { sql } from 'drizzle-orm';
import { blob, check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { createdAt, isTimestamp } from './columns';

export const photos = sqliteTable(
  'photos',
  {
    hash: text('hash').primaryKey(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    createdAt: createdAt(),
    bytes: integer('bytes').notNull().default(0),
    /**
     * Keyed hash of the uploader's network, valid while the server runs, because the key is not stored. Null for photos
     * older than the quota.
     */
    source: text('source'),
    /** Maintained by triggers. Drafts do not count as a use. */
    isUnused: integer('is_unused', { mode: 'boolean' }).notNull().default(true),
  },
  (t) => [
    index('photos_created').on(t.createdAt),
    index('photos_unused').on(t.source, t.bytes).where(sql`${t.isUnused} = 1`),
    check('photos_hash', sql`length(${t.hash}) = 64`),
    check('photos_size', sql`${t.width} > 0 and ${t.height} > 0`),
    check('photos_created_at', isTimestamp(t.createdAt)),
  ],
);

export const photoRenditions = sqliteTable(
  'photo_renditions',
  {
    photoHash: text('photo_hash')
      .notNull()
      .references(() => photos.hash, { onDelete: 'cascade' }),
    /** A smaller photo is never enlarged. */
    width: integer('width').notNull(),
    webp: blob('webp', { mode: 'buffer' }).notNull(),
    /** SHA-256 of `webp`, by which a damaged rendition is recognized when it is read. */
    checksum: text('checksum').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.photoHash, t.width] }),
    check('photo_renditions_width', sql`${t.width} > 0`),
    check('photo_renditions_webp', sql`length(${t.webp}) > 0`),
    check('photo_renditions_checksum', sql`length(${t.checksum}) = 64`),
  ],
);

/** Photos already accepted for an unfinished form. The draft's id is the SHA-256 of the form's idempotency key. */
export const draftPhotos = sqliteTable(
  'draft_photos',
  {
    draftId: text('draft_id').notNull(),
    position: integer('position').notNull(),
    photoHash: text('photo_hash')
      .notNull()
      .references(() => photos.hash),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.draftId, t.position] }),
    index('draft_photos_photo').on(t.photoHash),
    index('draft_photos_created').on(t.createdAt),
    check('draft_photos_position', sql`${t.position} between 0 and 9`),
    check('draft_photos_draft', sql`length(${t.draftId}) = 64`),
    check('draft_photos_created_at', isTimestamp(t.createdAt)),
  ],
);
