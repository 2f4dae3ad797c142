import type { Database } from '~db/connection';
import type { serviceStatuses } from '~db/schema';
import { statementsOf } from '../statements.server';

/** Most of each that the profile shows at once. */
const mostShown = 20;

/** A service a user asked for, as the profile lists it. */
export type OwnServiceRequest = {
  id: string;
  serviceType: string;
  /** 'Honda Activa'; empty when the vehicle was not named. */
  vehicle: string;
  status: (typeof serviceStatuses)[number];
  /** `YYYY-MM-DD`; null for any day. */
  preferredDay: string | null;
  createdAt: string;
};

/** What a user wrote of a vehicle. */
export type OwnReview = {
  id: string;
  /** Of the vehicle or listing it is about. */
  vehicleId: string;
  vehicleName: string;
  /** From 1 to 5. */
  rating: number;
  title: string | null;
  comment: string;
  createdAt: string;
};

const reads = statementsOf((sqlite) => ({
  serviceRequests: sqlite.prepare<[string, number], OwnServiceRequest>(
    `SELECT id, service_type AS serviceType, trim(coalesce(vehicle_brand, '') || ' ' || coalesce(vehicle_model, '')) AS vehicle,
            status, preferred_day AS preferredDay, created_at AS createdAt
       FROM service_requests WHERE user_id = ? ORDER BY created_at DESC LIMIT ?`,
  ),
  reviews: sqlite.prepare<[string, number], OwnReview>(
    `SELECT r.id, coalesce(r.vehicle_id, r.listing_id) AS vehicleId, coalesce(v.name, l.name) AS vehicleName, r.rating,
            r.title, r.comment, r.created_at AS createdAt
       FROM reviews r LEFT JOIN vehicles v ON v.id = r.vehicle_id LEFT JOIN listings l ON l.id = r.listing_id
      WHERE r.user_id = ? ORDER BY r.created_at DESC LIMIT ?`,
  ),
}));

/** The services a user asked for, the newest first. */
export const ownServiceRequests = (db: Database, userId: string): OwnServiceRequest[] =>
  reads(db).serviceRequests.all(userId, mostShown);

/** The reviews a user wrote, the newest first, those an operator hid too. */
export const ownReviews = (db: Database, userId: string): OwnReview[] => reads(db).reviews.all(userId, mostShown);
