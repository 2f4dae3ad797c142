/** What the desk knows of the requests of customers, and what its operators write about them. */
import { desc, sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { requestKinds } from '../enums';
import { users } from './accounts';
import { createdAt, isNotBlank, isTimestamp, oneOf, updatedAt, version, yesOrNo } from './columns';

/**
 * Every contact message, service request, feedback and visit in one list, for the operator desk. Triggers keep its rows in step
 * with those tables and with the conversation about each request; only `assigneeId` is written by the application. The
 * full-text table `desk_search` finds its rows.
 */
export const deskRequests = sqliteTable(
  'desk_requests',
  {
    seq: integer('seq').primaryKey(),
    /** The id of the message, service request, feedback or appointment. */
    id: text('id').notNull(),
    kind: text('kind', { enum: requestKinds }).notNull(),
    /** The subject; of a service request the id of the service, of a visit what it is for. */
    subject: text('subject').notNull(),
    /** Name of the sender; null for anonymous feedback. */
    name: text('name'),
    /** One of the statuses of its kind. */
    status: text('status').notNull(),
    /** One of the priorities of its kind; a visit has none. */
    priority: text('priority'),
    /** Has the highest priority of its kind. */
    isUrgent: yesOrNo('is_urgent'),
    /** Since when the last word is the customer's; null while nothing waits for an operator. */
    waitingSince: text('waiting_since'),
    /** The operator who takes care of it. */
    assigneeId: text('assignee_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('desk_requests_id').on(t.id),
    index('desk_requests_waiting').on(desc(t.isUrgent), t.waitingSince).where(sql`waiting_since is not null`),
    index('desk_requests_kind_waiting')
      .on(t.kind, desc(t.isUrgent), t.waitingSince)
      .where(sql`waiting_since is not null`),
    index('desk_requests_oldest').on(t.waitingSince).where(sql`waiting_since is not null`),
    index('desk_requests_newest').on(t.createdAt),
    index('desk_requests_kind').on(t.kind, t.createdAt),
    index('desk_requests_status').on(t.kind, t.status, desc(t.isUrgent), t.createdAt),
    index('desk_requests_assignee').on(t.assigneeId, t.createdAt).where(sql`assignee_id is not null`),
    check('desk_requests_kind_known', oneOf(t.kind, requestKinds)),
    check('desk_requests_priority', sql`(${t.priority} is null) = (${t.kind} = 'appointment')`),
    check('desk_requests_waiting_valid', isTimestamp(t.waitingSince)),
    check('desk_requests_created', isTimestamp(t.createdAt)),
  ],
);

/** Internal notes of operators about a request. No query for customers reads this table. */
export const deskNotes = sqliteTable(
  'desk_notes',
  {
    id: integer('id').primaryKey(),
    requestId: text('request_id')
      .notNull()
      .references(() => deskRequests.id, { onDelete: 'cascade' }),
    /** Its author; null once the account is deleted. */
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

/** Replies that operators write once and put into their answers. */
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
