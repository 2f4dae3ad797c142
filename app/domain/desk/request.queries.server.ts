import { and, asc, count, desc, eq, getTableColumns, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { type RequestKind, requestKinds } from '~db/enums';
import { users } from '~db/schema/accounts';
import { deskNotes, deskRequests } from '~db/schema/desk';
import { contactMessages } from '~db/schema/requests';
import { memoizePrepared } from '~db/statements';
import { findRequestOfAppointment } from '../appointments/appointment.queries.server';
import { getServiceName } from '../content/service-types.server';
import { findFeedback } from '../feedback/feedback.server';
import { findMessage, isTagged } from '../messages/message.queries.server';
import { deskPageSize } from '../moderation/moderation';
import { findServiceRequest } from '../services/service.commands.server';
import { createPagination, isEqual, type OrderedRows, type Page, readPage } from '../shared/pagination.server';
import { normalizePhone, toPhoneKey } from '../shared/phone';
import {
  type DeskNote,
  type DeskRequest,
  finishedStatuses,
  maxSearchResults,
  requestStatuses,
  minSearchWordLength,
  waitingView,
} from './request';

/* Triggers keep `desk_requests` in sync (docs/product.md, "Requests at the desk"). For operators only. */

const { seq: _seq, assigneeId, ...columns } = getTableColumns(deskRequests);

const selected = { ...columns, assigneeId, assigneeName: users.name };
const isAssignee = eq(users.id, deskRequests.assigneeId);

const selectRequests = (db: Database) => db.select(selected).from(deskRequests).leftJoin(users, isAssignee);

type Row = ReturnType<ReturnType<typeof selectRequests>['all']>[number];

const toRequest = (db: Database, { assigneeId: id, assigneeName: name, ...row }: Row): DeskRequest => ({
  ...row,
  subject: row.kind === 'service' ? getServiceName(db, row.subject) : row.subject,
  assignee: id !== null && name !== null ? { id, name } : null,
});

const isWaiting = isNotNull(deskRequests.waitingSince);

const reads = memoizePrepared((db) => {
  const { placeholder } = sql;
  return {
    one: selectRequests(db)
      .where(eq(deskRequests.id, placeholder('id')))
      .prepare(),
    waiting: db
      .select({ kind: deskRequests.kind, isUrgent: deskRequests.isUrgent, requests: count() })
      .from(deskRequests)
      .where(isWaiting)
      .groupBy(deskRequests.kind, deskRequests.isUrgent)
      .prepare(),
    oldest: selectRequests(db).where(isWaiting).orderBy(asc(deskRequests.waitingSince)).limit(1).prepare(),
    notes: db
      .select({ id: deskNotes.id, author: users.name, text: deskNotes.text, createdAt: deskNotes.createdAt })
      .from(deskNotes)
      .leftJoin(users, eq(users.id, deskNotes.operatorId))
      .where(eq(deskNotes.requestId, placeholder('id')))
      .orderBy(desc(deskNotes.id))
      .limit(placeholder('most'))
      .prepare(),
  };
});

/** @returns null when there is no such request */
export function findDeskRequest(db: Database, id: string): DeskRequest | null {
  const row = reads(db).one.get({ id });
  return row ? toRequest(db, row) : null;
}

const maxNotes = 50;

export const findNotes = (db: Database, id: string): DeskNote[] => reads(db).notes.all({ id, most: maxNotes });

/** The text of a request as the customer sent it; null for a service request without a description. */
export function findTextOfRequest(db: Database, { id, kind }: { id: string; kind: RequestKind }): string | null {
  if (kind === 'message') return findMessage(db, id)?.message ?? null;
  if (kind === 'appointment') return findRequestOfAppointment(db, id);
  return kind === 'service'
    ? (findServiceRequest(db, id)?.description ?? null)
    : (findFeedback(db, id)?.message ?? null);
}

export function countWaitingRequests(db: Database): Record<RequestKind, { all: number; urgent: number }> {
  const rows = reads(db).waiting.all();
  const of = (kind: RequestKind) => {
    const own = rows.filter((row) => row.kind === kind);
    const sum = (all: typeof rows) => all.reduce((total, { requests }) => total + requests, 0);
    return { all: sum(own), urgent: sum(own.filter(({ isUrgent }) => isUrgent)) };
  };
  return {
    message: of('message'),
    service: of('service'),
    feedback: of('feedback'),
    appointment: of('appointment'),
  };
}

/** The request that has been waiting longest; null when none waits. */
export function findOldestWaiting(db: Database): DeskRequest | null {
  const row = reads(db).oldest.get();
  return row ? toRequest(db, row) : null;
}

export type RequestFilters = {
  kind?: RequestKind | undefined;
  /** A status, `waiting`, or `all`. */
  status: string;
  priority?: string | undefined;
  category?: string | undefined;
  tag?: string | undefined;
  /** Id of an operator, or `none`. */
  assignee?: string | undefined;
  /** Words of a reference, name, phone, email or subject. */
  q?: string | undefined;
};

/** A phone number by its digits, a reference without its dash. @returns null when no word is long enough */
export function createRequestSearchQuery(q: string): string | null {
  const isPhone = /^[\d\s()+-]+$/.test(normalizePhone(q));
  const words = isPhone ? [toPhoneKey(q)] : q.split(/\s+/);
  const known = words
    .map((word) => (/^[0-9a-f]{4}-[0-9a-f]{4}$/i.test(word) ? word.replace('-', '') : word))
    .filter((word) => [...word].length >= minSearchWordLength);
  return known.length === 0 ? null : known.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ');
}

/** The newest results of a search. They come first in a join: the planner may prefer to read all requests. */
const selectFound = (query: string): SQL =>
  sql`(SELECT rowid AS seq FROM desk_search WHERE desk_search MATCH ${query}
        ORDER BY rowid DESC LIMIT ${maxSearchResults}) found`;
const isFound = eq(deskRequests.seq, sql`found.seq`);

function createStatusCondition(status: string): SQL | undefined {
  if (status === waitingView) return isWaiting;
  return status === 'all' ? undefined : eq(deskRequests.status, status);
}

/** Urgent requests first, then the longest waiting; finished ones, and the list of all, newest first. */
function createOrder(status: string): SQL[] {
  if (status === waitingView) return [desc(deskRequests.isUrgent), asc(deskRequests.waitingSince)];
  if (status === 'all') return [desc(deskRequests.createdAt)];
  return finishedStatuses.has(status)
    ? [desc(deskRequests.createdAt)]
    : [desc(deskRequests.isUrgent), asc(deskRequests.createdAt)];
}

/** A search covers every status unless one is given. @param page from 1; a page past the last is empty */
export function findRequests(
  db: Database,
  { kind, status, priority, category, tag, assignee, q }: RequestFilters,
  { page, limit = deskPageSize }: { page: number; limit?: number },
): Page<DeskRequest> {
  const query = q === undefined ? null : createRequestSearchQuery(q);
  if (q !== undefined && query === null) return { items: [], pagination: createPagination({ page, limit }, 0) };
  const ofMessages = category !== undefined || tag !== undefined;
  const messages = db
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(and(isEqual(contactMessages.category, category), isTagged(db, tag)));
  const filters = and(
    isEqual(deskRequests.kind, kind),
    createStatusCondition(status),
    isEqual(deskRequests.priority, priority),
    assignee === 'none' ? isNull(deskRequests.assigneeId) : isEqual(deskRequests.assigneeId, assignee),
    ofMessages ? inArray(deskRequests.id, messages) : undefined,
  );
  // A plus, so that what was found is looked up by row numbers, and not by a filter.
  const where = query === null ? filters : and(isFound, filters && sql`+(${filters})`);
  const isSearchOfAll = query !== null && status === 'all';
  const order = isSearchOfAll
    ? [
        sql`${deskRequests.waitingSince} IS NULL`,
        desc(deskRequests.isUrgent),
        sql`coalesce(${deskRequests.waitingSince}, ${deskRequests.createdAt})`,
      ]
    : createOrder(status);
  const found = query === null ? null : selectFound(query);
  const rows: OrderedRows<Row> = found
    ? db
        .select(selected)
        .from(found)
        .crossJoin(deskRequests)
        .leftJoin(users, isAssignee)
        .where(where)
        .orderBy(...order)
    : selectRequests(db)
        .where(where)
        .orderBy(...order);
  const counted = db
    .select({ rows: count() })
    .from(found ? sql`${found} CROSS JOIN ${deskRequests}` : sql`${deskRequests}`)
    .where(where)
    .get();
  const { items, pagination } = readPage(rows, counted?.rows ?? 0, { page, limit });
  return { items: items.map((row) => toRequest(db, row)), pagination };
}

export const getRequestViews = (kind: RequestKind | null): string[] => [
  waitingView,
  ...new Set((kind === null ? requestKinds : [kind]).flatMap((one) => requestStatuses[one])),
  'all',
];
