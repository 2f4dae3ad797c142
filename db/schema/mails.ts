/** The mails that the site sends, and who wants none. */
import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { mailKinds, mailStates } from '../enums';
import { users } from './accounts';
import { createdAt, isTimestamp, oneOf } from './columns';

/**
 * The outbox: a row is written in the transaction of what it tells of, and names it. The words are made when it is sent,
 * so that no row repeats what a user wrote.
 */
export const mails = sqliteTable(
  'mails',
  {
    /** Also the Message-ID, which stays the same over all attempts. */
    id: text('id').primaryKey(),
    kind: text('kind', { enum: mailKinds }).notNull(),
    /** Id of what it tells of, such as a conversation; null for a recovery link and for reports. */
    aboutId: text('about_id'),
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** Where the recipient has no account, or is not looked up yet. */
    address: text('address'),
    /** How many events of its subject it tells of. */
    times: integer('times').notNull().default(1),
    state: text('state', { enum: mailStates }).notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    /** While it waits, when it is tried next; while a process has it, when that process has lost it. */
    dueAt: text('due_at').notNull(),
    /** Random name of the attempt that has it. */
    lease: text('lease'),
    /** SHA-256 of the secret in its link, where the recipient has no other way to what it tells of. */
    linkHash: text('link_hash'),
    /** Why the last attempt failed, as the mail server said it. */
    reason: text('reason'),
    createdAt: createdAt(),
    /** When it was sent, or given up. */
    settledAt: text('settled_at'),
  },
  (t) => [
    index('mails_due').on(t.dueAt).where(sql`settled_at is null`),
    index('mails_subject').on(t.kind, t.aboutId, t.userId, t.address, t.createdAt),
    index('mails_user').on(t.userId).where(sql`user_id is not null`),
    uniqueIndex('mails_link').on(t.linkHash).where(sql`link_hash is not null`),
    index('mails_settled').on(t.settledAt).where(sql`settled_at is not null`),
    index('mails_unsent').on(t.settledAt).where(sql`state in ('failed', 'unknown')`),
    check('mails_kind', oneOf(t.kind, mailKinds)),
    check('mails_state', oneOf(t.state, mailStates)),
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

/** Addresses that want no mail of a kind. */
export const mailStops = sqliteTable(
  'mail_stops',
  {
    /** SHA-256 of the address: a list of who wants no mail names no one. */
    addressHash: text('address_hash').notNull(),
    kind: text('kind', { enum: mailKinds }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.addressHash, t.kind] }),
    check('mail_stops_address', sql`length(${t.addressHash}) = 64`),
    check('mail_stops_kind', sql`${oneOf(t.kind, mailKinds)} and ${t.kind} <> 'recovery'`),
    check('mail_stops_created', isTimestamp(t.createdAt)),
  ],
);
