import type { Database } from '~db/connection';
import { bookingTag } from '~db/enums';
import { statementsOf } from '../shared/memoize.server';
import type { Account } from './account';

const reads = statementsOf((sqlite) =>
  sqlite.prepare<[string, string], Account>(
    `SELECT u.id, u.name, u.email, u.phone, u.gender, u.location, u.role, u.created_at AS createdAt, u.version,
            (SELECT count(*) FROM favourites f
               LEFT JOIN vehicles v ON v.id = f.vehicle_id LEFT JOIN listings l ON l.id = f.listing_id
              WHERE f.user_id = u.id AND coalesce(v.hidden_at, l.hidden_at) IS NULL) AS favourites,
            (SELECT count(*) FROM service_requests s WHERE s.user_id = u.id AND s.status <> 'cancelled')
            + (SELECT count(*) FROM contact_messages m JOIN contact_tags t ON t.message_id = m.id AND t.tag = ?
                WHERE m.user_id = u.id) AS bookings
       FROM users u WHERE u.id = ?`,
  ),
);

/** @returns null when the account does not exist, or no longer exists */
export function findAccount(db: Database, userId: string): Account | null {
  return reads(db).get(bookingTag, userId) ?? null;
}
