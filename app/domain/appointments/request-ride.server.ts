import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { conversations } from '~db/schema/conversations';
import { getOfferName, type Offer } from '../catalogue/vehicle';
import { findOffer } from '../catalogue/vehicle.queries.server';
import { invalid, type Reason } from '../shared/result';
import { newMessage, type SentMessage, sendMessage } from '../messages/send-message.server';
import type { Actor } from '../shared/actor';
import { defineCommand } from '../shared/command.server';
import { addDays, formatLongDay, isDay, toDay, toInstant } from '../shared/dates';
import { failWith } from '../shared/fields.server';
import { toLines } from '../shared/text';
import { maxRideDays, partEnds, partNames, partsOfDay, rideLabels } from './appointment';
import { dayRequired, newAppointment, vehicleIdInvalid } from './request-appointment.server';

/** Validation rules of a request for a ride (docs/product.md, "Appointments"). */
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

const isSold = (offer: Offer): boolean => offer.kind === 'listing' && offer.listing.availability === 'sold';

/** Why no ride can be requested on it; null if one can. */
export function findRideObstacle(offer: Offer, actor: Actor): Reason | null {
  if (!isWithSeller(offer)) return { code: 'vehicle_at_branch' };
  if (isOwnOffer(offer, actor)) return { code: 'ridden_by_seller' };
  return isSold(offer) ? { code: 'vehicle_sold', values: { vehicle: getOfferName(offer) } } : null;
}

/**
 * Asks the seller of a vehicle for a ride, on any day and at a part of it, by a message that begins with both; any
 * visitor may. The phone number is shared with the seller. About a sample the message goes to the business.
 */
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
