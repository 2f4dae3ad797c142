import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type PublicSubject, publicSubjects, type ReportedSubject } from '~db/enums';
import { auditEvents } from '~db/schema/desk';
import { reviews } from '~db/schema/engagement';
import { listings } from '~db/schema/listings';
import { vehicles } from '~db/schema/vehicles';
import { memoizePrepared } from '~db/statements';
import { hasFreshPassword, passwordRequired } from '../accounts/fresh-password';
import { vehicleNotFound } from '../catalogue/vehicle.queries.server';
import { eraseListing, listingNotFound } from '../listings/own-listing.commands.server';
import { recordAuditEvent } from '../moderation/audit-log.server';
import {
  isReasonRequired,
  type Moderation,
  maxReasonLength,
  moderationLabels,
  moderations,
} from '../moderation/moderation';
import { storeRemovalNotice } from '../moderation/public-item.server';
import { reviewNotFound } from '../reviews/review.commands.server';
import { type CommandContext, defineCommand, isOutdated } from '../shared/command.server';
import { failNumberType, failWith, requiredText, seenVersion, textUpTo, yesOrNo } from '../shared/fields.server';
import { type Permission, requirePermission } from '../shared/permissions';
import { type AppError, createVersionConflict, encodeReason, err, ok, type Result } from '../shared/result';
import { stepSize } from '../shared/steps';
import { findOpenReports, findReportSummaries, reopenReports, settleReports } from './reports.server';

type ModerationInput = {
  subject: PublicSubject;
  id: string;
  action: Moderation;
  reason: string;
  /** Version the operator has read; absent: the current one. */
  version?: number | undefined;
  /** Number of open reports the operator has seen; absent: all open reports. */
  reports?: number | undefined;
};

const notFoundErrors: Readonly<Record<PublicSubject, AppError>> = {
  listing: listingNotFound,
  vehicle: vehicleNotFound,
  review: reviewNotFound,
};

export const reasonText = textUpTo('Reason', maxReasonLength);

export function requireReason(isNeeded: boolean, reason: string, context: z.core.$RefinementCtx): void {
  if (!isNeeded || reason !== '') return;
  const message = encodeReason({ code: 'required', values: { label: 'Reason' } });
  context.addIssue({ code: 'custom', path: ['reason'], message });
}

export const seenReports = z
  .int(failNumberType('Reports', { code: 'not_whole', values: { label: 'Reports' } }))
  .optional();

const moderation = z
  .object({
    subject: z.enum(publicSubjects),
    id: z.string(),
    action: z.enum(moderations, failWith({ code: 'action_required' })),
    reason: reasonText,
    version: seenVersion,
    reports: seenReports,
  })
  .superRefine(({ action, reason }, context) => requireReason(isReasonRequired(action), reason, context));

/** Items that are decided on by one press. */
export const maxModerated = 100;

type PublicTable = typeof listings | typeof vehicles | typeof reviews;

const queries = memoizePrepared((db) => {
  const isId = (table: PublicTable) => eq(table.id, sql.placeholder('id'));
  const prepareDecisions = (table: PublicTable) => ({
    check: db
      .update(table)
      .set({ checkedAt: sql`${sql.placeholder('now')}` })
      .where(isId(table))
      .prepare(),
    show: db
      .update(table)
      .set({
        hiddenAt: sql`${sql.placeholder('hiddenAt')}`,
        hiddenReason: sql`${sql.placeholder('reason')}`,
        ...('isDraft' in table && { isDraft: false }),
        checkedAt: sql`${sql.placeholder('now')}`,
        version: sql`version + 1`,
      })
      .where(isId(table))
      .prepare(),
    uncheck: db.update(table).set({ checkedAt: null }).where(isId(table)).prepare(),
  });
  const nameOfReviewed = sql<string>`coalesce(${vehicles.name}, ${listings.name})`;
  return {
    decisions: db
      .select({ event: auditEvents.id, subject: auditEvents.subject, id: auditEvents.subjectId })
      .from(auditEvents)
      .where(
        and(
          eq(auditEvents.createdAt, sql.placeholder('at')),
          eq(auditEvents.operatorId, sql.placeholder('operator')),
          inArray(auditEvents.subject, publicSubjects),
          // The sign keeps the planner to the index of times: the log is long.
          sql`+${auditEvents.id} > ${sql.placeholder('from')}`,
        ),
      )
      .orderBy(auditEvents.id)
      .limit(stepSize)
      .prepare(),
    listing: {
      find: db
        .select({
          title: listings.name,
          name: listings.name,
          hiddenAt: listings.hiddenAt,
          checkedAt: listings.checkedAt,
          ownerUserId: listings.ownerUserId,
          manageKeyId: listings.manageKeyId,
          version: listings.version,
        })
        .from(listings)
        .where(and(isId(listings), eq(listings.isSample, false)))
        .prepare(),
      ...prepareDecisions(listings),
    },
    vehicle: {
      find: db
        .select({
          title: vehicles.name,
          name: vehicles.name,
          hiddenAt: vehicles.hiddenAt,
          checkedAt: vehicles.checkedAt,
          ownerUserId: vehicles.ownerUserId,
          manageKeyId: sql<null>`NULL`,
          version: vehicles.version,
        })
        .from(vehicles)
        .where(and(isId(vehicles), eq(vehicles.isBuiltIn, false)))
        .prepare(),
      ...prepareDecisions(vehicles),
    },
    review: {
      find: db
        .select({
          title: sql<string>`'Review of ' || ${nameOfReviewed}`,
          name: nameOfReviewed,
          hiddenAt: reviews.hiddenAt,
          checkedAt: reviews.checkedAt,
          ownerUserId: reviews.userId,
          manageKeyId: sql<null>`NULL`,
          version: reviews.version,
        })
        .from(reviews)
        .leftJoin(vehicles, eq(vehicles.id, reviews.vehicleId))
        .leftJoin(listings, eq(listings.id, reviews.listingId))
        .where(isId(reviews))
        .prepare(),
      ...prepareDecisions(reviews),
    },
  };
});

type Owned = NonNullable<ReturnType<ReturnType<typeof queries>[PublicSubject]['find']['get']>>;

export const createReportedAgainError = (subject: ReportedSubject): AppError => ({
  kind: 'conflict',
  code: 'reported_again',
  values: { subject },
});

function erase(context: CommandContext, { subject, id, reason }: ModerationInput, owned: Owned): void {
  const { name, ownerUserId: userId, manageKeyId } = owned;
  const { db } = context;
  storeRemovalNotice(context, { kind: subject, name, reason, userId, manageKeyId });
  if (subject === 'listing') eraseListing(db, { id, manageKeyId });
  else if (subject === 'vehicle') db.delete(vehicles).where(eq(vehicles.id, id)).run();
  else db.delete(reviews).where(eq(reviews.id, id)).run();
}

export const getModerationPermission = (subject: PublicSubject): Permission =>
  subject === 'review' ? 'reports' : 'listings';

/** Logged, idempotent; settles open reports. @returns a conflict if changed or reported since */
function decide(input: ModerationInput, context: CommandContext): Result<{ action: Moderation }> {
  const { subject, id, action } = input;
  const operator = requirePermission(context.actor, action === 'delete' ? 'erase' : getModerationPermission(subject));
  if (!operator.ok) return operator;
  if (action === 'delete' && !hasFreshPassword(operator.value, context.now)) return err(passwordRequired);
  const owned = queries(context.db)[subject].find.get({ id });
  if (!owned) return err(notFoundErrors[subject]);
  const isHidden = owned.hiddenAt !== null;
  if ((action === 'hide' && isHidden) || (action === 'restore' && !isHidden)) return ok({ action });
  // Suspected spam reports are not counted, but are settled too.
  const isChecked = owned.checkedAt !== null && findOpenReports(context.db, subject, id).length === 0;
  if (action === 'check' && isChecked) return ok({ action });
  if (isOutdated(input.version, owned)) return createVersionConflict(subject);
  const open = findReportSummaries(context.db, subject, [id]).get(id)?.count ?? 0;
  if (input.reports !== undefined && input.reports < open) return err(createReportedAgainError(subject));
  settleReports(context.db, subject, id, context.now);
  const now = context.now.toISOString();
  const reason = input.reason || null;
  if (action === 'delete') erase(context, input, owned);
  else if (action === 'check') queries(context.db)[subject].check.run({ now, id });
  else {
    const hiding = action === 'hide' ? { hiddenAt: now, reason } : { hiddenAt: null, reason: null };
    queries(context.db)[subject].show.run({ id, now, ...hiding });
  }
  const reported = action === 'check' && open > 0 ? 'reports dismissed' : moderationLabels[action];
  recordAuditEvent(context, { subject, subjectId: id, title: owned.title, action: reported, reason });
  return ok({ action });
}

export const moderate = defineCommand<ModerationInput, { action: Moderation }>({
  name: 'moderate',
  schema: () => moderation,
  limit: 'write',
  run: decide,
});

const nothingTicked = failWith({ code: 'nothing_ticked' });

const moderationOfMany = z
  .object({
    subject: z.enum(publicSubjects),
    action: z.enum(['check', 'hide', 'restore'], failWith({ code: 'action_required' })),
    chosen: z
      .array(z.object({ id: z.string(), version: z.int(), reports: z.int() }), nothingTicked)
      .min(1, nothingTicked)
      .max(maxModerated, failWith({ code: 'too_many_chosen', values: { most: maxModerated } })),
    reason: reasonText,
  })
  .superRefine(({ action, reason }, context) => requireReason(isReasonRequired(action), reason, context));

type Moderated = {
  count: number;
  /** Number of those that were left, because they were changed, reported or deleted since they were seen. */
  left: number;
  /** By which `undoModeration` finds them in the log; ISO 8601. */
  at: string;
};

/** Each as by `moderate`. @returns the first conflict if all of them were changed since they were seen */
export const moderateMany = defineCommand<z.infer<typeof moderationOfMany>, Moderated>({
  name: 'moderate-many',
  schema: () => moderationOfMany,
  limit: 'write',
  run({ chosen, ...decision }, context) {
    const seen = new Map(chosen.map((item) => [item.id, item]));
    const results = [...seen.values()].map((item) => decide({ ...decision, ...item }, context));
    const errors = results.flatMap((result) => (result.ok ? [] : [result.error]));
    const [first] = errors;
    const left = errors.length;
    if (first && left === results.length) return err(first);
    return ok({ count: results.length - left, left, at: context.now.toISOString() });
  },
});

type UndoInput = {
  at: string;
  isChecked: boolean;
  /** `next` of the step before; 0 for the first. */
  from: number;
};

/**
 * Takes back what the operator approved or hid at a time, a step of it, unless it was decided again since.
 *
 * @returns the number of items, and where the next step begins; null after the last
 */
export const undoModeration = defineCommand<UndoInput, { count: number; next: number | null }>({
  name: 'undo-moderation',
  schema: () =>
    z.object({
      at: requiredText('At', 60),
      isChecked: yesOrNo('Checked'),
      from: z.int(failNumberType('From', { code: 'not_whole', values: { label: 'From' } })),
    }),
  limit: 'write',
  run({ at, isChecked, from }, context) {
    const member = requirePermission(context.actor, 'listings');
    if (!member.ok) return member;
    const { db } = context;
    const now = context.now.toISOString();
    let count = 0;
    const decisions = queries(db).decisions.all({ at, operator: member.value.id, from });
    const next = decisions.length < stepSize ? null : (decisions.at(-1)?.event ?? null);
    for (const decision of decisions) {
      const subject = publicSubjects.find((name) => name === decision.subject);
      if (!subject) continue;
      const { id } = decision;
      const owned = queries(db)[subject].find.get({ id });
      if (owned?.checkedAt !== at) continue;
      const wasHidden = owned.hiddenAt === at;
      if (wasHidden) queries(db)[subject].show.run({ id, now, hiddenAt: null, reason: null });
      if (!isChecked) queries(db)[subject].uncheck.run({ id });
      reopenReports(db, subject, id, at);
      const action = wasHidden ? moderationLabels.restore : 'to be looked at again';
      recordAuditEvent(context, { subject, subjectId: id, title: owned.title, action });
      count += 1;
    }
    return count === 0 && next === null ? err({ kind: 'conflict', code: 'nothing_to_undo' }) : ok({ count, next });
  },
});
