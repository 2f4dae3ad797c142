import { z } from 'zod';
import type { Database } from '~db/connection';
import { signedInOperator } from '../accounts/signed-in';
import { defineCommand } from '../command.server';
import { eraseListing } from '../listings/delete-listing.server';
import { oneLine } from '../one-line';
import { done, type Problem, refused } from '../outcome';
import { statementsOf } from '../statements.server';
import { longestReason, type Moderation, moderations, moderationWords, needsReason } from './limits';
import { logDeed } from './operator-log.server';

const publicSubjects = ['listing', 'vehicle', 'review'] as const;
/** What riders publish, and operators look at afterwards (decisions.md section 4, "Moderation"). */
export type PublicSubject = (typeof publicSubjects)[number];

export type ModerationInput = { subject: PublicSubject; id: string; deed: Moderation; reason: string };

const notThere: Readonly<Record<PublicSubject, Problem>> = {
  listing: { kind: 'not-found', message: 'This listing does not exist.' },
  vehicle: { kind: 'not-found', message: 'There is no such vehicle.' },
  review: { kind: 'not-found', message: 'There is no such review.' },
};

export const reasonRequired = 'Reason is required';

const moderation = z
  .object({
    subject: z.enum(publicSubjects),
    id: z.string(),
    deed: z.enum(moderations, { error: 'Please choose what to do' }),
    reason: z
      .string()
      .transform(oneLine)
      .refine((text) => [...text].length <= longestReason, {
        error: `Reason must be at most ${longestReason} characters`,
      }),
  })
  .superRefine(({ deed, reason }, context) => {
    if (needsReason(deed) && reason === '') {
      context.addIssue({ code: 'custom', path: ['reason'], message: reasonRequired });
    }
  });

type Held = { title: string; hiddenAt: string | null; manageKeyId: string | null };
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
      `SELECT name AS title, hidden_at AS hiddenAt, manage_key_id AS manageKeyId
         FROM listings WHERE id = ? AND is_sample = 0`,
    ),
    vehicle: of(
      'vehicles',
      'SELECT name AS title, hidden_at AS hiddenAt, NULL AS manageKeyId FROM vehicles WHERE id = ? AND is_built_in = 0',
    ),
    review: of(
      'reviews',
      `SELECT 'Review of ' || coalesce(v.name, l.name) AS title, r.hidden_at AS hiddenAt, NULL AS manageKeyId
         FROM reviews r LEFT JOIN vehicles v ON v.id = r.vehicle_id LEFT JOIN listings l ON l.id = r.listing_id
        WHERE r.id = ?`,
    ),
    erase: {
      vehicle: sqlite.prepare<[string]>('DELETE FROM vehicles WHERE id = ?'),
      review: sqlite.prepare<[string]>('DELETE FROM reviews WHERE id = ?'),
    },
  };
});

function erase(db: Database, { subject, id }: ModerationInput, { manageKeyId }: Held): void {
  if (subject === 'listing') eraseListing(db, { id, manageKeyId });
  else statements(db).erase[subject].run(id);
}

/**
 * Looks at a listing, a user's vehicle or a review, hides it, shows it again or deletes it; operators only, and each is logged. What is hidden
 * is out of sight everywhere at once, because the same write raises the content revision. Doing it twice is doing it
 * once. Samples and the built-in catalogue are the operator's own data
 * files and are not moderated.
 */
export const moderate = defineCommand<ModerationInput, { deed: Moderation }>({
  name: 'moderate',
  schema: () => moderation,
  invalidMessage: () => 'Please fix the validation errors above',
  limit: 'write',
  run(input, context) {
    const operator = signedInOperator(context.asker);
    if (!operator.done) return operator;
    const { subject, id, deed } = input;
    const held = statements(context.db)[subject].find.get(id);
    if (!held) return refused(notThere[subject]);
    const isHidden = held.hiddenAt !== null;
    if ((deed === 'hide' && isHidden) || (deed === 'restore' && !isHidden)) return done({ deed });
    const now = context.now.toISOString();
    const reason = input.reason || null;
    if (deed === 'delete') erase(context.db, input, held);
    else if (deed === 'check') statements(context.db)[subject].check.run(now, id);
    else {
      const hiding = deed === 'hide' ? { hiddenAt: now, reason } : { hiddenAt: null, reason: null };
      statements(context.db)[subject].show.run({ id, now, ...hiding });
    }
    logDeed(context, { subject, subjectId: id, title: held.title, deed: moderationWords[deed], reason });
    return done({ deed });
  },
});
