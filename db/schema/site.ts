/** State of the site itself: idempotency keys, the content revision, seeds and keys. */
import { sql } from 'drizzle-orm';
import { blob, check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { createdAt, isTimestamp } from './columns';

/** Responses by idempotency key. Keys are stored as SHA-256, responses encrypted with the key. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    command: text('command').notNull(),
    keyHash: text('key_hash').notNull(),
    contentHash: text('content_hash').notNull(),
    encryptedResponse: blob('encrypted_response', { mode: 'buffer' }).notNull(),
    createdAt: createdAt(),
    /** SHA-256 of a secret that proves a client to be the one that got the response; null where there is none. */
    senderHash: text('sender_hash'),
  },
  (t) => [
    primaryKey({ columns: [t.command, t.keyHash] }),
    index('idempotency_keys_created').on(t.createdAt),
    check('idempotency_keys_key', sql`length(${t.keyHash}) = 64`),
    check('idempotency_keys_content', sql`length(${t.contentHash}) = 64`),
    check('idempotency_keys_created_at', isTimestamp(t.createdAt)),
  ],
);

/**
 * A single row, incremented in the same transaction as any write that could affect a public page: cached pages are
 * validated against it.
 */
export const contentRevision = sqliteTable(
  'content_revision',
  {
    id: integer('id').primaryKey(),
    revision: integer('revision').notNull(),
  },
  (t) => [check('content_revision_one_row', sql`${t.id} = 1`)],
);

/** Content hash of each seeded row, from which the built-in rows were last written. */
export const seeds = sqliteTable('seeds', {
  name: text('name').primaryKey(),
  contentHash: text('content_hash').notNull(),
  seededAt: text('seeded_at').notNull(),
});

/** Random keys of this database, generated on first use; they contain no personal data. */
export const siteKeys = sqliteTable('site_keys', {
  /** Purpose of the key. */
  name: text('name').primaryKey(),
  key: blob('key', { mode: 'buffer' }).notNull(),
});
