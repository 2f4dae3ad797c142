import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AppointmentStatus } from '~db/enums';
import { appointmentMoves, appointments } from '~db/schema/appointments';
import { type AppError, createVersionConflict, err, ok, type Reason } from '../shared/result';
import { anonymous } from '../shared/actor';
import { recordAuditEvent } from '../moderation/audit-log.server';
import { queueMail } from '../outbox/outbox.server';
import { type CommandContext, defineCommand, isOutdated } from '../shared/command.server';
import { toDay, toInstant } from '../shared/dates';
import { emptyableText, oneOf, seenVersion } from '../shared/fields.server';
import { mayUse, requirePermission, teamRequired } from '../shared/permissions';
import {
  type Appointment,
  appointmentNotFound,
  formatAppointmentTitle,
  formatWhen,
  isOpenStatus,
  maxLengths,
  nextStatuses,
  statusNames,
} from './appointment';
import { findKnownAppointment, findStoredAppointment } from './appointment.queries.server';
import { findFreePlace, newAppointment, place, storeAppointment } from './request-appointment.server';

const privateKey = z.string().nullish().meta({ description: "Secret of a visitor's private link." });

export const appointmentMove = z.object({
  id: z.string(),
  key: privateKey,
  day: place.day,
  slot: place.slot,
  version: seenVersion,
});
type AppointmentMove = z.infer<typeof appointmentMove>;

export const appointmentChange = z.object({
  id: z.string(),
  key: privateKey,
  status: oneOf('Status', ['confirmed', 'done', 'cancelled']),
  reason: emptyableText('Reason', maxLengths.reason)
    .nullish()
    .transform((text) => text ?? null)
    .meta({ description: 'Reason for the cancellation, for the other side.' }),
  version: seenVersion,
});
type AppointmentChange = z.infer<typeof appointmentChange>;

const conflict = (reason: Reason): { ok: false; error: AppError } => err({ kind: 'conflict', ...reason });

const formatStatus = (status: AppointmentStatus): string => statusNames[status].toLowerCase();

const checkStillAhead = ({ day, starts }: Appointment, action: string, now: Date) =>
  toInstant(day, starts) > now ? null : conflict({ code: 'visit_begun', values: { action } });

/** Checks a change of the status; null when it is allowed. */
function checkTransition(
  { status }: AppointmentChange,
  appointment: Appointment,
  { isOperator, now }: { isOperator: boolean; now: Date },
): { ok: false; error: AppError } | null {
  if (!isOperator && status !== 'cancelled') return err(teamRequired);
  if (!nextStatuses[appointment.status].includes(status)) {
    const values = { status: formatStatus(appointment.status), next: formatStatus(status) };
    return conflict({ code: 'visit_transition_invalid', values });
  }
  if (status === 'done' && appointment.day > toDay(now)) {
    return conflict({ code: 'visit_completed_early' });
  }
  return isOperator ? null : checkStillAhead(appointment, 'cancelled', now);
}

/** To the account, or to the email that was given. */
function mailCustomer({ id, userId, email }: Appointment, { db, now }: CommandContext): void {
  const to = userId !== null ? { userId } : email !== null ? { address: email } : null;
  if (to) queueMail(db, { kind: 'appointment', aboutId: id, to, now });
}

/** Customers may cancel until it begins; the rest is for operators and logged. Idempotent. */
export const changeAppointment = defineCommand<AppointmentChange, Appointment>({
  name: 'change-appointment',
  changes: ({ id }) => ({ table: 'appointments', id }),
  schema: () => appointmentChange,
  limit: 'write',
  run(change, context) {
    const { db, actor, now } = context;
    const lookup = findKnownAppointment(context, change);
    if (!lookup.ok) return lookup;
    const { appointment, isCustomer } = lookup.value;
    const { status } = change;
    if (appointment.status === status) return ok(appointment);
    const isOperator = mayUse(actor.user, 'visits');
    const error = checkTransition(change, appointment, { isOperator, now });
    if (error) return error;
    if (isOutdated(change.version, appointment)) return createVersionConflict('visit');
    const timestamp = now.toISOString();
    db.update(appointments)
      .set({
        status,
        ...(status === 'confirmed' ? { confirmedAt: timestamp } : { endedAt: timestamp }),
        ...(status === 'cancelled' && {
          cancelledBy: isCustomer ? 'customer' : 'business',
          cancelReason: change.reason,
        }),
        updatedAt: timestamp,
        version: sql`version + 1`,
      })
      .where(eq(appointments.id, appointment.id))
      .run();
    if (!isCustomer && status !== 'done') mailCustomer(appointment, context);
    recordAuditEvent(
      context,
      {
        subject: 'appointment',
        subjectId: appointment.id,
        title: `${formatAppointmentTitle(appointment)}, ${formatWhen(appointment)}`,
        action: formatStatus(status),
        reason: change.reason,
      },
      { isOwn: isCustomer },
    );
    const changed = findStoredAppointment(db, appointment.id);
    return changed ? ok(changed) : err(appointmentNotFound);
  },
});

/** A move by the customer needs a new confirmation. Idempotent. @returns a conflict with free slots if full */
export const moveAppointment = defineCommand<AppointmentMove, Appointment>({
  name: 'move-appointment',
  changes: ({ id }) => ({ table: 'appointments', id }),
  schema: () => appointmentMove,
  limit: 'write',
  run(move, context) {
    const { db, actor, now } = context;
    const lookup = findKnownAppointment(context, move);
    if (!lookup.ok) return lookup;
    const { appointment, isCustomer } = lookup.value;
    const { id, kind, branch, day, starts, ends } = appointment;
    if (day === move.day && starts === move.slot) return ok(appointment);
    if (!isOpenStatus(appointment.status)) {
      return conflict({ code: 'visit_not_movable', values: { status: formatStatus(appointment.status) } });
    }
    const error = mayUse(actor.user, 'visits') ? null : checkStillAhead(appointment, 'moved', now);
    if (error) return error;
    if (isOutdated(move.version, appointment)) return createVersionConflict('visit');
    const place = findFreePlace(db, { kind, branch: branch.id, day: move.day, slot: move.slot }, now);
    if (!place.ok) return place;
    const timestamp = now.toISOString();
    db.insert(appointmentMoves)
      .values({
        ...{ appointmentId: id, day, starts, ends },
        movedBy: isCustomer ? 'customer' : 'business',
        movedAt: timestamp,
      })
      .run();
    db.update(appointments)
      .set({
        ...place.value,
        ...(isCustomer && { status: 'requested', confirmedAt: null }),
        updatedAt: timestamp,
        version: sql`version + 1`,
      })
      .where(eq(appointments.id, id))
      .run();
    if (!isCustomer) mailCustomer(appointment, context);
    const moved = findStoredAppointment(db, id);
    if (!moved) return err(appointmentNotFound);
    recordAuditEvent(
      context,
      {
        subject: 'appointment',
        subjectId: id,
        title: `${formatAppointmentTitle(moved)}, ${formatWhen(moved)}`,
        action: `moved from ${formatWhen(appointment)}`,
      },
      { isOwn: isCustomer },
    );
    return ok(moved);
  },
});

/** By an operator, for a customer who called or came by: without an account, and confirmed at once. */
export const addAppointment = defineCommand<z.infer<typeof newAppointment>, Appointment>({
  name: 'add-appointment',
  schema: () => newAppointment,
  limit: 'write',
  run(input, context) {
    const operator = requirePermission(context.actor, 'visits');
    if (!operator.ok) return operator;
    const request = { ...input, isSuspect: false, visitorSecret: null };
    const stored = storeAppointment(request, { ...context, actor: anonymous }, null);
    if (!stored.ok) return stored;
    const { id, version } = stored.value.appointment;
    return changeAppointment.run({ id, version, status: 'confirmed', reason: null }, context);
  },
});
