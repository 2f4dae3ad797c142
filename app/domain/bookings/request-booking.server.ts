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
  /** Any offer's id. */
  vehicle: string;
  /** 'Booking process for TVS Jupiter 110 initiated!' */
  sentence: string;
  /** The contact message that holds it; null for a visitor, who still has to say who is asking. */
  messageId: string | null;
};

/** Marks the messages that are bookings among all others. */
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
 * *Book Now* (docs/product.md, "Bookings"). A signed-in user's booking is a contact message of category sales, tagged with
 * what it is about, and made once: asking again before it is resolved answers the message there is. A visitor's writes
 * nothing. What is not on sale yet, or sold, can't be booked, nor what one offers oneself.
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
