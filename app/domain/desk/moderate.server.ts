import { z } from 'zod';
import { hasFreshPassword, passwordNeeded } from '../accounts/fresh-password.server';
import { signedInOperator } from '../accounts/signed-in';
import { vehicleNotFound } from '../catalogue/vehicle-record-queries.server';
import { type CommandContext, defineCommand } from '../command.server';
import { fixErrors } from '../fix-errors';
import { eraseListing } from '../listings/delete-listing.server';
import { oneLine } from '../one-line';
import { changedMeanwhile, done, type Problem, refused } from '../outcome';
import { openReports, reportSummaries, settleReports } from '../reports/report-queries.server';
import { isOutdated, seenVersion } from '../seen-version.server';
import { statementsOf } from '../statements.server';
import {
  longestReason,
  type Moderation,
  moderations,
  moderationWords,
  needsReason,
  type PublicSubject,
  publicSubjects,
  type ReportedSubject,
} from './limits';
import { logDeed } from './operator-log.server';
import { leaveRemovalNotice } from './removal-notices.server';

type ModerationInput = {
  subject: PublicSubject;
  id: string;
  deed: Moderation;
  reason: string;
  /** Version the operator has read; absent: the current one. */
  version?: number | undefined;
  /** Number of open reports the operator has seen; absent: all open reports. */
  reports?: number | undefined;
};

const notThere: Readonly<Record<PublicSubject, Problem>> = {
  listing: { kind: 'not-found', message: 'This listing does not exist.' },
  vehicle: vehicleNotFound,
  review: { kind: 'not-found', message: 'There is no such review.' },
};

const reasonRequired = 'Reason is required';

/** Reason for an operator's action, as the form sends it: a single line, empty where none is required. */
export const reasonText = z
  .string()
  .transform(oneLine)
  .refine((text) => [...text].length <= longestReason, { error: `Reason must be at most ${longestReason} characters` });

/** Validation rule for forms whose actions may require a reason. */
export function requireReason(isNeeded: boolean, reason: string, context: z.core.$RefinementCtx): void {
  if (isNeeded && reason === '') context.addIssue({ code: 'custom', path: ['reason'], message: reasonRequired });
}

const moderation = z
  .object({
    subject: z.enum(publicSubjects),
    id: z.string(),
    deed: z.enum(moderations, { error: 'Please choose what to do' }),
    reason: reasonText,
    version: seenVersion,
    reports: z.int({ error: 'Reports must be a whole number' }).optional(),
  })
  .superRefine(({ deed, reason }, context) => requireReason(needsReason(deed), reason, context));

type Held = {
  title: string;
  /** Name of the item; for a review, the name of what it reviews. */
  name: string;
  hiddenAt: string | null;
  checkedAt: string | null;
  ownerUserId: string | null;
  manageKeyId: string | null;
  version: number;
};
type Hiding = { id: string; hiddenAt: string | null; reason: string | null; now: string };

const statements = statementsOf((sqlite) => {
  const of = (table: string, found: string) => ({
    find: sqlite.prepare<[string], Held>(found),
    check: sqlite.prepare<[string, string]>(`UPDATE ${table} SET checked_at = ? WHERE id = ?`),
    show: sqlite.prepare<[Hiding]>(
      `UPDATE ${table} SET hidden_at = @hiddenAt, hidden_reason = @reason, checked_at = @now, version = version + 1
        WHERE id = @id`,
    ),
  });
  return {
    listing: of(
      'listings',
      `SELECT name AS title, name, hidden_at AS hiddenAt, checked_at AS checkedAt, owner_user_id AS ownerUserId,
              manage_key_id AS manageKeyId, version
         FROM listings WHERE id = ? AND is_sample = 0`,
    ),
    vehicle: of(
      'vehicles',
      `SELECT name AS title, name, hidden_at AS hiddenAt, checked_at AS checkedAt, owner_user_id AS ownerUserId,
              NULL AS manageKeyId, version
         FROM vehicles WHERE id = ? AND is_built_in = 0`,
    ),
    review: of(
      'reviews',
      `SELECT 'Review of ' || coalesce(v.name, l.name) AS title, coalesce(v.name, l.name) AS name,
              r.hidden_at AS hiddenAt, r.checked_at AS checkedAt, r.user_id AS ownerUserId,
              NULL AS manageKeyId, r.version
         FROM reviews r LEFT JOIN vehicles v ON v.id = r.vehicle_id LEFT JOIN listings l ON l.id = r.listing_id
        WHERE r.id = ?`,
    ),
    erase: {
      vehicle: sqlite.prepare<[string]>('DELETE FROM vehicles WHERE id = ?'),
      review: sqlite.prepare<[string]>('DELETE FROM reviews WHERE id = ?'),
    },
  };
});

/** Conflict: the item was reported again since the operator loaded it. */
export const reportedMeanwhile = (subject: ReportedSubject): Problem => ({
  kind: 'conflict',
  message: `This ${subject} was reported again in the meantime. Please look at it again before you decide.`,
});

/** Deletes the item permanently, and leaves a removal notice for its owner. */
function erase(context: CommandContext, { subject, id, reason }: ModerationInput, held: Held): void {
  const { name, ownerUserId: userId, manageKeyId } = held;
  const { db } = context;
  leaveRemovalNotice(context, { kind: subject, name, reason, userId, manageKeyId });
  if (subject === 'listing') eraseListing(db, { id, manageKeyId });
  else statements(db).erase[subject].run(id);
}

/**
 * Approves, hides, restores or deletes a listing, a user's vehicle or a review. Operators only; each action is logged.
 * A hidden item disappears everywhere at once, because the same write raises the content revision. Idempotent. Every
 * action settles the open reports, so approving a reported item dismisses them. Samples and the built-in catalogue come
 * from the operator's own data files and are not moderated.
 *
 * @returns not-found for an item that no user published; a conflict if it was changed or reported since the operator
 *   loaded it
 */
export const moderate = defineCommand<ModerationInput, { deed: Moderation }>({
  name: 'moderate',
  schema: () => moderation,
  invalidMessage: () => fixErrors,
  limit: 'write',
  run(input, context) {
    const operator = signedInOperator(context.asker);
    if (!operator.done) return operator;
    const { subject, id, deed } = input;
    if (deed === 'delete' && !hasFreshPassword(operator.value, context.now)) return refused(passwordNeeded);
    const held = statements(context.db)[subject].find.get(id);
    if (!held) return refused(notThere[subject]);
    const isHidden = held.hiddenAt !== null;
    if ((deed === 'hide' && isHidden) || (deed === 'restore' && !isHidden)) return done({ deed });
    // Suspected spam reports are not counted, but are settled all the same.
    const isLookedAt = held.checkedAt !== null && openReports(context.db, subject, id).length === 0;
    if (deed === 'check' && isLookedAt) return done({ deed });
    if (isOutdated(input.version, held)) return changedMeanwhile(subject);
    const open = reportSummaries(context.db, subject, [id]).get(id)?.count ?? 0;
    if (input.reports !== undefined && input.reports < open) return refused(reportedMeanwhile(subject));
    settleReports(context.db, subject, id, context.now);
    const now = context.now.toISOString();
    const reason = input.reason || null;
    if (deed === 'delete') erase(context, input, held);
    else if (deed === 'check') statements(context.db)[subject].check.run(now, id);
    else {
      const hiding = deed === 'hide' ? { hiddenAt: now, reason } : { hiddenAt: null, reason: null };
      statements(context.db)[subject].show.run({ id, now, ...hiding });
    }
    const told = deed === 'check' && open > 0 ? 'reports dismissed' : moderationWords[deed];
    logDeed(context, { subject, subjectId: id, title: held.title, deed: told, reason });
    return done({ deed });
  },
});
