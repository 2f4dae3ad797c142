import type { Database } from '~db/connection';
import type { ConversationSide } from '../conversations/conversation';
import type { PublicSubject, ReportedSubject } from '../desk/limits';
import { findPublicThing, type PublicThing } from '../desk/public-thing.server';
import { findReview } from '../reviews/review-queries.server';
import { statementsOf } from '../statements.server';
import { type ReportReason, reasonTexts, reportsShown } from './limits';

/** A report as operators read it. */
export type Report = {
  id: string;
  reason: ReportReason;
  words: string | null;
  /** Name of the reporting user; null for a visitor, and for a side of a conversation. */
  from: string | null;
  /** The side of a conversation that reported it. */
  side: ConversationSide | null;
  /** Suspected spam, excluded from all counts. */
  isSuspect: 0 | 1;
  createdAt: string;
};

/** Summary of the open reports about one item. */
export type ReportSummary = {
  count: number;
  /** 'Fraud 2, Sold already 1'; the most frequent reason first. */
  reasons: string;
  /** Timestamp of the oldest. */
  since: string;
};

type ReasonRow = { aboutId: string; reason: ReportReason; count: number; since: string };

/** SQL condition for reports that count; `reports_open` is the matching index. */
export const countedReports = 'settled_at IS NULL AND is_suspect = 0';

const statements = statementsOf((sqlite) => ({
  summaries: sqlite.prepare<[ReportedSubject, string], ReasonRow>(
    `SELECT about_id AS aboutId, reason, count(*) AS count, min(created_at) AS since FROM reports
      WHERE about_kind = ? AND about_id IN (SELECT value FROM json_each(?)) AND ${countedReports}
      GROUP BY about_id, reason ORDER BY count(*) DESC, reason`,
  ),
  of: sqlite.prepare<[ReportedSubject, string, number], Report>(
    `SELECT r.id, r.reason, r.words, CASE WHEN r.from_side IS NULL THEN u.name END AS "from", r.from_side AS side,
            r.is_suspect AS isSuspect, r.created_at AS createdAt
       FROM reports r LEFT JOIN users u ON u.id = r.user_id
      WHERE r.about_kind = ? AND r.about_id = ? AND r.settled_at IS NULL
      ORDER BY r.created_at DESC LIMIT ?`,
  ),
  settle: sqlite.prepare<[string, ReportedSubject, string]>(
    'UPDATE reports SET settled_at = ? WHERE about_kind = ? AND about_id = ? AND settled_at IS NULL',
  ),
}));

/** Summaries of the open reports about each of the given items; items without reports are absent. */
export function reportSummaries(
  db: Database,
  kind: ReportedSubject,
  ids: readonly string[],
): ReadonlyMap<string, ReportSummary> {
  const found = new Map<string, ReportSummary>();
  if (ids.length === 0) return found;
  for (const { aboutId, reason, count, since } of statements(db).summaries.all(kind, JSON.stringify(ids))) {
    const others = found.get(aboutId);
    const text = `${reasonTexts[reason]} ${count}`;
    found.set(aboutId, {
      count: count + (others?.count ?? 0),
      reasons: others ? `${others.reasons}, ${text}` : text,
      since: others && others.since < since ? others.since : since,
    });
  }
  return found;
}

/** Open reports about one item, the newest first; at most `reportsShown`. */
export const openReports = (db: Database, kind: ReportedSubject, id: string): Report[] =>
  statements(db).of.all(kind, id, reportsShown);

/** Settles every open report about an item once an operator has decided, in the transaction of that decision. */
export function settleReports(db: Database, kind: ReportedSubject, id: string, now: Date): void {
  statements(db).settle.run(now.toISOString(), kind, id);
}

/** Public content, which any visitor may report. @returns null when it does not exist or is hidden */
export function findReportable(db: Database, kind: PublicSubject, id: string): PublicThing | null {
  const found = findPublicThing(db, kind, id);
  if (!found || found.hiddenAt !== null) return null;
  // A review is hidden together with its subject.
  return kind === 'review' && !findReview(db, id)?.isPublic ? null : found;
}
