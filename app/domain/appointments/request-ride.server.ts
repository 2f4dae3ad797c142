import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { conversations } from '~db/schema/conversations';
import { getOfferName, type Offer } from '../catalogue/vehicle';
import { findOffer } from '../catalogue/vehicle.queries.server';
import { newMessage, sendMessage, type SentMessage } from '../messages/send-message.server';
import type { Actor } from '../shared/actor';
import { defineCommand } from '../shared/command.server';
import { addDays, formatLongDay, isDay, toDay, toInstant } from '../shared/dates';
import { type AppError, err, fixErrors } from '../shared/result';
import { toLines } from '../shared/text';
import {
  chooseDay,
  choosePart,
  chooseRideDay,
  formatSold,
  maxRideDays,
  partEnds,
  partNames,
  partOver,
  partsOfDay,
  type RideField,
  rideLabels,
} from './appointment';
import { newAppointment } from './request-appointment.server';

const vehicleError = 'Vehicle must be the id of a vehicle';

/** Validation rules of a request for a ride (docs/product.md, "Appointments"). */
export const newRide = (now: Date) =>
  z.object({
    kind: z.literal('test-ride', { error: 'A seller can only be asked for a test ride' }).optional(),
    vehicle: z
      .string({ error: vehicleError })
      .min(1, { error: vehicleError })
      .max(60, { error: vehicleError })
      .meta({ description: 'Id of a listing, or of a used vehicle that a user offers.' }),
    day: z
      .string({ error: chooseDay })
      .refine(isDay, { error: chooseDay, abort: true })
      .refine((day) => day >= toDay(now) && day <= addDays(toDay(now), maxRideDays), { error: chooseRideDay })
      .meta({ format: 'date', description: 'In India, from today on, within a year.' }),
    part: z.enum(partsOfDay, { error: choosePart }).meta({ description: 'Part of the day.' }),
    name: newMessage.shape.name,
    email: newMessage.shape.email,
    phone: newAppointment.shape.phone,
    note: z
      .string({ error: `${rideLabels.note} must be text` })
      .transform(toLines)
      .nullish()
      .transform((text) => text ?? '')
      .meta({ description: 'For the seller.' }),
  });

/** Spam signals and the secret of a visitor's browser are set by the form handler, never taken from the fields. */
const rideRequest = (now: Date) =>
  newRide(now).extend({ isSuspect: newMessage.shape.isSuspect, visitorSecret: newMessage.shape.visitorSecret });
type RideRequest = z.infer<ReturnType<typeof rideRequest>>;

const invalid = (field: RideField | 'vehicle', message: string): { ok: false; error: AppError } =>
  err({ kind: 'invalid', message: fixErrors, errors: { [field]: message } });

/** Whether a vehicle is a user's or a visitor's, so that rides are agreed with its seller rather than at a branch. */
export const isWithSeller = (offer: Offer): boolean => offer.kind === 'listing' || offer.vehicle.owner !== null;

const isOwnOffer = (offer: Offer, actor: Actor): boolean =>
  offer.kind === 'listing' ? offer.listing.isMine : offer.vehicle.owner?.id === actor.user?.id;

const isSold = (offer: Offer): boolean => offer.kind === 'listing' && offer.listing.availability === 'sold';

/** Why no ride can be requested on it; null if one can. */
export function findRideObstacle(offer: Offer | null, actor: Actor): string | null {
  if (!offer) return 'This vehicle is no longer listed.';
  if (!isWithSeller(offer)) return 'This vehicle is at our branches. Please choose a branch and a time.';
  if (isOwnOffer(offer, actor)) return 'This vehicle is your own.';
  return isSold(offer) ? formatSold(getOfferName(offer)) : null;
}

/**
 * Asks the seller of a vehicle for a ride, on any day and at a part of it, by a message that begins with both; any
 * visitor may. The phone number is shared with the seller. About a sample the message goes to the business.
 */
export const requestRide = defineCommand<RideRequest, SentMessage>({
  name: 'request-ride',
  schema: rideRequest,
  invalidMessage: () => fixErrors,
  limit: sendMessage.limit,
  ...(sendMessage.secrets && { secrets: sendMessage.secrets }),
  run({ kind: _kind, vehicle, day, part, note, ...sender }, context) {
    const { db, actor, now } = context;
    const offer = findOffer(db, vehicle, actor);
    const obstacle = findRideObstacle(offer, actor);
    if (!offer || obstacle !== null) return invalid('vehicle', obstacle ?? '');
    if (toInstant(day, partEnds[part]) <= now) return invalid('part', partOver);
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
      const message = 'errors' in error ? error.errors?.message : undefined;
      return message === undefined ? sent : invalid('note', message);
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
