import { and, count, desc, eq, getTableColumns, gte, lt, max, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import type { AuditSubject } from '~db/enums';
import { auditEvents } from '~db/schema/desk';
import { memoizePrepared } from '~db/statements';
import { createPagination, type Page } from '../shared/pagination.server';
import type { AuditEvent } from './audit-log.server';
import { deskPageSize } from './moderation';

export type LoggedAuditEvent = AuditEvent & {
  id: number;
  operatorName: string;
  reason: string | null;
  createdAt: string;
};

const { operatorId: _operator, ...columns } = getTableColumns(auditEvents);

const reads = memoizePrepared((db) => {
  const selectNewest = () =>
    db.select(columns).from(auditEvents).orderBy(desc(auditEvents.id)).limit(sql.placeholder('limit')).$dynamic();
  return {
    page: selectNewest().offset(sql.placeholder('offset')).prepare(),
    /** Rows are never deleted, so the highest id is their count. */
    total: db
      .select({ id: max(auditEvents.id) })
      .from(auditEvents)
      .prepare(),
    of: selectNewest()
      .where(and(eq(auditEvents.subject, sql.placeholder('subject')), eq(auditEvents.subjectId, sql.placeholder('id'))))
      .prepare(),
  };
});

export type AuditFilter = {
  /** Id of an operator. */
  who?: string | undefined;
  what?: AuditSubject | undefined;
  /** First and last instant of a day. */
  from?: string | undefined;
  until?: string | undefined;
};

/** @param page from 1; newest first */
export function findFilteredAuditEvents(
  db: Database,
  filter: AuditFilter,
  page: number,
  limit = deskPageSize,
): Page<LoggedAuditEvent> {
  const { who, what, from, until } = filter;
  if (who === undefined && what === undefined && from === undefined) return findAuditEvents(db, page, limit);
  const where = and(
    who === undefined ? undefined : eq(auditEvents.operatorId, who),
    what === undefined ? undefined : eq(auditEvents.subject, what),
    from === undefined ? undefined : gte(auditEvents.createdAt, from),
    until === undefined ? undefined : lt(auditEvents.createdAt, until),
  );
  const total = db.select({ rows: count() }).from(auditEvents).where(where).get()?.rows ?? 0;
  const items = db
    .select(columns)
    .from(auditEvents)
    .where(where)
    .orderBy(desc(auditEvents.id))
    .limit(limit)
    .offset((page - 1) * limit)
    .all();
  return { items, pagination: createPagination({ page, limit }, total) };
}

export function findAuditEvents(db: Database, page: number, limit = deskPageSize): Page<LoggedAuditEvent> {
  const total = reads(db).total.get()?.id ?? 0;
  const items = reads(db).page.all({ limit, offset: (page - 1) * limit });
  return { items, pagination: createPagination({ page, limit }, total) };
}

export const findAuditEventsOfItem = (db: Database, subject: AuditSubject, id: string): LoggedAuditEvent[] =>
  reads(db).of.all({ subject, id, limit: deskPageSize });
