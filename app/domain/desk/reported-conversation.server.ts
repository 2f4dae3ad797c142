import type { Database } from '~db/connection';
import { aMinute, momentBefore } from '../durations';
import { countedReports } from '../reports/report-queries.server';
import { statementsOf } from '../statements.server';
import { conversationDeedWords, readingMinutes } from './limits';

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
      `SELECT 1 FROM operator_log WHERE subject = 'conversation' AND subject_id = @id AND operator_id = @operator
          AND deed = '${conversationDeedWords.read}' AND created_at > @since
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
  const since = momentBefore(now, readingMinutes * aMinute);
  return reads(db).isOpen.get({ id, operator: operatorId, since }) !== undefined;
}

/** Ends a conversation with a reason, or reopens it with null, in the transaction of that decision. */
export function endConversation(db: Database, id: string, ended: { at: string; reason: string } | null): void {
  reads(db).end.run(ended?.at ?? null, ended?.reason ?? null, id);
}
