import { sql } from 'drizzle-orm';
import { blob, check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { leadMailTimes, mailKinds, mailStates, settingNames } from '../enums';
import { users } from './accounts';
import { createdAt, isOneOf, isTimestamp } from './columns';

/** Responses by idempotency key. Keys are stored as SHA-256, responses encrypted with the key. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    command: text('command').notNull(),
    keyHash: text('key_hash').notNull(),
    contentHash: text('content_hash').notNull(),
    encryptedResponse: blob('encrypted_response', { mode: 'buffer' }).notNull(),
    createdAt: createdAt(),
    /** SHA-256 of a secret that proves that a client got the first response; null if it had none. */
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

export const siteClock = sqliteTable(
  'site_clock',
  {
    id: integer('id').primaryKey(),
    seenAt: text('seen_at').notNull(),
    doubtedAt: text('doubted_at'),
    /** Milliseconds for which the site has run since then. */
    passedMs: integer('passed_ms').notNull().default(0),
  },
  (t) => [
    check('site_clock_one_row', sql`${t.id} = 1`),
    check('site_clock_seen', isTimestamp(t.seenAt)),
    check('site_clock_doubted', isTimestamp(t.doubtedAt)),
    check('site_clock_passed', sql`${t.passedMs} >= 0`),
  ],
);

export const seeds = sqliteTable('seeds', {
  name: text('name').primaryKey(),
  contentHash: text('content_hash').notNull(),
  seededAt: text('seeded_at').notNull(),
});

/** Generated on first use; they contain no personal data. */
export const siteKeys = sqliteTable('site_keys', {
  name: text('name').primaryKey(),
  key: blob('key', { mode: 'buffer' }).notNull(),
});

/**
 * The outbox: a row is written in the transaction of the event that it reports, and refers to it. The text is composed
 * when it is sent, so that no row repeats what a user wrote.
 */
export const mails = sqliteTable(
  'mails',
  {
    /** Also the Message-ID, which stays the same over all attempts. */
    id: text('id').primaryKey(),
    kind: text('kind', { enum: mailKinds }).notNull(),
    /** Null for a recovery link and for reports. */
    aboutId: text('about_id'),
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** If the recipient has no account, or the account is not looked up yet. */
    address: text('address'),
    times: integer('times').notNull().default(1),
    state: text('state', { enum: mailStates }).notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    /** While a process has it, the end of its lease. */
    dueAt: text('due_at').notNull(),
    lease: text('lease'),
    /** SHA-256 of the secret in its link, if the recipient has no other access to its subject. */
    linkHash: text('link_hash'),
    reason: text('reason'),
    createdAt: createdAt(),
    settledAt: text('settled_at'),
  },
  (t) => [
    index('mails_due').on(t.dueAt).where(sql`settled_at is null`),
    index('mails_subject').on(t.kind, t.aboutId, t.userId, t.address, t.createdAt),
    index('mails_address').on(t.address, t.state).where(sql`address is not null`),
    index('mails_user').on(t.userId).where(sql`user_id is not null`),
    uniqueIndex('mails_link').on(t.linkHash).where(sql`link_hash is not null`),
    index('mails_settled').on(t.settledAt).where(sql`settled_at is not null`),
    index('mails_unsent').on(t.settledAt).where(sql`state in ('failed', 'unknown')`),
    check('mails_kind', isOneOf(t.kind, mailKinds)),
    check('mails_state', isOneOf(t.state, mailStates)),
    check('mails_recipient', sql`(${t.userId} is null) <> (${t.address} is null)`),
    check('mails_times', sql`${t.times} > 0`),
    check('mails_attempts', sql`${t.attempts} >= 0`),
    check('mails_leased', sql`(${t.state} in ('claimed', 'sending')) = (${t.lease} is not null)`),
    check('mails_link_hash', sql`length(${t.linkHash}) = 64`),
    check('mails_settles', sql`(${t.state} in ('sent', 'failed', 'unknown')) = (${t.settledAt} is not null)`),
    check('mails_due_at', isTimestamp(t.dueAt)),
    check('mails_created', isTimestamp(t.createdAt)),
    check('mails_settled_at', isTimestamp(t.settledAt)),
  ],
);

/** How members of the team hear of new customers; without a row, not at all. */
export const teamNotices = sqliteTable(
  'team_notices',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null: no mail. */
    mailTime: text('mail_time', { enum: leadMailTimes }),
    /** The newest request of the desk that had a notice. */
    lastSeq: integer('told_seq').notNull().default(0),
    /** Mails since the beginning of the hour in which they are counted. */
    hourBeganAt: text('hour_began_at'),
    mailsInHour: integer('mails_in_hour').notNull().default(0),
    /** SHA-256 of the key in the address of the feed; null: there is none. */
    feedHash: text('feed_hash'),
  },
  (t) => [
    index('team_notices_mailed').on(t.userId).where(sql`mail_time is not null`),
    uniqueIndex('team_notices_feed').on(t.feedHash).where(sql`feed_hash is not null`),
    check('team_notices_time', isOneOf(t.mailTime, leadMailTimes)),
    check('team_notices_told', sql`${t.lastSeq} >= 0`),
    check('team_notices_hour', isTimestamp(t.hourBeganAt)),
    check('team_notices_mails', sql`${t.mailsInHour} >= 0`),
    check('team_notices_hash', sql`length(${t.feedHash}) = 64`),
  ],
);

export const mailStops = sqliteTable(
  'mail_stops',
  {
    /** SHA-256 of the address, so that the list reveals no address. */
    addressHash: text('address_hash').notNull(),
    kind: text('kind', { enum: mailKinds }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.addressHash, t.kind] }),
    check('mail_stops_address', sql`length(${t.addressHash}) = 64`),
    check('mail_stops_kind', sql`${isOneOf(t.kind, mailKinds)} and ${t.kind} <> 'recovery'`),
    check('mail_stops_created', isTimestamp(t.createdAt)),
  ],
);

/**
 * Every version of every setting of the shop. The row with the highest id of a name is the present one; without a row,
 * the default that the site ships with.
 */
export const settingVersions = sqliteTable(
  'setting_versions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    name: text('name', { enum: settingNames }).notNull(),
    /** JSON, as its schema in `app/domain/content/` wants it; null for the default again. */
    value: text('value'),
    /** Null if it was taken over from a data file. */
    savedBy: text('saved_by'),
    createdAt: createdAt(),
  },
  (t) => [
    index('setting_versions_name').on(t.name, t.id),
    check('setting_versions_known', isOneOf(t.name, settingNames)),
    check('setting_versions_value', sql`${t.value} is null or json_valid(${t.value})`),
    check('setting_versions_created', isTimestamp(t.createdAt)),
  ],
);

/**
 * A row only while the site waits for its first operator, by the link with the token, or while that operator sets the
 * shop up.
 */
export const siteSetup = sqliteTable(
  'site_setup',
  {
    id: integer('id').primaryKey(),
    /** SHA-256 of the token. */
    tokenHash: text('token_hash'),
    ownerId: text('owner_id').references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [
    index('site_setup_owner').on(t.ownerId).where(sql`owner_id is not null`),
    check('site_setup_one_row', sql`${t.id} = 1`),
    check('site_setup_state', sql`(${t.tokenHash} is null) <> (${t.ownerId} is null)`),
    check('site_setup_token', sql`length(${t.tokenHash}) = 64`),
    check('site_setup_created', isTimestamp(t.createdAt)),
  ],
);

/** What an operator looks at before saving it: shown for ten minutes to the browser with its secret in a cookie. */
export const settingDrafts = sqliteTable(
  'setting_drafts',
  {
    operatorId: text('operator_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name', { enum: settingNames }).notNull(),
    value: text('value').notNull(),
    secretHash: text('secret_hash').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.operatorId, t.name] }),
    index('setting_drafts_secret').on(t.secretHash),
    index('setting_drafts_created').on(t.createdAt),
    check('setting_drafts_known', isOneOf(t.name, settingNames)),
    check('setting_drafts_value', sql`json_valid(${t.value})`),
    check('setting_drafts_secret_hash', sql`length(${t.secretHash}) = 64`),
    check('setting_drafts_created_at', isTimestamp(t.createdAt)),
  ],
);

/** Logos of the shop, re-encoded; kept as long as a version of the look refers to them. */
export const shopLogos = sqliteTable(
  'shop_logos',
  {
    hash: text('hash').primaryKey(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    webp: blob('webp', { mode: 'buffer' }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check('shop_logos_hash', sql`length(${t.hash}) = 64`),
    check('shop_logos_size', sql`${t.width} > 0 and ${t.height} > 0`),
    check('shop_logos_webp', sql`length(${t.webp}) > 0`),
    check('shop_logos_created', isTimestamp(t.createdAt)),
  ],
);
