import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { appointmentKinds } from '~db/enums';
import { appointments } from '~db/schema/appointments';
import { memoizePrepared } from '~db/statements';
import { isUpcoming } from '../catalogue/vehicle';
import { findOffer } from '../catalogue/vehicle.queries.server';
import { derivePrivateKey, openDeskConversation } from '../conversations/add-message.server';
import { type Actor, signInRequired } from '../shared/actor';
import { defineCommand } from '../shared/command.server';
import { formatLongDay, isDay } from '../shared/dates';
import { createTypeError, emptyableText, requiredText } from '../shared/fields.server';
import { type AppError, err, fixErrors, ok, type Result } from '../shared/result';
import { generateSecret, sha256 } from '../shared/secrets.server';
import { isPhoneNumber, maxPhoneLength, normalizePhone, phoneNumberInvalid } from '../shared/phone';
import {
  type Appointment,
  type AppointmentField,
  appointmentLabels as labels,
  bookableDays,
  chooseDay,
  chooseTime,
  maxLengths,
} from './appointment';
import { findStoredAppointment } from './appointment.queries.server';
import { findBookableBranches, findFreeSlots } from './branches.server';
import { formatAlternatives } from './slots';

const optional = (field: 'ownVehicle' | 'registrationNumber') =>
  emptyableText(labels[field], maxLengths[field])
    .nullish()
    .transform((text) => text ?? null);

const choose = 'Please choose a branch';

/** A slot of a branch. Whether it has a free place is checked by the command. */
export const place = {
  branch: z.string({ error: choose }).min(1, choose).max(60, choose).meta({ description: 'Id of a branch.' }),
  day: z
    .string({ error: chooseDay })
    .refine(isDay, { error: chooseDay })
    .meta({ format: 'date', description: 'In India, within fourteen days from today.' }),
  slot: z
    .string({ error: chooseTime })
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: chooseTime })
    .meta({ description: 'Start of the slot, in India: `11:00`.' }),
};

/** Validation rules of a new appointment (docs/product.md, "Appointments"). */
export const newAppointment = z.object({
  kind: z.enum(appointmentKinds, { error: 'Please choose what your visit is for' }),
  ...place,
  vehicle: z
    .string({ error: 'Vehicle must be the id of a vehicle' })
    .max(60, { error: 'Vehicle must be the id of a vehicle' })
    .nullish()
    .transform((id) => id || null)
    .meta({ description: 'Id of a vehicle to ride or buy.' }),
  ownVehicle: optional('ownVehicle').meta({ description: 'For a service: brand and model.' }),
  registrationNumber: optional('registrationNumber'),
  name: requiredText(labels.name, maxLengths.name),
  phone: z
    .string({ error: createTypeError(labels.phone, phoneNumberInvalid) })
    .transform(normalizePhone)
    .refine((text) => text !== '', { error: `${labels.phone} is required`, abort: true })
    .refine((text) => isPhoneNumber(text), { error: phoneNumberInvalid })
    .meta({ minLength: 1, maxLength: maxPhoneLength }),
});

/** Spam signals and the secret of a visitor's browser are set by the form handler, never taken from the fields. */
const appointmentRequest = newAppointment.extend({
  isSuspect: z.boolean().default(false),
  visitorSecret: z.string().nullable().default(null),
});
type AppointmentRequest = z.infer<typeof appointmentRequest>;

type FreePlace = { branchId: string; day: string; starts: string; ends: string; seat: number };
type WantedPlace = Pick<AppointmentRequest, 'kind' | 'branch' | 'day' | 'slot'>;

const invalid = (field: AppointmentField, message: string): { ok: false; error: AppError } =>
  err({ kind: 'invalid', message: fixErrors, errors: { [field]: message } });

const seats = memoizePrepared((db) =>
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
function findFreeSeat(db: Database, wanted: WantedPlace): number {
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
export function findFreePlace(db: Database, wanted: WantedPlace, now: Date): Result<FreePlace> {
  const branch = findBookableBranches(db, now).find(({ id }) => id === wanted.branch);
  if (!branch) return invalid('branch', 'Visits cannot be booked at this branch.');
  const days = findFreeSlots(db, branch, wanted.kind, now);
  const day = days.find((one) => one.day === wanted.day);
  if (!day) return invalid('day', `Please choose one of the next ${bookableDays} days, from today on`);
  if (day.slots.length === 0) {
    return invalid('day', `We are closed on ${formatLongDay(day.day)}. ${formatAlternatives(days, day.day)}`);
  }
  const slot = day.slots.find(({ starts }) => starts === wanted.slot);
  if (!slot) return invalid('slot', `${chooseTime} of that day. ${formatAlternatives(days, day.day)}`);
  if (slot.state === 'over')
    return invalid('slot', `This time has begun already. ${formatAlternatives(days, day.day)}`);
  if (slot.state === 'full') {
    const message = `This time has just been taken. ${formatAlternatives(days, day.day)}`;
    return err({ kind: 'conflict', message, errors: { slot: message } });
  }
  const { starts, ends } = slot;
  return ok({ branchId: branch.id, day: day.day, starts, ends, seat: findFreeSeat(db, wanted) });
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
  if (!offer) return invalid('vehicle', 'This vehicle is no longer listed.');
  if (offer.kind !== 'vehicle' || offer.vehicle.owner !== null) {
    return invalid('vehicle', 'This vehicle is with its seller. Please choose a day and a part of it.');
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

/** Rejects a visitor who requests a service: it needs an account, as a service request does. */
export const requireUserFor = (kind: unknown, { user }: Actor): Result<null> =>
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
    const allowed = requireUserFor(input.kind, actor);
    if (!allowed.ok) return allowed;
    const vehicle = findVehicle(db, input, actor);
    if (!vehicle.ok) return vehicle;
    const place = findFreePlace(db, input, now);
    if (!place.ok) return place;
    const userId = actor.user?.id ?? null;
    const id = randomUUID();
    const visitorSecret = userId === null ? (input.visitorSecret ?? generateSecret()) : null;
    const key = visitorSecret && derivePrivateKey(visitorSecret, id);
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
    const appointment = findStoredAppointment(db, id);
    if (!appointment) throw new Error('An appointment that was just stored could not be read.');
    openDeskConversation(context, id, visitorSecret);
    return ok({ appointment, key, visitorSecret });
  },
});
