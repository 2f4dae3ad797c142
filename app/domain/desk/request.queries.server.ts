import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database } from '~db/connection';
import { type AppointmentKind, type RequestKind, requestKinds } from '~db/enums';
import { users } from '~db/schema/accounts';
import { appointments } from '~db/schema/appointments';
import { deskFollowUps, deskNotes, deskRequests } from '~db/schema/desk';
import { contactMessages, feedback, serviceRequests } from '~db/schema/requests';
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
  endedStatuses,
  finishedStatuses,
  maxSearchResults,
  minSearchWordLength,
  waitingView,
} from './request';

/* Triggers keep `desk_requests` in sync (docs/product.md, "Requests at the desk"). For operators only. */

const { seq: _seq, assigneeId, ...columns } = getTableColumns(deskRequests);

/** Looked up one by one: a join would change the plans of the lists. */
const followUp = <Value>(column: AnySQLiteColumn): SQL<Value | null> =>
  sql`(SELECT ${column} FROM ${deskFollowUps} WHERE ${deskFollowUps.requestId} = ${deskRequests.id})`;

const selected = {
  ...columns,
  assigneeId,
  assigneeName: users.name,
  isFlagged: followUp<number>(deskFollowUps.isFlagged),
  isSpam: followUp<number>(deskFollowUps.isSpam),
  nextStep: followUp<string>(deskFollowUps.nextStep),
  dueOn: followUp<string>(deskFollowUps.dueOn),
};
const isAssignee = eq(users.id, deskRequests.assigneeId);
const isFollowUp = eq(deskFollowUps.requestId, deskRequests.id);

const selectRequests = (db: Database) => db.select(selected).from(deskRequests).leftJoin(users, isAssignee);

type Row = ReturnType<ReturnType<typeof selectRequests>['all']>[number];

const toRequest = (
  db: Database,
  { assigneeId: id, assigneeName: name, isFlagged, isSpam, ...row }: Row,
): DeskRequest => ({
  ...row,
  isFlagged: isFlagged === 1,
  isSpam: isSpam === 1,
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
  const terms = words
    .map((word) => (/^[0-9a-f]{4}-[0-9a-f]{4}$/i.test(word) ? word.replace('-', '') : word))
    .filter((word) => [...word].length >= minSearchWordLength);
  return terms.length === 0 ? null : terms.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ');
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

/** The longest waiting first, independent of the customer's priority; finished ones, and the list of all, newest first. */
function createOrder(status: string): SQL[] {
  if (status === waitingView) return [asc(deskRequests.waitingSince), asc(deskRequests.seq)];
  if (status === 'all') return [desc(deskRequests.createdAt)];
  return finishedStatuses.has(status)
    ? [desc(deskRequests.createdAt)]
    : [desc(deskRequests.isUrgent), asc(deskRequests.createdAt)];
}

/** @param ids subquery with a column `id` @param page from 1 */
export function findRequestsAmong(
  db: Database,
  ids: SQL,
  total: number,
  page: number,
  limit = deskPageSize,
): Page<DeskRequest> {
  const rows = db
    .select(selected)
    .from(sql`(${ids}) own`)
    .crossJoin(deskRequests)
    .leftJoin(users, isAssignee)
    .where(eq(deskRequests.id, sql`own.id`))
    .orderBy(desc(deskRequests.createdAt), desc(deskRequests.seq));
  const { items, pagination } = readPage(rows, total, { page, limit });
  return { items: items.map((row) => toRequest(db, row)), pagination };
}

const isEnded = or(
  ...requestKinds.map((kind) =>
    and(eq(deskRequests.kind, kind), inArray(deskRequests.status, [...endedStatuses[kind]])),
  ),
);

/** Lists of the desk beside those by status: what has a next step, what is done, and what was spam. */
const followUpViews = {
  lead: { where: isNotNull(deskFollowUps.dueOn), order: [asc(deskFollowUps.dueOn), asc(deskRequests.seq)] },
  done: {
    // A plus, so that the newest are read, and not all that ended.
    where: and(sql`+(${isEnded})`, sql`coalesce(${deskFollowUps.isSpam}, 0) = 0`),
    order: [desc(deskRequests.seq)],
  },
  spam: {
    where: sql`${deskFollowUps.isSpam} = 1`,
    // A plus, so that the marked ones are read and sorted, and not all requests.
    order: [desc(sql`+${deskRequests.createdAt}`), desc(sql`+${deskRequests.seq}`)],
  },
} as const;
export type FollowUpView = keyof typeof followUpViews;

const countFollowUps = (db: Database, where: SQL | undefined): number =>
  db.select({ rows: count() }).from(deskFollowUps).where(where).get()?.rows ?? 0;

const countEnded = (db: Database): number =>
  db.select({ rows: count() }).from(deskRequests).where(isEnded).get()?.rows ?? 0;

/** @param page from 1; a page past the last is empty */
export function findFollowUps(db: Database, view: FollowUpView, { page }: { page: number }): Page<DeskRequest> {
  const { where, order } = followUpViews[view];
  const spam = countFollowUps(db, followUpViews.spam.where);
  const total =
    view === 'done' ? countEnded(db) - spam : view === 'spam' ? spam : countFollowUps(db, followUpViews.lead.where);
  const rows = selectRequests(db)
    .leftJoin(deskFollowUps, isFollowUp)
    .where(where)
    .orderBy(...order);
  const { items, pagination } = readPage(rows, total, { page, limit: deskPageSize });
  return { items: items.map((row) => toRequest(db, row)), pagination };
}

/** Number of next steps that are due. @param day `YYYY-MM-DD` */
export const countDueSteps = (db: Database, day: string): number =>
  db.select({ rows: count() }).from(deskFollowUps).where(lte(deskFollowUps.dueOn, day)).get()?.rows ?? 0;

/** Where a waiting request is in the order of the queue: the one after it is the next to be answered. */
const cursorPattern = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)_(\d+)$/;

/** @returns null when it does not wait */
export function findQueuePosition(db: Database, id: string): string | null {
  const row = db
    .select({ since: deskRequests.waitingSince, seq: deskRequests.seq })
    .from(deskRequests)
    .where(eq(deskRequests.id, id))
    .get();
  return row && row.since !== null ? `${row.since}_${row.seq}` : null;
}

type QueueFilters = Pick<RequestFilters, 'kind' | 'assignee'> & {
  /** The operator who answers: requests of other operators are left out unless `assignee` says otherwise. */
  operatorId: string;
};

/** The oldest that waits after a position of the queue; null at its end. @param after from `findQueuePosition`, or null */
export function findNextWaiting(
  db: Database,
  { kind, assignee, operatorId }: QueueFilters,
  after: string | null,
): DeskRequest | null {
  const [, since, seq] = cursorPattern.exec(after ?? '') ?? [];
  const row = selectRequests(db)
    .where(
      and(
        isWaiting,
        isEqual(deskRequests.kind, kind),
        assignee === undefined
          ? or(isNull(deskRequests.assigneeId), eq(deskRequests.assigneeId, operatorId))
          : isAssignedTo(assignee),
        since === undefined
          ? undefined
          : sql`(${deskRequests.waitingSince}, ${deskRequests.seq}) > (${since}, ${Number(seq)})`,
      ),
    )
    .orderBy(...createOrder(waitingView))
    .limit(1)
    .get();
  return row ? toRequest(db, row) : null;
}

/** What the customer wrote last, or a visit's time: the line of each request in a list. */
export type RequestLine = {
  id: string;
  text: string | null;
  rating: number | null;
  visit: { kind: AppointmentKind; day: string; starts: string; vehicleName: string | null } | null;
};

const maxLineLength = 200;

export function findRequestLines(db: Database, ids: readonly string[]): Map<string, RequestLine> {
  if (ids.length === 0) return new Map();
  const rows = db
    .select({
      id: deskRequests.id,
      text: sql<string | null>`substr(coalesce(
        (SELECT text FROM conversation_messages m WHERE m.conversation_id = ${deskRequests.id} AND m.side = 'buyer'
          ORDER BY m.id DESC LIMIT 1),
        ${contactMessages.message}, ${serviceRequests.description}, ${feedback.message}), 1, ${maxLineLength})`,
      rating: feedback.rating,
      visit: {
        kind: appointments.kind,
        day: appointments.day,
        starts: appointments.starts,
        vehicleName: appointments.vehicleName,
      },
    })
    .from(deskRequests)
    .leftJoin(contactMessages, eq(contactMessages.id, deskRequests.id))
    .leftJoin(serviceRequests, eq(serviceRequests.id, deskRequests.id))
    .leftJoin(feedback, eq(feedback.id, deskRequests.id))
    .leftJoin(appointments, eq(appointments.id, deskRequests.id))
    .where(inArray(deskRequests.id, [...ids]))
    .all();
  return new Map(rows.map((row) => [row.id, row]));
}

const isAssignedTo = (assignee: string | undefined): SQL | undefined =>
  assignee === 'none' ? isNull(deskRequests.assigneeId) : isEqual(deskRequests.assigneeId, assignee);

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
    isAssignedTo(assignee),
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
  const matches = query === null ? null : selectFound(query);
  const rows: OrderedRows<Row> = matches
    ? db
        .select(selected)
        .from(matches)
        .crossJoin(deskRequests)
        .leftJoin(users, isAssignee)
        .where(where)
        .orderBy(...order)
    : selectRequests(db)
        .where(where)
        .orderBy(...order);
  const counted = db
    .select({ rows: count() })
    .from(matches ? sql`${matches} CROSS JOIN ${deskRequests}` : sql`${deskRequests}`)
    .where(where)
    .get();
  const { items, pagination } = readPage(rows, counted?.rows ?? 0, { page, limit });
  return { items: items.map((row) => toRequest(db, row)), pagination };
}
