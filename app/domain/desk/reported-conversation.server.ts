import { z } from 'zod';
import type { Database } from '~db/connection';
import { hasFreshPassword, passwordNeeded } from '../accounts/fresh-password.server';
import { conversationNotFound } from '../conversations/conversation';
import { referenceOf } from '../messages/message';
import { recordAuditEvent } from '../moderation/audit-log.server';
import {
  type ConversationAction,
  conversationActionLabels,
  conversationActions,
  needsReason,
  readingMinutes,
} from '../moderation/moderation';
import { countedReports, openReports, reportSummaries, settleReports } from '../reports/reports.server';
import { signedInOperator } from '../shared/actor';
import { defineCommand } from '../shared/command.server';
import { aMinute, timestampBefore } from '../shared/dates';
import { statementsOf } from '../shared/memoize.server';
import { err, fixErrors, ok } from '../shared/result';
import { reasonText, reportedMeanwhile, requireReason } from './moderate.server';

/** A conversation that one of its sides reported, as operators see it before they open it. */
type ReportedConversation = {
  id: string;
  subject: string;
  /** Name and, while it exists, id of the listing or vehicle the conversation is about. */
  listingName: string;
  listingId: string | null;
  vehicleId: string | null;
  /** Timestamp and reason of an operator's decision to end it; null while it is open. */
  closedAt: string | null;
  closedReason: string | null;
  /** Timestamp of the last report. */
  reportedAt: string;
};

/** SQL condition: the conversation waits for an operator. */
export const isReportedNow = `c.id IN (SELECT about_id FROM reports WHERE about_kind = 'conversation' AND ${countedReports})`;
/** SQL condition: the conversation was reported at least once. Operators see no other conversations. */
export const wasReported = `c.id IN (SELECT about_id FROM reports WHERE about_kind = 'conversation')`;
export const lastReported = `(SELECT max(created_at) FROM reports WHERE about_kind = 'conversation' AND about_id = c.id)`;

const reads = statementsOf((sqlite) => ({
  one: sqlite.prepare<[string], ReportedConversation>(
    `SELECT c.id, c.subject, c.listing_name AS listingName, c.listing_id AS listingId, c.vehicle_id AS vehicleId,
            c.closed_at AS closedAt, c.closed_reason AS closedReason, ${lastReported} AS reportedAt
       FROM conversations c WHERE c.id = ? AND ${wasReported}`,
  ),
  /** Settling the report closes the conversation to the operator again. */
  isOpen: sqlite
    .prepare<[{ id: string; operator: string; since: string }], number>(
      `SELECT 1 FROM audit_events WHERE subject = 'conversation' AND subject_id = @id AND operator_id = @operator
          AND action = '${conversationActionLabels.read}' AND created_at > @since
          AND EXISTS (SELECT 1 FROM reports WHERE about_kind = 'conversation' AND about_id = @id AND settled_at IS NULL)
        LIMIT 1`,
    )
    .pluck(),
  end: sqlite.prepare<[string | null, string | null, string]>(
    'UPDATE conversations SET closed_at = ?, closed_reason = ? WHERE id = ?',
  ),
}));

/** @returns null when the conversation does not exist or was never reported */
export const findReportedConversation = (db: Database, id: string): ReportedConversation | null =>
  reads(db).one.get(id) ?? null;

/** Whether an operator has opened a conversation recently, according to the log, and its reports are still open. */
export function isOpenTo(db: Database, id: string, operatorId: string, now: Date): boolean {
  const since = timestampBefore(now, readingMinutes * aMinute);
  return reads(db).isOpen.get({ id, operator: operatorId, since }) !== undefined;
}

/** Ends a conversation with a reason, or reopens it with null, in the transaction of that decision. */
function endConversation(db: Database, id: string, ended: { at: string; reason: string } | null): void {
  reads(db).end.run(ended?.at ?? null, ended?.reason ?? null, id);
}

type Judgement = {
  id: string;
  action: ConversationAction;
  reason: string;
  /** Number of open reports the operator has seen; absent: all open reports. */
  reports?: number | undefined;
};

const judgement = z
  .object({
    id: z.string(),
    action: z.enum(conversationActions, { error: 'Please choose what to do' }),
    reason: reasonText,
    reports: z.int({ error: 'Reports must be a whole number' }).optional(),
  })
  .superRefine(({ action, reason }, context) => requireReason(needsReason(action), reason, context));

/**
 * Opens a reported conversation to the signed-in operator for an hour, or decides about it: dismisses the reports, ends
 * the conversation or reopens it. Operators only. Each action is logged under the conversation's reference, because its
 * subject is private to its two sides. A decision settles the open reports. Idempotent.
 *
 * @returns not-found for a conversation that was never reported; a conflict if it was reported again since the operator
 *   loaded it, or if no open report is left to justify reading it
 */
export const judgeConversation = defineCommand<Judgement, { action: ConversationAction }>({
  name: 'judge-conversation',
  schema: () => judgement,
  invalidMessage: () => fixErrors,
  limit: 'write',
  run({ id, action, reason, reports }, context) {
    const operator = signedInOperator(context.actor);
    if (!operator.ok) return operator;
    const { db, now } = context;
    if (action === 'read' && !hasFreshPassword(operator.value, now)) return err(passwordNeeded);
    const conversation = findReportedConversation(db, id);
    if (!conversation) return err(conversationNotFound);
    const isEnded = conversation.closedAt !== null;
    if ((action === 'end' && isEnded) || (action === 'reopen' && !isEnded)) return ok({ action });
    if (action === 'dismiss' && openReports(db, 'conversation', id).length === 0) return ok({ action });
    const open = reportSummaries(db, 'conversation', [id]).get(id)?.count ?? 0;
    if (action === 'read') {
      if (open === 0) return err({ kind: 'conflict', message: 'There is no open report to read it for.' });
    } else {
      if (reports !== undefined && reports < open) return err(reportedMeanwhile('conversation'));
      settleReports(db, 'conversation', id, now);
    }
    if (action === 'end') endConversation(db, id, { at: now.toISOString(), reason });
    if (action === 'reopen') endConversation(db, id, null);
    const title = `Conversation ${referenceOf(id)}`;
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
