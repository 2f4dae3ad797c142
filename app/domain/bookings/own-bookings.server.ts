import type { Database } from '~db/connection';
import type { ContactStatus } from '../messages/limits';
import { statementsOf } from '../statements.server';
import { bookingTag } from './request-booking.server';

/** A vehicle that a user booked. */
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

/** Maximum number of bookings shown at once. */
const mostShown = 20;

const reads = statementsOf((sqlite) =>
  sqlite.prepare<[string, string, number], OwnBooking>(
    `SELECT m.id, coalesce(m.about_vehicle_id, m.about_listing_id) AS vehicleId, m.subject, m.status,
            m.created_at AS createdAt
       FROM contact_messages m JOIN contact_tags t ON t.message_id = m.id AND t.tag = ?
      WHERE m.user_id = ? ORDER BY m.created_at DESC LIMIT ?`,
  ),
);

/** The vehicles that a user booked, newest first. */
export const ownBookings = (db: Database, userId: string): OwnBooking[] => reads(db).all(bookingTag, userId, mostShown);
