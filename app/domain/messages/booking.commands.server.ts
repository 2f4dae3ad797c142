import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { bookingTag, type ContactStatus } from '~db/enums';
import { users } from '~db/schema/accounts';
import { contactMessages, contactTags } from '~db/schema/requests';
import { memoizePrepared } from '~db/statements';
import { getOfferName, isSold, isUpcoming, type Offer } from '../catalogue/vehicle';
import { findOffer } from '../catalogue/vehicle.queries.server';
import { recordLeadSource } from '../figures/lead-sources.server';
import { type Actor, requireUser, signInRequired } from '../shared/actor';
import { type CommandContext, defineCommand } from '../shared/command.server';
import { failWith } from '../shared/fields.server';
import { type AppError, err, ok, type Result } from '../shared/result';
import { isOwnOffer } from '../used-vehicles/own-vehicle.server';
import { formatBookingMessage, formatBookingSubject } from './message';
import { storeMessage } from './send-message.server';

/** Messages about a booking, the same on every page (docs/product.md, "Bookings"). */
export const formatBookingStarted = (vehicle: string): string => `Booking process for ${vehicle} initiated!`;

export type OwnBooking = {
  /** Id of the contact message, which is the reference number. */
  id: string;
  /** Id of the vehicle or listing; null once it is deleted. */
  vehicleId: string | null;
  /** 'Booking: TVS Jupiter 110' */
  subject: string;
  status: ContactStatus;
  createdAt: string;
};

const maxShown = 20;

/** Join condition. The sign keeps the planner to the tags of a message: those with the tag are many. */
const isBooking = and(eq(contactTags.messageId, contactMessages.id), sql`+${contactTags.tag} = ${bookingTag}`);

const bookings = memoizePrepared((db) =>
  db
    .select({
      id: contactMessages.id,
      vehicleId: sql<string | null>`coalesce(${contactMessages.aboutVehicleId}, ${contactMessages.aboutListingId})`,
      subject: contactMessages.subject,
      status: contactMessages.status,
      createdAt: contactMessages.createdAt,
    })
    .from(contactMessages)
    .innerJoin(contactTags, isBooking)
    .where(eq(contactMessages.userId, sql.placeholder('userId')))
    .orderBy(desc(contactMessages.createdAt))
    .limit(maxShown)
    .prepare(),
);

export const findOwnBookings = (db: Database, userId: string): OwnBooking[] => bookings(db).all({ userId });

type BookingInput = { vehicle: string };

type StartedBooking = {
  vehicle: string;
  message: string;
};

type Booking = StartedBooking & { messageId: string };

function checkBookable(offer: Offer, actor: Actor): AppError | null {
  if (isOwnOffer(offer, actor)) return { kind: 'forbidden', code: 'booked_by_seller' };
  const values = { vehicle: getOfferName(offer) };
  if (offer.kind === 'vehicle' && isUpcoming(offer.vehicle))
    return { kind: 'conflict', code: 'not_yet_on_sale', values };
  return isSold(offer) ? { kind: 'conflict', code: 'vehicle_already_sold', values } : null;
}

const isAbout = ({ kind }: Offer, id: string) =>
  eq(kind === 'vehicle' ? contactMessages.aboutVehicleId : contactMessages.aboutListingId, id);

function findBookable(id: string, { db, actor }: Pick<CommandContext, 'db' | 'actor'>): Result<Offer> {
  const offer = findOffer(db, id, actor);
  if (!offer) return err({ kind: 'not-found', code: 'nothing_to_book' });
  const error = checkBookable(offer, actor);
  return error ? err(error) : ok(offer);
}

const nothingToBook = failWith({ code: 'nothing_to_book' });
const bookingRules = {
  schema: () => z.object({ vehicle: z.string(nothingToBook).min(1, nothingToBook).max(60, nothingToBook) }),
  invalidCode: () => 'nothing_to_book' as const,
};

/** docs/product.md, "Bookings": writes nothing, so it does not count towards the limit of messages. */
export const startBooking = defineCommand<BookingInput, StartedBooking>({
  name: 'start-booking',
  ...bookingRules,
  limit: 'write',
  run({ vehicle }, context) {
    const offer = findBookable(vehicle, context);
    return offer.ok ? ok({ vehicle, message: formatBookingStarted(getOfferName(offer.value)) }) : offer;
  },
});

/** docs/product.md, "Bookings": repeated before it is resolved, it returns the existing message. */
export const requestBooking = defineCommand<BookingInput, Booking>({
  name: 'request-booking',
  ...bookingRules,
  limit: 'contact',
  run({ vehicle: id }, context) {
    const { db, actor, now } = context;
    const user = requireUser(actor);
    if (!user.ok) return user;
    const lookup = findBookable(id, { db, actor });
    if (!lookup.ok) return lookup;
    const offer = lookup.value;
    const name = getOfferName(offer);
    const started = { vehicle: id, message: formatBookingStarted(name) };
    const sender = db.select().from(users).where(eq(users.id, user.value.id)).get();
    if (!sender) return err(signInRequired);

    const existing = db
      .select({ id: contactMessages.id })
      .from(contactMessages)
      .innerJoin(contactTags, isBooking)
      .where(and(eq(contactMessages.userId, sender.id), isAbout(offer, id), ne(contactMessages.status, 'resolved')))
      .get();
    if (existing) return ok({ ...started, messageId: existing.id });

    const messageId = storeMessage(
      db,
      {
        name: sender.name,
        email: sender.email,
        phone: sender.phone,
        subject: formatBookingSubject(name),
        message: formatBookingMessage(offer),
        category: 'sales',
        userId: sender.id,
        aboutVehicleId: offer.kind === 'vehicle' ? id : null,
        aboutListingId: offer.kind === 'listing' ? id : null,
        tags: [bookingTag, `${offer.kind}:${id}`],
      },
      now,
    );
    recordLeadSource(context, messageId);
    return ok({ ...started, messageId });
  },
});
