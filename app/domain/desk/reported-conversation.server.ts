import { and, eq, exists, gt, isNull, max, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/sqlite-core';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { conversations } from '~db/schema/conversations';
import { auditEvents, reports } from '~db/schema/desk';
import { memoizePrepared } from '~db/statements';
import { hasFreshPassword, passwordRequired } from '../accounts/fresh-password';
import { conversationNotFound } from '../conversations/conversation';
import { toReference } from '../messages/message';
import { recordAuditEvent } from '../moderation/audit-log.server';
import {
  type ConversationAction,
  conversationActionLabels,
  conversationActions,
  isReasonRequired,
  readingMinutes,
} from '../moderation/moderation';
import { defineCommand } from '../shared/command.server';
import { getTimestampBefore, minuteMs } from '../shared/dates';
import { failWith } from '../shared/fields.server';
import { requirePermission } from '../shared/permissions';
import { err, ok } from '../shared/result';
import { createReportedAgainError, reasonText, requireReason, seenReports } from './moderate.server';
import { countedReports, findOpenReports, findReportSummaries, settleReports } from './reports.server';

const { placeholder } = sql;
const query = new QueryBuilder();
const aboutConversation = eq(reports.aboutKind, 'conversation');
const selectReported = (condition: SQL | undefined) =>
  query.select({ id: reports.aboutId }).from(reports).where(and(aboutConversation, condition));
const isAbout = eq(reports.aboutId, conversations.id);

export const isReportedNow = exists(selectReported(and(isAbout, countedReports)));
/** Condition: the conversation was reported at least once. Operators see no other conversations. */
const wasReported = exists(selectReported(isAbout));
export const lastReported = sql<string>`${query
  .select({ at: max(reports.createdAt) })
  .from(reports)
  .where(and(aboutConversation, eq(reports.aboutId, conversations.id)))}`;

const reads = memoizePrepared((db) => ({
  one: db
    .select({
      id: conversations.id,
      subject: conversations.subject,
      listingName: conversations.listingName,
      listingId: conversations.listingId,
      vehicleId: conversations.vehicleId,
      /** When and why an operator ended it; null while it is open. */
      closedAt: conversations.closedAt,
      closedReason: conversations.closedReason,
      reportedAt: lastReported,
    })
    .from(conversations)
    .where(and(eq(conversations.id, placeholder('id')), wasReported))
    .prepare(),
  /** Access ends when the report is settled. */
  isOpen: db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.subject, 'conversation'),
        eq(auditEvents.subjectId, placeholder('id')),
        // Read by the index of the subject: an operator has more events than a conversation.
        sql`+${auditEvents.operatorId} = ${placeholder('operator')}`,
        eq(auditEvents.action, conversationActionLabels.read),
        gt(auditEvents.createdAt, placeholder('since')),
        exists(selectReported(and(eq(reports.aboutId, placeholder('id')), isNull(reports.settledAt)))),
      ),
    )
    .limit(1)
    .prepare(),
}));

type ReportedConversation = NonNullable<ReturnType<ReturnType<typeof reads>['one']['get']>>;

/** @returns null when the conversation does not exist or was never reported */
export const findReportedConversation = (db: Database, id: string): ReportedConversation | null =>
  reads(db).one.get({ id }) ?? null;

/** Whether an operator has opened a conversation recently, according to the log, and its reports are still open. */
export function isOpenTo(db: Database, id: string, operatorId: string, now: Date): boolean {
  const since = getTimestampBefore(now, readingMinutes * minuteMs);
  return reads(db).isOpen.get({ id, operator: operatorId, since }) !== undefined;
}

function endConversation(db: Database, id: string, ended: { at: string; reason: string } | null): void {
  db.update(conversations)
    .set({ closedAt: ended?.at ?? null, closedReason: ended?.reason ?? null })
    .where(eq(conversations.id, id))
    .run();
}

type ConversationDecision = {
  id: string;
  action: ConversationAction;
  reason: string;
  /** Number of open reports the operator has seen; absent: all open reports. */
  reports?: number | undefined;
};

const conversationDecision = z
  .object({
    id: z.string(),
    action: z.enum(conversationActions, failWith({ code: 'action_required' })),
    reason: reasonText,
    reports: seenReports,
  })
  .superRefine(({ action, reason }, context) => requireReason(isReasonRequired(action), reason, context));

/** Logged by reference: the subject is private. Idempotent. @returns a conflict if reported again */
export const decideOnConversation = defineCommand<ConversationDecision, { action: ConversationAction }>({
  name: 'judge-conversation',
  schema: () => conversationDecision,
  limit: 'write',
  run({ id, action, reason, reports }, context) {
    const operator = requirePermission(context.actor, 'reports');
    if (!operator.ok) return operator;
    const { db, now } = context;
    if (action === 'read' && !hasFreshPassword(operator.value, now)) return err(passwordRequired);
    const conversation = findReportedConversation(db, id);
    if (!conversation) return err(conversationNotFound);
    const isEnded = conversation.closedAt !== null;
    if ((action === 'end' && isEnded) || (action === 'reopen' && !isEnded)) return ok({ action });
    if (action === 'dismiss' && findOpenReports(db, 'conversation', id).length === 0) return ok({ action });
    const open = findReportSummaries(db, 'conversation', [id]).get(id)?.count ?? 0;
    if (action === 'read') {
      if (open === 0) return err({ kind: 'conflict', code: 'no_open_report' });
    } else {
      if (reports !== undefined && reports < open) return err(createReportedAgainError('conversation'));
      settleReports(db, 'conversation', id, now);
    }
    if (action === 'end') endConversation(db, id, { at: now.toISOString(), reason });
    if (action === 'reopen') endConversation(db, id, null);
    const title = `Conversation ${toReference(id)}`;
    recordAuditEvent(context, {
      subject: 'conversation',
      subjectId: id,
      title,
      action: conversationActionLabels[action],
      reason: reason || null,
    });
    return ok({ action });
  },
});
