import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type CommandContext, defineCommand } from '../command.server';
import type { ConversationName, ConversationSide } from '../conversations/conversation';
import { findConversation } from '../conversations/conversation-queries.server';
import { conversationName } from '../conversations/write-message.server';
import { type PublicSubject, publicSubjects, type ReportedSubject } from '../desk/limits';
import { fixErrors } from '../fix-errors';
import { done, type Problem, refused } from '../outcome';
import { severalLines } from '../several-lines';
import { statementsOf } from '../statements.server';
import { longestWords, type ReportReason, reasonsFor, reportReasons } from './limits';
import { findReportable } from './report-queries.server';

export const nothingToReport: Problem = { kind: 'not-found', message: 'There is nothing here to report.' };

const reasonRequired = 'Please choose what is wrong';

/** Subject of a report: public content, or a conversation as one of its sides identifies it. */
export type AboutReport = { kind: PublicSubject; id: string } | { kind: 'conversation'; name: ConversationName };

type NewReport = { about: AboutReport; reason: ReportReason; words: string; isSuspect: boolean };

const newReport = z
  .object({
    about: z.discriminatedUnion('kind', [
      z.object({ kind: z.enum(publicSubjects), id: z.string() }),
      z.object({ kind: z.literal('conversation'), name: conversationName }),
    ]),
    reason: z.enum(reportReasons, { error: reasonRequired }),
    words: z
      .string()
      .default('')
      .transform(severalLines)
      .refine((text) => [...text].length <= longestWords, {
        error: `Please say it in at most ${longestWords} characters`,
      }),
    /** Spam signals detected by the form handler; never taken from the request. */
    isSuspect: z.boolean().default(false),
  })
  .superRefine(({ about, reason, words }, context) => {
    const fail = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (!reasonsFor(about.kind).includes(reason)) fail('reason', reasonRequired);
    if (reason === 'other' && words === '') fail('words', 'Please say what is wrong');
  });

/** The reported item, and the side that reports a conversation. */
type Found = { kind: ReportedSubject; id: string; side: ConversationSide | null };

function findReported(about: AboutReport, { db, asker }: CommandContext): Found | null {
  if (about.kind === 'conversation') {
    const conversation = findConversation(db, about.name, asker);
    return conversation && { kind: about.kind, id: conversation.id, side: conversation.side };
  }
  const { kind, id } = about;
  return findReportable(db, kind, id) && { kind, id, side: null };
}

type StoredReport = Found & {
  report: string;
  reason: ReportReason;
  words: string | null;
  userId: string | null;
  isSuspect: 0 | 1;
  now: string;
};

/** A repeated report by the same user replaces the open one. */
const write = statementsOf((sqlite) =>
  sqlite.prepare<[StoredReport]>(
    `INSERT INTO reports (id, about_kind, about_id, reason, words, user_id, from_side, is_suspect, created_at)
     VALUES (@report, @kind, @id, @reason, @words, @userId, @side, @isSuspect, @now)
         ON CONFLICT (user_id, about_kind, about_id) WHERE user_id IS NOT NULL AND settled_at IS NULL
         DO UPDATE SET reason = excluded.reason, words = excluded.words`,
  ),
);

/**
 * Reports a listing, a used vehicle or a review to operators, which any visitor may, or a conversation, which its sides
 * may. The owner or other side is not notified. Suspected spam is stored all the same, and excluded from all counts.
 *
 * @returns not-found for content the actor cannot see
 */
export const reportThing = defineCommand<NewReport, null>({
  name: 'report-thing',
  schema: () => newReport,
  invalidMessage: () => fixErrors,
  limit: 'contact',
  run({ about, reason, words, isSuspect }, context) {
    const found = findReported(about, context);
    if (!found) return refused(nothingToReport);
    const { db, asker, now } = context;
    write(db).run({
      ...found,
      report: randomUUID(),
      reason,
      words: words || null,
      userId: asker.user?.id ?? null,
      isSuspect: isSuspect ? 1 : 0,
      now: now.toISOString(),
    });
    return done(null);
  },
});
