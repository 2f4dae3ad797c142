import { desc, sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import {
  auditSubjects,
  conversationSides,
  publicSubjects,
  reportedSubjects,
  reportReasons,
  requestKinds,
} from '../enums';
import { manageKeys, users } from './accounts';
import { createdAt, isDay, isNotBlank, isOneOf, isTimestamp, updatedAt, version, yesOrNo } from './columns';

/**
 * Every contact message, service request, feedback and visit in one list, for the operator desk. Triggers keep its rows in
 * sync with those tables and with the conversation about each request; only `assigneeId` is written by the application.
 * The full-text table `desk_search` indexes its rows.
 */
export const deskRequests = sqliteTable(
  'desk_requests',
  {
    seq: integer('seq').primaryKey(),
    id: text('id').notNull(),
    kind: text('kind', { enum: requestKinds }).notNull(),
    subject: text('subject').notNull(),
    /** Null for anonymous feedback. */
    name: text('name'),
    status: text('status').notNull(),
    priority: text('priority'),
    isUrgent: yesOrNo('is_urgent'),
    waitingSince: text('waiting_since'),
    assigneeId: text('assignee_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('desk_requests_id').on(t.id),
    index('desk_requests_kind_waiting')
      .on(t.kind, desc(t.isUrgent), t.waitingSince)
      .where(sql`waiting_since is not null`),
    index('desk_requests_kind_oldest').on(t.kind, t.waitingSince).where(sql`waiting_since is not null`),
    index('desk_requests_oldest').on(t.waitingSince).where(sql`waiting_since is not null`),
    index('desk_requests_newest').on(t.createdAt),
    index('desk_requests_kind').on(t.kind, t.createdAt),
    index('desk_requests_status').on(t.kind, t.status, desc(t.isUrgent), t.createdAt),
    index('desk_requests_assignee').on(t.assigneeId, t.createdAt).where(sql`assignee_id is not null`),
    check('desk_requests_kind_known', isOneOf(t.kind, requestKinds)),
    check('desk_requests_priority', sql`(${t.priority} is null) = (${t.kind} = 'appointment')`),
    check('desk_requests_waiting_valid', isTimestamp(t.waitingSince)),
    check('desk_requests_created', isTimestamp(t.createdAt)),
  ],
);

/** What operators set about a request: whether it is important or spam, and the next step with its day. */
export const deskFollowUps = sqliteTable(
  'desk_follow_ups',
  {
    requestId: text('request_id')
      .primaryKey()
      .references(() => deskRequests.id, { onDelete: 'cascade' }),
    isFlagged: yesOrNo('is_flagged'),
    isSpam: yesOrNo('is_spam'),
    nextStep: text('next_step'),
    dueOn: text('due_on'),
  },
  (t) => [
    index('desk_follow_ups_due').on(t.dueOn).where(sql`due_on is not null`),
    index('desk_follow_ups_spam').on(t.requestId).where(sql`is_spam = 1`),
    check('desk_follow_ups_step', isNotBlank(t.nextStep)),
    check('desk_follow_ups_both', sql`(${t.nextStep} is null) = (${t.dueOn} is null)`),
    check('desk_follow_ups_day', isDay(t.dueOn)),
  ],
);

/** Senders from whom the business takes nothing, by the hash of an email address, a phone number or an account. */
export const deskBlocks = sqliteTable(
  'desk_blocks',
  {
    senderHash: text('sender_hash').primaryKey(),
    /** What the operators see: the name of the sender, and what of it is blocked. */
    name: text('name').notNull(),
    createdAt: createdAt(),
    /** Null: until an operator ends it. */
    until: text('until'),
  },
  (t) => [
    index('desk_blocks_newest').on(t.createdAt),
    check('desk_blocks_hash', sql`length(${t.senderHash}) = 64`),
    check('desk_blocks_name', isNotBlank(t.name)),
    check('desk_blocks_created', isTimestamp(t.createdAt)),
    check('desk_blocks_until', isTimestamp(t.until)),
  ],
);

/** No query for customers reads this table. */
export const deskNotes = sqliteTable(
  'desk_notes',
  {
    id: integer('id').primaryKey(),
    requestId: text('request_id')
      .notNull()
      .references(() => deskRequests.id, { onDelete: 'cascade' }),
    /** Null once the account is deleted. */
    operatorId: text('operator_id').references(() => users.id, { onDelete: 'set null' }),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('desk_notes_request').on(t.requestId, t.id),
    index('desk_notes_operator').on(t.operatorId).where(sql`operator_id is not null`),
    check('desk_notes_text', isNotBlank(t.text)),
    check('desk_notes_created', isTimestamp(t.createdAt)),
  ],
);

export const savedReplies = sqliteTable(
  'saved_replies',
  {
    id: text('id').primaryKey(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('saved_replies_title').on(t.title),
    check('saved_replies_title_given', isNotBlank(t.title)),
    check('saved_replies_text', isNotBlank(t.text)),
    check('saved_replies_created', isTimestamp(t.createdAt)),
    check('saved_replies_updated', isTimestamp(t.updatedAt)),
  ],
);

/**
 * Reports of published content. A report refers to its subject by kind and id; triggers delete it with the subject, and
 * send a reported subject back to the operators' check.
 */
export const reports = sqliteTable(
  'reports',
  {
    id: text('id').primaryKey(),
    aboutKind: text('about_kind', { enum: reportedSubjects }).notNull(),
    aboutId: text('about_id').notNull(),
    reason: text('reason', { enum: reportReasons }).notNull(),
    comment: text('comment'),
    /** If signed in: visible to operators only. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Null for all other content, which is public. */
    fromSide: text('from_side', { enum: conversationSides }),
    isSuspect: yesOrNo('is_suspect'),
    createdAt: createdAt(),
    settledAt: text('settled_at'),
  },
  (t) => [
    index('reports_open').on(t.aboutKind, t.aboutId, t.createdAt).where(sql`settled_at is null and is_suspect = 0`),
    index('reports_about').on(t.aboutKind, t.aboutId, t.createdAt),
    index('reports_reporter').on(t.userId).where(sql`user_id is not null`),
    uniqueIndex('reports_one_each')
      .on(t.userId, t.aboutKind, t.aboutId)
      .where(sql`user_id is not null and settled_at is null`),
    check('reports_kind', isOneOf(t.aboutKind, reportedSubjects)),
    check('reports_reason', isOneOf(t.reason, reportReasons)),
    check('reports_comment', isNotBlank(t.comment)),
    check('reports_side', isOneOf(t.fromSide, conversationSides)),
    check('reports_created', isTimestamp(t.createdAt)),
    check('reports_settled', isTimestamp(t.settledAt)),
  ],
);

export const removalNotices = sqliteTable(
  'removal_notices',
  {
    id: integer('id').primaryKey(),
    kind: text('kind', { enum: publicSubjects }).notNull(),
    name: text('name').notNull(),
    /** Null when none was required. */
    reason: text('reason'),
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    manageKeyId: text('manage_key_id').references(() => manageKeys.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [
    index('removal_notices_user').on(t.userId, t.createdAt).where(sql`user_id is not null`),
    index('removal_notices_key').on(t.manageKeyId, t.createdAt).where(sql`manage_key_id is not null`),
    check('removal_notices_kind', isOneOf(t.kind, publicSubjects)),
    check('removal_notices_name', isNotBlank(t.name)),
    check('removal_notices_owner', sql`(${t.userId} is null) <> (${t.manageKeyId} is null)`),
    check('removal_notices_created', isTimestamp(t.createdAt)),
  ],
);

/**
 * Audit events: which operator did what to which item, when and why. Triggers reject every update. The operator is
 * recorded by name, without foreign keys, so that deleting an account or a listing removes no entry; it contains no
 * confidential user input.
 */
export const auditEvents = sqliteTable(
  'audit_events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    operatorId: text('operator_id').notNull(),
    operatorName: text('operator_name').notNull(),
    subject: text('subject', { enum: auditSubjects }).notNull(),
    subjectId: text('subject_id').notNull(),
    title: text('title').notNull(),
    /** 'hidden', 'status: resolved'. */
    action: text('action').notNull(),
    reason: text('reason'),
    createdAt: createdAt(),
  },
  (t) => [
    index('audit_events_subject').on(t.subject, t.subjectId, t.id),
    index('audit_events_kind').on(t.subject, t.id),
    index('audit_events_operator').on(t.operatorId, t.id),
    index('audit_events_created').on(t.createdAt),
    check('audit_events_subject_known', isOneOf(t.subject, auditSubjects)),
    check('audit_events_action', isNotBlank(t.action)),
    check('audit_events_created', isTimestamp(t.createdAt)),
  ],
);
