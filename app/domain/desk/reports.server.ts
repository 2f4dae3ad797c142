import { randomUUID } from 'node:crypto';
import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import {
  type ConversationSide,
  type PublicSubject,
  publicSubjects,
  type ReportedSubject,
  type ReportReason,
  reportReasons,
} from '~db/enums';
import { users } from '~db/schema/accounts';
import { reports } from '~db/schema/desk';
import { memoizePrepared } from '~db/statements';
import type { ConversationName } from '../conversations/conversation';
import { conversationName, findConversation } from '../conversations/conversation.queries.server';
import { type AppError, encodeReason, err, ok, type PlainCode } from '../shared/result';
import { getReasons, maxReportLength, reasonTexts, reportsShown } from '../moderation/moderation';
import { findPublicItem, type PublicItem } from '../moderation/public-item.server';
import { isMailEnabled, queueMail } from '../outbox/outbox.server';
import { findReview } from '../reviews/review.queries.server';
import { type CommandContext, defineCommand } from '../shared/command.server';
import { failWith, textUpTo } from '../shared/fields.server';
import { formatCount } from '../shared/money';
import { toLines } from '../shared/text';

export type Report = {
  id: string;
  reason: ReportReason;
  comment: string | null;
  /** Name of the reporting user; null for a visitor, and for a side of a conversation. */
  from: string | null;
  side: ConversationSide | null;
  /** Suspected spam, excluded from all counts. */
  isSuspect: boolean;
  createdAt: string;
};

export type ReportSummary = {
  count: number;
  /** 'Fraud 2, Sold already 1'; the most frequent reason first. */
  reasons: string;
  since: string;
};

/** Condition for reports that count, exactly as in the index `reports_open`, which it needs. */
export const countedReports = sql`${reports.settledAt} IS NULL AND ${reports.isSuspect} = 0`;

const isAbout = and(
  eq(reports.aboutKind, sql.placeholder('kind')),
  eq(reports.aboutId, sql.placeholder('id')),
  isNull(reports.settledAt),
);

const queries = memoizePrepared((db) => ({
  summaries: db
    .select({
      aboutId: reports.aboutId,
      reason: reports.reason,
      count: count(),
      since: sql<string>`min(${reports.createdAt})`,
    })
    .from(reports)
    .where(
      and(
        eq(reports.aboutKind, sql.placeholder('kind')),
        inArray(reports.aboutId, sql`(SELECT value FROM json_each(${sql.placeholder('ids')}))`),
        countedReports,
      ),
    )
    .groupBy(reports.aboutId, reports.reason)
    .orderBy(desc(count()), reports.reason)
    .prepare(),
  of: db
    .select({
      id: reports.id,
      reason: reports.reason,
      comment: reports.comment,
      from: sql<string | null>`CASE WHEN ${reports.fromSide} IS NULL THEN ${users.name} END`,
      side: reports.fromSide,
      isSuspect: reports.isSuspect,
      createdAt: reports.createdAt,
    })
    .from(reports)
    .leftJoin(users, eq(users.id, reports.userId))
    .where(isAbout)
    .orderBy(desc(reports.createdAt))
    .limit(reportsShown)
    .prepare(),
  settle: db
    .update(reports)
    .set({ settledAt: sql`${sql.placeholder('now')}` })
    .where(isAbout)
    .prepare(),
}));

export function findReportSummaries(
  db: Database,
  kind: ReportedSubject,
  ids: readonly string[],
): ReadonlyMap<string, ReportSummary> {
  const summaries = new Map<string, ReportSummary>();
  if (ids.length === 0) return summaries;
  for (const { aboutId, reason, count, since } of queries(db).summaries.all({ kind, ids: JSON.stringify(ids) })) {
    const earlier = summaries.get(aboutId);
    const text = `${reasonTexts[reason]} ${count}`;
    summaries.set(aboutId, {
      count: count + (earlier?.count ?? 0),
      reasons: earlier ? `${earlier.reasons}, ${text}` : text,
      since: earlier && earlier.since < since ? earlier.since : since,
    });
  }
  return summaries;
}

export const findOpenReports = (db: Database, kind: ReportedSubject, id: string): Report[] =>
  queries(db).of.all({ kind, id });

/** Settles every open report about an item once an operator has decided, in the transaction of that decision. */
export function settleReports(db: Database, kind: ReportedSubject, id: string, now: Date): void {
  queries(db).settle.run({ now: now.toISOString(), kind, id });
}

const reopen = memoizePrepared(({ $client }) =>
  // A report that was replaced by one of the same user stays settled.
  $client.prepare<[string, string, string]>(
    'UPDATE OR IGNORE reports SET settled_at = NULL WHERE about_kind = ? AND about_id = ? AND settled_at = ?',
  ),
);

/** Reopens what a decision at a time settled. @param at ISO 8601 */
export function reopenReports(db: Database, kind: ReportedSubject, id: string, at: string): void {
  reopen(db).run(kind, id, at);
}

/** 'Reported 3 times: Fraud 2, Sold already 1' */
export const formatReports = ({ count, reasons }: ReportSummary): string =>
  `Reported ${count === 1 ? 'once' : `${formatCount(count)} times`}: ${reasons}`;

/** Public content, which any visitor may report. @returns null when it does not exist or is hidden */
export function findReportable(db: Database, kind: PublicSubject, id: string): PublicItem | null {
  const item = findPublicItem(db, kind, id);
  if (!item || item.hiddenAt !== null) return null;
  // A review is hidden together with its subject.
  return kind === 'review' && !findReview(db, id)?.isPublic ? null : item;
}

export const nothingToReport: AppError = { kind: 'not-found', code: 'nothing_to_report' };

export type AboutReport = { kind: PublicSubject; id: string } | { kind: 'conversation'; name: ConversationName };

type NewReport = { about: AboutReport; reason: ReportReason; words: string; isSuspect: boolean };

const newReport = z
  .object({
    about: z.discriminatedUnion('kind', [
      z.object({ kind: z.enum(publicSubjects), id: z.string() }),
      z.object({ kind: z.literal('conversation'), name: conversationName }),
    ]),
    reason: z.enum(reportReasons, failWith({ code: 'report_reason_required' })),
    words: textUpTo('Text', maxReportLength, toLines).default(''),
    /** Spam signals detected by the form handler; never taken from the request. */
    isSuspect: z.boolean().default(false),
  })
  .superRefine(({ about, reason, words }, context) => {
    const fail = (field: string, code: PlainCode) =>
      context.addIssue({ code: 'custom', path: [field], message: encodeReason({ code }) });
    if (!getReasons(about.kind).includes(reason)) fail('reason', 'report_reason_required');
    if (reason === 'other' && words === '') fail('words', 'report_text_required');
  });

type Found = { kind: ReportedSubject; id: string; side: ConversationSide | null };

function findReported(about: AboutReport, { db, actor }: CommandContext): Found | null {
  if (about.kind === 'conversation') {
    const conversation = findConversation(db, about.name, actor);
    // Operators are a side of a conversation with the business, and would read the report themselves.
    if (conversation?.request) return null;
    return conversation && { kind: about.kind, id: conversation.id, side: conversation.side };
  }
  const { kind, id } = about;
  return findReportable(db, kind, id) && { kind, id, side: null };
}

const maxOperatorsMailed = 20;

function mailOperators(db: Database, now: Date): void {
  if (!isMailEnabled(db)) return;
  // A literal, as in the index `users_operators`.
  const operators = db
    .select({ id: sql<string>`id` })
    .from(sql`${users} INDEXED BY users_team`)
    .where(sql`role <> 'user'`)
    .limit(maxOperatorsMailed);
  for (const { id } of operators.all()) queueMail(db, { kind: 'report', to: { userId: id }, now });
}

/** Suspected spam is stored, but excluded from counts. @returns not-found for content the actor cannot see */
export const reportItem = defineCommand<NewReport, null>({
  name: 'report-thing',
  schema: () => newReport,
  limit: 'contact',
  run({ about, reason, words, isSuspect }, context) {
    const item = findReported(about, context);
    if (!item) return err(nothingToReport);
    const { db, actor, now } = context;
    db.insert(reports)
      .values({
        id: randomUUID(),
        aboutKind: item.kind,
        aboutId: item.id,
        reason,
        comment: words || null,
        userId: actor.user?.id ?? null,
        fromSide: item.side,
        isSuspect,
        createdAt: now.toISOString(),
      })
      // A repeated report by the same user replaces the open one.
      .onConflictDoUpdate({
        target: [reports.userId, reports.aboutKind, reports.aboutId],
        targetWhere: sql`user_id IS NOT NULL AND settled_at IS NULL`,
        set: { reason, comment: words || null },
      })
      .run();
    if (!isSuspect) mailOperators(db, now);
    return ok(null);
  },
});
