import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { appointmentKinds } from '~db/enums';
import { appointments } from '~db/schema/appointments';
import { memoizePrepared } from '~db/statements';
import { getOfferName, isSold, isUpcoming, type Offer } from '../catalogue/vehicle';
import { findOffer } from '../catalogue/vehicle.queries.server';
import { derivePrivateKey, openDeskConversation } from '../conversations/add-message.server';
import { err, invalid, ok, type Reason, type Result } from '../shared/result';
import { checkSenderNotBlocked } from '../moderation/blocked-contacts.server';
import { type Actor, signInRequired } from '../shared/actor';
import { recordLeadSource } from '../figures/lead-sources.server';
import { type CommandContext, defineCommand } from '../shared/command.server';
import { addDays, formatLongDay, isDay, toDay, toInstant } from '../shared/dates';
import { isEmailAddress, normalizeEmail } from '../shared/email';
import { emptyableText, failType, failWith, requiredText } from '../shared/fields.server';
import { isPhoneNumber, maxPhoneLength, normalizePhone } from '../shared/phone';
import { generateSecret, sha256 } from '../shared/secrets.server';
import {
  type Appointment,
  appointmentLabels as labels,
  bookableDays,
  maxLengths,
  maxRideDays,
  partEnds,
  partNames,
  partsOfDay,
  rideLabels,
} from './appointment';
import { findStoredAppointment } from './appointment.queries.server';
import { findBookableBranches, findFreeSlots } from './branches.server';
import { formatAlternatives } from './slots';
import { conversations } from '~db/schema/conversations';
import { newMessage, sendMessage, type SentMessage } from '../messages/send-message.server';
import { toLines } from '../shared/text';

const optional = (field: 'ownVehicle' | 'registrationNumber') =>
  emptyableText(labels[field], maxLengths[field])
    .nullish()
    .transform((text) => text ?? null);

const branchRequired = failWith({ code: 'branch_required' });
const dayRequired = failWith({ code: 'day_required' });
const timeRequired = failWith({ code: 'time_required' });

export const place = {
  branch: z
    .string(branchRequired)
    .min(1, branchRequired)
    .max(60, branchRequired)
    .meta({ description: 'Id of a branch.' }),
  day: z
    .string(dayRequired)
    .refine(isDay, dayRequired)
    .meta({ format: 'date', description: 'In India, within fourteen days from today.' }),
  slot: z
    .string(timeRequired)
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, timeRequired)
    .meta({ description: 'Start of the slot, in India: `11:00`.' }),
};

const vehicleIdInvalid = failWith({ code: 'vehicle_id_invalid' });

export const newAppointment = z.object({
  kind: z.enum(appointmentKinds, failWith({ code: 'visit_kind_required' })),
  ...place,
  vehicle: z
    .string(vehicleIdInvalid)
    .max(60, vehicleIdInvalid)
    .nullish()
    .transform((id) => id || null)
    .meta({ description: 'Id of a vehicle to ride or buy.' }),
  ownVehicle: optional('ownVehicle').meta({ description: 'For a service: brand and model.' }),
  registrationNumber: optional('registrationNumber'),
  name: requiredText(labels.name, maxLengths.name),
  phone: z
    .string(failType(labels.phone, { code: 'phone_invalid' }))
    .transform(normalizePhone)
    .refine((text) => text !== '', {
      ...failWith({ code: 'required', values: { label: labels.phone } }),
      abort: true,
    })
    .refine((text) => isPhoneNumber(text), failWith({ code: 'phone_invalid' }))
    .meta({ minLength: 1, maxLength: maxPhoneLength }),
  email: z
    .string(failWith({ code: 'email_invalid' }))
    .transform(normalizeEmail)
    .refine((text) => text === '' || isEmailAddress(text), failWith({ code: 'email_invalid' }))
    .nullish()
    .transform((text) => text || null)
    .meta({ format: 'email', description: 'Of a customer without an account, who hears of changes there.' }),
});

/** Spam signals and the secret of a visitor's browser are set by the form handler, never taken from the fields. */
const appointmentRequest = newAppointment.extend({
  isSuspect: z.boolean().default(false),
  visitorSecret: z.string().nullable().default(null),
});
type AppointmentRequest = z.infer<typeof appointmentRequest>;

type FreePlace = { branchId: string; day: string; starts: string; ends: string; seat: number };
type WantedPlace = Pick<AppointmentRequest, 'kind' | 'branch' | 'day' | 'slot'>;

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

/** Within the transaction that takes the place. @returns a conflict that lists free slots if full */
export function findFreePlace(db: Database, wanted: WantedPlace, now: Date): Result<FreePlace> {
  const branch = findBookableBranches(db, now).find(({ id }) => id === wanted.branch);
  if (!branch) return invalid({ branch: { code: 'branch_not_bookable' } });
  const days = findFreeSlots(db, branch, wanted.kind, now);
  const day = days.find((one) => one.day === wanted.day);
  if (!day) return invalid({ day: { code: 'visit_day_out_of_range', values: { days: bookableDays } } });
  const alternatives = formatAlternatives(days, day.day);
  if (day.slots.length === 0) {
    return invalid({ day: { code: 'branch_closed', values: { day: formatLongDay(day.day), alternatives } } });
  }
  const slot = day.slots.find(({ starts }) => starts === wanted.slot);
  if (!slot) return invalid({ slot: { code: 'time_not_offered', values: { alternatives } } });
  if (slot.state === 'over') return invalid({ slot: { code: 'time_begun', values: { alternatives } } });
  if (slot.state === 'full') {
    const reason: Reason = { code: 'time_taken', values: { alternatives } };
    return err({ kind: 'conflict', ...reason, errors: { slot: reason } });
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
  if (!offer) return invalid({ vehicle: { code: 'vehicle_not_listed' } });
  if (offer.kind !== 'vehicle' || offer.vehicle.owner !== null) {
    return invalid({ vehicle: { code: 'vehicle_with_seller' } });
  }
  const { id, name } = offer.vehicle;
  if (isUpcoming(offer.vehicle)) return invalid({ vehicle: { code: 'not_yet_rideable', values: { vehicle: name } } });
  return ok({ vehicleId: id, vehicleName: name });
}

/** For a visitor the secrets of the private link and of the browser, both returned only this once. */
type RequestedAppointment = { appointment: Appointment; key: string | null; visitorSecret: string | null };

/** @param secret of the visitor's browser; null: a new one, for a customer without an account */
export function storeAppointment(
  input: AppointmentRequest,
  context: CommandContext,
  secret: string | null,
): Result<RequestedAppointment> {
  const { db, actor, now } = context;
  const vehicle = findVehicle(db, input, actor);
  if (!vehicle.ok) return vehicle;
  const place = findFreePlace(db, input, now);
  if (!place.ok) return place;
  const userId = actor.user?.id ?? null;
  const id = randomUUID();
  const visitorSecret = userId === null ? (secret ?? generateSecret()) : null;
  const key = visitorSecret && derivePrivateKey(visitorSecret, id);
  const timestamp = now.toISOString();
  const { kind, name, phone, email, isSuspect } = input;
  db.insert(appointments)
    .values({
      ...place.value,
      ...vehicle.value,
      id,
      kind,
      registrationNumber: kind === 'service' ? input.registrationNumber : null,
      name,
      phone,
      email,
      userId,
      keyHash: key && sha256(key),
      isSuspect,
      createdAt: timestamp,
      updatedAt: timestamp,
    })
    .run();
  const appointment = findStoredAppointment(db, id);
  if (!appointment) throw new Error('An appointment that was just stored could not be read.');
  recordLeadSource(context, id);
  openDeskConversation(context, id, visitorSecret);
  return ok({ appointment, key, visitorSecret });
}

/** Rejects a visitor who requests a service: it needs an account, as a service request does. */
export const requireUserFor = (kind: unknown, { user }: Actor): Result<null> =>
  kind === 'service' && user === null ? err(signInRequired) : ok(null);

/** Takes its place before it is confirmed. @returns a conflict that lists free slots if the slot is full */
export const requestAppointment = defineCommand<AppointmentRequest, RequestedAppointment>({
  name: 'request-appointment',
  schema: () => appointmentRequest,
  limit: 'contact',
  secrets: {
    // A first request never carries the private link as proof.
    areOwned: ({ key }) => key === null,
    remove: ({ appointment }) => ({ appointment, key: null, visitorSecret: null }),
  },
  run(input, context) {
    const { actor } = context;
    const allowed = requireUserFor(input.kind, actor);
    if (!allowed.ok) return allowed;
    const accepted = checkSenderNotBlocked(context, { phone: input.phone, email: input.email, userId: actor.user?.id });
    if (!accepted.ok) return accepted;
    return storeAppointment(input, context, input.visitorSecret);
  },
});

export const newRide = (now: Date) =>
  z.object({
    kind: z.literal('test-ride', failWith({ code: 'not_a_test_ride' })).optional(),
    vehicle: z
      .string(vehicleIdInvalid)
      .min(1, vehicleIdInvalid)
      .max(60, vehicleIdInvalid)
      .meta({ description: 'Id of a listing, or of a used vehicle that a user offers.' }),
    day: z
      .string(dayRequired)
      .refine(isDay, { ...dayRequired, abort: true })
      .refine(
        (day) => day >= toDay(now) && day <= addDays(toDay(now), maxRideDays),
        failWith({ code: 'ride_day_out_of_range' }),
      )
      .meta({ format: 'date', description: 'In India, from today on, within a year.' }),
    part: z.enum(partsOfDay, failWith({ code: 'part_of_day_required' })).meta({ description: 'Part of the day.' }),
    name: newMessage.shape.name,
    email: newMessage.shape.email,
    phone: newAppointment.shape.phone,
    note: z
      .string(failWith({ code: 'not_text', values: { label: rideLabels.note } }))
      .transform(toLines)
      .nullish()
      .transform((text) => text ?? '')
      .meta({ description: 'For the seller.' }),
  });

/** Spam signals and the secret of a visitor's browser are set by the form handler, never taken from the fields. */
const rideRequest = (now: Date) =>
  newRide(now).extend({ isSuspect: newMessage.shape.isSuspect, visitorSecret: newMessage.shape.visitorSecret });
type RideRequest = z.infer<ReturnType<typeof rideRequest>>;

/** Whether a vehicle is a user's or a visitor's, so that rides are agreed with its seller rather than at a branch. */
export const isWithSeller = (offer: Offer): boolean => offer.kind === 'listing' || offer.vehicle.owner !== null;

const isOwnOffer = (offer: Offer, actor: Actor): boolean =>
  offer.kind === 'listing' ? offer.listing.isMine : offer.vehicle.owner?.id === actor.user?.id;

/** Why no ride can be requested on it; null if one can. */
export function findRideObstacle(offer: Offer, actor: Actor): Reason | null {
  if (!isWithSeller(offer)) return { code: 'vehicle_at_branch' };
  if (isOwnOffer(offer, actor)) return { code: 'ridden_by_seller' };
  return isSold(offer) ? { code: 'vehicle_sold', values: { vehicle: getOfferName(offer) } } : null;
}

/** The phone number is shared with the seller. About a sample the message goes to the business. */
export const requestRide = defineCommand<RideRequest, SentMessage>({
  name: 'request-ride',
  schema: rideRequest,
  limit: sendMessage.limit,
  ...(sendMessage.secrets && { secrets: sendMessage.secrets }),
  run({ kind: _kind, vehicle, day, part, note, ...sender }, context) {
    const { db, actor, now } = context;
    const offer = findOffer(db, vehicle, actor);
    if (!offer) return invalid({ vehicle: { code: 'vehicle_not_listed' } });
    const obstacle = findRideObstacle(offer, actor);
    if (obstacle) return invalid({ vehicle: obstacle });
    if (toInstant(day, partEnds[part]) <= now) return invalid({ part: { code: 'part_of_day_over' } });
    const { name, phone } = sender;
    // With the name, so that two people who want the same time do not seem to copy each other.
    const time = `Test ride for ${name}: ${formatLongDay(day, toDay(now))}, ${partNames[part].toLowerCase()}`;
    const sent = sendMessage.run(
      {
        ...sender,
        subject: `Test ride: ${getOfferName(offer)}`,
        message: note ? `${time}\n\n${note}` : time,
        about: vehicle,
        category: 'sales',
        priority: 'medium',
        source: 'website',
      },
      context,
    );
    if (!sent.ok) {
      const { error } = sent;
      const reason = 'errors' in error ? error.errors?.message : undefined;
      return reason === undefined ? sent : invalid({ note: reason });
    }
    const { isToSeller, conversation } = sent.value;
    if (isToSeller) {
      db.update(conversations)
        .set({ buyerPhone: phone, buyerSharesPhone: true })
        .where(eq(conversations.id, conversation.id))
        .run();
    }
    return sent;
  },
});
