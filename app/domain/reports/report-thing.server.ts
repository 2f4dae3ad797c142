import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { defineCommand } from '../command.server';
import { publicSubjects } from '../desk/limits';
import { done, type Problem, refused } from '../outcome';
import { severalLines } from '../several-lines';
import { statementsOf } from '../statements.server';
import { longestWords, type ReportedKind, type ReportReason, reasonsFor, reportReasons } from './limits';
import { findReportable } from './report-queries.server';

export const nothingToReport: Problem = { kind: 'not-found', message: 'There is nothing here to report.' };

const reasonRequired = 'Please choose what is wrong';

type NewReport = { kind: ReportedKind; id: string; reason: ReportReason; words: string; isSuspect: boolean };

const newReport = z
  .object({
    kind: z.enum(publicSubjects),
    id: z.string(),
    reason: z.enum(reportReasons, { error: reasonRequired }),
    words: z
      .string()
      .default('')
      .transform(severalLines)
      .refine((text) => [...text].length <= longestWords, {
        error: `Please say it in at most ${longestWords} characters`,
      }),
    /** What a form noticed about its sender; put there by the form's door, never by the sender. */
    isSuspect: z.boolean().default(false),
  })
  .superRefine(({ kind, reason, words }, context) => {
    const fail = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (!reasonsFor(kind).includes(reason)) fail('reason', reasonRequired);
    if (reason === 'other' && words === '') fail('words', 'Please say what is wrong');
  });

type StoredReport = Pick<NewReport, 'kind' | 'id' | 'reason'> & {
  report: string;
  words: string | null;
  userId: string | null;
  isSuspect: 0 | 1;
  now: string;
};

/** A user who reports the same thing again, before anybody has looked, has thought better of what they said. */
const write = statementsOf((sqlite) =>
  sqlite.prepare<[StoredReport]>(
    `INSERT INTO reports (id, about_kind, about_id, reason, words, user_id, is_suspect, created_at)
     VALUES (@report, @kind, @id, @reason, @words, @userId, @isSuspect, @now)
         ON CONFLICT (user_id, about_kind, about_id) WHERE user_id IS NOT NULL AND settled_at IS NULL
         DO UPDATE SET reason = excluded.reason, words = excluded.words`,
  ),
);

/**
 * Reports a listing or a review to operators; anyone may. Whoever published it learns nothing of it. What looks like
 * the work of a machine is stored all the same, and counted nowhere.
 */
export const reportThing = defineCommand<NewReport, null>({
  name: 'report-thing',
  schema: () => newReport,
  invalidMessage: () => 'Please fix the validation errors above',
  limit: 'contact',
  run({ kind, id, reason, words, isSuspect }, { db, asker, now }) {
    if (!findReportable(db, kind, id)) return refused(nothingToReport);
    write(db).run({
      report: randomUUID(),
      kind,
      id,
      reason,
      words: words || null,
      userId: asker.user?.id ?? null,
      isSuspect: isSuspect ? 1 : 0,
      now: now.toISOString(),
    });
    return done(null);
  },
});
