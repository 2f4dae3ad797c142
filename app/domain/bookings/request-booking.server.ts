import { and, eq, ne } from 'drizzle-orm';
import { z } from 'zod';
import { contactMessages, contactTags, users } from '~db/schema';
import type { Asker } from '../asker';
import { type Offer, offerName } from '../catalogue/vehicle-record';
import { findOffer } from '../catalogue/vehicle-record-queries.server';
import { defineCommand } from '../command.server';
import { rupeesText } from '../money';
import { storeMessage } from '../messages/store-message.server';
import { done, type Problem, refused } from '../outcome';
import { isOwnOffer } from '../used-vehicles/held-vehicle.server';
import {
  alreadySold,
  bookingStarted,
  bookingSubject,
  nothingToBook,
  notYetOnSale,
  ownOffer,
} from './booking-sentences';

type BookingInput = { vehicle: string };

type Booking = {
  /** Id of a vehicle or listing. */
  vehicle: string;
  /** 'Booking process for TVS Jupiter 110 initiated!' */
  sentence: string;
  /** Id of the contact message; null for a visitor, who still has to fill in the contact form. */
  messageId: string | null;
};

/** Tag of the contact messages that are bookings. */
export const bookingTag = 'booking';

function whyNot(offer: Offer, asker: Asker): Problem | null {
  if (isOwnOffer(offer, asker)) return { kind: 'forbidden', message: ownOffer };
  const name = offerName(offer);
  if (offer.kind === 'vehicle') {
    return offer.vehicle.stock === 'upcoming' ? { kind: 'conflict', message: notYetOnSale(name) } : null;
  }
  return offer.listing.availability === 'sold' ? { kind: 'conflict', message: alreadySold(name) } : null;
}

const priceOf = (offer: Offer): number =>
  offer.kind === 'vehicle' ? offer.vehicle.priceRupees : offer.listing.presentPrice;

const isAbout = ({ kind }: Offer, id: string) =>
  eq(kind === 'vehicle' ? contactMessages.aboutVehicleId : contactMessages.aboutListingId, id);

/**
 * The *Book Now* action (docs/product.md, "Bookings"). A signed-in user's booking is a contact message of category
 * sales, tagged with its item and created once: repeating the request before it is resolved returns the existing
 * message. A visitor's request writes nothing. Items that are not on sale yet or are sold cannot be booked, and neither
 * can one's own.
 */
export const requestBooking = defineCommand<BookingInput, Booking>({
  name: 'request-booking',
  schema: () => z.object({ vehicle: z.string(nothingToBook).min(1, nothingToBook).max(60, nothingToBook) }),
  invalidMessage: () => nothingToBook,
  limit: 'contact',
  run({ vehicle: id }, { db, asker, now }) {
    const offer = findOffer(db, id, asker);
    if (!offer) return refused({ kind: 'not-found', message: nothingToBook });
    const problem = whyNot(offer, asker);
    if (problem) return refused(problem);
    const name = offerName(offer);
    const started = { vehicle: id, sentence: bookingStarted(name) };
    const sender = asker.user && db.select().from(users).where(eq(users.id, asker.user.id)).get();
    if (!sender) return done({ ...started, messageId: null });

    const known = db
      .select({ id: contactMessages.id })
      .from(contactMessages)
      .innerJoin(contactTags, eq(contactTags.messageId, contactMessages.id))
      .where(
        and(
          eq(contactMessages.userId, sender.id),
          isAbout(offer, id),
          eq(contactTags.tag, bookingTag),
          ne(contactMessages.status, 'resolved'),
        ),
      )
      .get();
    if (known) return done({ ...started, messageId: known.id });

    const messageId = storeMessage(
      db,
      {
        name: sender.name,
        email: sender.email,
        phone: sender.phone,
        subject: bookingSubject(name),
        message: `I would like to book the ${name} at ${rupeesText(priceOf(offer))}.`,
        category: 'sales',
        userId: sender.id,
        aboutVehicleId: offer.kind === 'vehicle' ? id : null,
        aboutListingId: offer.kind === 'listing' ? id : null,
        tags: [bookingTag, `${offer.kind}:${id}`],
      },
      now,
    );
    return done({ ...started, messageId });
  },
});
