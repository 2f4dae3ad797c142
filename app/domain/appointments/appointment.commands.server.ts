import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import type { AppointmentKind } from '~db/enums';
import { appointmentMoves, appointments } from '~db/schema';
import { preparedOf } from '~db/statements';
import { isUpcoming } from '../catalogue/vehicle';
import { findOffer } from '../catalogue/vehicle.queries.server';
import { openDeskConversation, privateKeyOf } from '../conversations/add-message.server';
import { recordAuditEvent } from '../moderation/audit-log.server';
import { queueMail } from '../outbox/outbox.server';
import { type Actor, operatorRequired, signInRequired } from '../shared/actor';
import { defineCommand, isOutdated } from '../shared/command.server';
import { newSecret, sha256 } from '../shared/secrets.server';
import { dayOf, instantInIndia, longDayText } from '../shared/dates';
import { type AppError, versionConflict, err, fixErrors, ok, type Result } from '../shared/result';
import {
  type Appointment,
  type AppointmentField,
  appointmentNotFound,
  bookableDays,
  chooseTime,
  isOpenStatus,
  nextStatuses,
  statusNames,
  titleOf,
  whenText,
} from './appointment';
import { knownAppointment, storedAppointment } from './appointment.queries.server';
import {
  type AppointmentChange,
  type AppointmentMove,
  type AppointmentRequest,
  appointmentChange,
  appointmentMove,
  appointmentRequest,
} from './appointment.schema.server';
import { bookableBranches, freeSlots } from './branches.server';
import { alternativesText } from './slots';

type Place = { branchId: string; day: string; starts: string; ends: string; seat: number };
type WantedPlace = Pick<AppointmentRequest, 'kind' | 'branch' | 'day' | 'slot'>;

const invalid = (field: AppointmentField, message: string): { ok: false; error: AppError } =>
  err({ kind: 'invalid', message: fixErrors, errors: { [field]: message } });

const seats = preparedOf((db) =>
  db
    .select({ seat: appointments.seat })
    .from(appointments)
    .where(
      and(
        eq(appointments.branchId, sql.placeholder('branch')),
        eq(appointments.kind, sql.placeholder('kind')),
        eq(appointments.day, sql.placeholder('day')),
        eq(appointments.starts, sql.placeholder('slot')),
        // A literal, as in the partial index.
        sql`${appointments.status} <> 'cancelled'`,
      ),
    )
    .prepare(),
);

/** The lowest free place number of a slot. */
function freeSeat(db: Database, wanted: WantedPlace): number {
  const taken = new Set(
    seats(db)
      .all(wanted)
      .map(({ seat }) => seat),
  );
  let seat = 1;
  while (taken.has(seat)) seat += 1;
  return seat;
}

/**
 * Finds a place in a slot, within the transaction that takes it, so that no other request takes it between the count
 * and the write; a unique index also rejects a second appointment on the same place.
 *
 * @returns a conflict that lists free slots if the slot is full
 */
function findPlace(db: Database, wanted: WantedPlace, now: Date): Result<Place> {
  const branch = bookableBranches(db, now).find(({ id }) => id === wanted.branch);
  if (!branch) return invalid('branch', 'Visits cannot be booked at this branch.');
  const days = freeSlots(db, branch, wanted.kind, now);
  const day = days.find((one) => one.day === wanted.day);
  if (!day) return invalid('day', `Please choose one of the next ${bookableDays} days, from today on`);
  if (day.slots.length === 0) {
    return invalid('day', `We are closed on ${longDayText(day.day)}. ${alternativesText(days, day.day)}`);
  }
  const slot = day.slots.find(({ starts }) => starts === wanted.slot);
  if (!slot) return invalid('slot', `${chooseTime} of that day. ${alternativesText(days, day.day)}`);
  if (slot.state === 'over') return invalid('slot', `This time has begun already. ${alternativesText(days, day.day)}`);
  if (slot.state === 'full') {
    const message = `This time has just been taken. ${alternativesText(days, day.day)}`;
    return err({ kind: 'conflict', message, errors: { slot: message } });
  }
  const { starts, ends } = slot;
  return ok({ branchId: branch.id, day: day.day, starts, ends, seat: freeSeat(db, wanted) });
}

type VisitedVehicle = { vehicleId: string | null; vehicleName: string | null };

/** The vehicle to ride or buy: one of our own, because those of other sellers are not at our branches. */
function findVehicle(
  db: Database,
  { kind, vehicle, ownVehicle }: AppointmentRequest,
  actor: Actor,
): Result<VisitedVehicle> {
  if (kind === 'service') return ok({ vehicleId: null, vehicleName: ownVehicle });
  if (vehicle === null) return ok({ vehicleId: null, vehicleName: null });
  const offer = findOffer(db, vehicle, actor);
  if (offer?.kind !== 'vehicle' || offer.vehicle.owner !== null) {
    return invalid('vehicle', 'This vehicle is not at our branches.');
  }
  const { id, name } = offer.vehicle;
  if (isUpcoming(offer.vehicle)) return invalid('vehicle', `${name} is coming soon and can't be ridden or booked yet.`);
  return ok({ vehicleId: id, vehicleName: name });
}

/**
 * A stored appointment. For a visitor `key` is the secret of its private link and `visitorSecret` that of the browser,
 * both returned only this once.
 */
type RequestedAppointment = { appointment: Appointment; key: string | null; visitorSecret: string | null };

const needsAccount = (kind: AppointmentKind): boolean => kind === 'service';

/** Whether the actor may request a visit of this kind; a service needs an account, as a service request does. */
export const mayRequest = (kind: unknown, { user }: Actor): Result<null> =>
  kind === 'service' && user === null ? err(signInRequired) : ok(null);

/**
 * Requests an appointment (docs/product.md, "Appointments"); any visitor may, except for a service. It takes a place of
 * its slot immediately, before it is confirmed, and opens a conversation with the desk.
 *
 * @returns a conflict that lists free slots if the slot is full
 */
export const requestAppointment = defineCommand<AppointmentRequest, RequestedAppointment>({
  name: 'request-appointment',
  schema: () => appointmentRequest,
  invalidMessage: () => fixErrors,
  limit: 'contact',
  secrets: {
    // A first request never carries the private link as proof.
    areOwned: ({ key }) => key === null,
    remove: ({ appointment }) => ({ appointment, key: null, visitorSecret: null }),
  },
  run(input, context) {
    const { db, actor, now } = context;
    if (needsAccount(input.kind) && !actor.user) return err(signInRequired);
    const vehicle = findVehicle(db, input, actor);
    if (!vehicle.ok) return vehicle;
    const place = findPlace(db, input, now);
    if (!place.ok) return place;
    const userId = actor.user?.id ?? null;
    const id = randomUUID();
    const visitorSecret = userId === null ? (input.visitorSecret ?? newSecret()) : null;
    const key = visitorSecret && privateKeyOf(visitorSecret, id);
    const timestamp = now.toISOString();
    const { kind, name, phone, isSuspect } = input;
    db.insert(appointments)
      .values({
        ...place.value,
        ...vehicle.value,
        id,
        kind,
        registrationNumber: kind === 'service' ? input.registrationNumber : null,
        name,
        phone,
        userId,
        keyHash: key && sha256(key),
        isSuspect,
        createdAt: timestamp,
        updatedAt: timestamp,
      })
      .run();
    const appointment = storedAppointment(db, id);
    if (!appointment) throw new Error('An appointment that was just stored could not be read.');
    openDeskConversation(context, id, visitorSecret);
    return ok({ appointment, key, visitorSecret });
  },
});

const conflict = (message: string): { ok: false; error: AppError } => err({ kind: 'conflict', message });

/** Error for a customer's change once the visit has begun; null before. */
const tooLateError = ({ day, starts }: Appointment, action: string, now: Date) =>
  instantInIndia(day, starts) > now
    ? null
    : conflict(`This visit has begun, so it can no longer be ${action} here. Please call us.`);

/** Checks a change of the status; null when it is allowed. */
function transitionError(
  { status }: AppointmentChange,
  appointment: Appointment,
  { isOperator, now }: { isOperator: boolean; now: Date },
): { ok: false; error: AppError } | null {
  if (!isOperator && status !== 'cancelled') return err(operatorRequired);
  if (!nextStatuses[appointment.status].includes(status)) {
    return conflict(
      `A visit that is ${statusNames[appointment.status].toLowerCase()} cannot become ${statusNames[status].toLowerCase()}.`,
    );
  }
  if (status === 'done' && appointment.day > dayOf(now)) {
    return conflict('A visit can be completed on its day at the earliest.');
  }
  return isOperator ? null : tooLateError(appointment, 'called off', now);
}

/**
 * Confirms, completes or cancels an appointment; its status changes only here. Customers may cancel until it begins; the
 * rest is for operators, whose changes are logged. Idempotent.
 */
export const changeAppointment = defineCommand<AppointmentChange, Appointment>({
  name: 'change-appointment',
  changes: ({ id }) => ({ table: 'appointments', id }),
  schema: () => appointmentChange,
  invalidMessage: () => fixErrors,
  limit: 'write',
  run(change, context) {
    const { db, actor, now } = context;
    const known = knownAppointment(context, change);
    if (!known.ok) return known;
    const { appointment, isCustomer } = known.value;
    const { status } = change;
    if (appointment.status === status) return ok(appointment);
    const isOperator = actor.user?.role === 'operator';
    const error = transitionError(change, appointment, { isOperator, now });
    if (error) return error;
    if (isOutdated(change.version, appointment)) return versionConflict('visit');
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
    if (!isCustomer && appointment.userId !== null && status !== 'done') {
      queueMail(db, { kind: 'appointment', aboutId: appointment.id, to: { userId: appointment.userId }, now });
    }
    recordAuditEvent(
      context,
      {
        subject: 'appointment',
        subjectId: appointment.id,
        title: `${titleOf(appointment)}, ${whenText(appointment)}`,
        action: statusNames[status].toLowerCase(),
        reason: change.reason,
      },
      { isOwn: isCustomer },
    );
    const changed = storedAppointment(db, appointment.id);
    return changed ? ok(changed) : err(appointmentNotFound);
  },
});

/**
 * Moves an appointment to another time of its branch, in one transaction that takes the new place and frees the old one.
 * A move by the customer needs a new confirmation; a move by an operator keeps the status. Idempotent.
 *
 * @returns a conflict that lists free slots if the slot is full
 */
export const moveAppointment = defineCommand<AppointmentMove, Appointment>({
  name: 'move-appointment',
  changes: ({ id }) => ({ table: 'appointments', id }),
  schema: () => appointmentMove,
  invalidMessage: () => fixErrors,
  limit: 'write',
  run(move, context) {
    const { db, actor, now } = context;
    const known = knownAppointment(context, move);
    if (!known.ok) return known;
    const { appointment, isCustomer } = known.value;
    const { id, kind, branch, day, starts, ends, userId } = appointment;
    if (day === move.day && starts === move.slot) return ok(appointment);
    if (!isOpenStatus(appointment.status)) {
      return conflict(`A visit that is ${statusNames[appointment.status].toLowerCase()} cannot be moved.`);
    }
    const error = actor.user?.role === 'operator' ? null : tooLateError(appointment, 'moved', now);
    if (error) return error;
    if (isOutdated(move.version, appointment)) return versionConflict('visit');
    const place = findPlace(db, { kind, branch: branch.id, day: move.day, slot: move.slot }, now);
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
    if (!isCustomer && userId !== null) {
      queueMail(db, { kind: 'appointment', aboutId: id, to: { userId }, now });
    }
    const moved = storedAppointment(db, id);
    if (!moved) return err(appointmentNotFound);
    recordAuditEvent(
      context,
      {
        subject: 'appointment',
        subjectId: id,
        title: `${titleOf(moved)}, ${whenText(moved)}`,
        action: `moved from ${whenText(appointment)}`,
      },
      { isOwn: isCustomer },
    );
    return ok(moved);
  },
});
