import type { Database } from '~db/connection';
import { statementsOf } from '../statements.server';

/** Most of them that the profile shows at once. */
const mostShown = 20;

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

const reads = statementsOf((sqlite) =>
  sqlite.prepare<[string, number], OwnReview>(
    `SELECT r.id, coalesce(r.vehicle_id, r.listing_id) AS vehicleId, coalesce(v.name, l.name) AS vehicleName, r.rating,
            r.title, r.comment, r.created_at AS createdAt
       FROM reviews r LEFT JOIN vehicles v ON v.id = r.vehicle_id LEFT JOIN listings l ON l.id = r.listing_id
      WHERE r.user_id = ? ORDER BY r.created_at DESC LIMIT ?`,
  ),
);

/** The reviews a user wrote, the newest first, those an operator hid too. */
export const ownReviews = (db: Database, userId: string): OwnReview[] => reads(db).all(userId, mostShown);
