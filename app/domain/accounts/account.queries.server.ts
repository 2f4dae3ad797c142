import { and, count, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { bookingTag } from '~db/enums';
import { contactMessages, contactTags, favourites, listings, serviceRequests, users, vehicles } from '~db/schema';
import { preparedOf } from '../shared/memoize.server';
import type { Account } from './account';

const accounts = preparedOf((db) => {
  const favouriteCount = db
    .select({ count: count() })
    .from(favourites)
    .leftJoin(vehicles, eq(vehicles.id, favourites.vehicleId))
    .leftJoin(listings, eq(listings.id, favourites.listingId))
    .where(and(eq(favourites.userId, users.id), isNull(sql`coalesce(${vehicles.hiddenAt}, ${listings.hiddenAt})`)));
  const serviceCount = db.$count(
    serviceRequests,
    and(eq(serviceRequests.userId, users.id), ne(serviceRequests.status, 'cancelled')),
  );
  const bookingCount = db
    .select({ count: count() })
    .from(contactMessages)
    .innerJoin(contactTags, and(eq(contactTags.messageId, contactMessages.id), eq(contactTags.tag, bookingTag)))
    .where(eq(contactMessages.userId, users.id));
  return db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      phone: users.phone,
      gender: users.gender,
      location: users.location,
      role: users.role,
      createdAt: users.createdAt,
      version: users.version,
      favourites: sql<number>`${favouriteCount}`,
      bookings: sql<number>`${serviceCount} + ${bookingCount}`,
    })
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare();
});

/** @returns null when the account does not exist, or no longer exists */
export function findAccount(db: Database, userId: string): Account | null {
  return accounts(db).get({ id: userId }) ?? null;
}
