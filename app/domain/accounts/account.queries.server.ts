import { and, count, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { bookingTag } from '~db/enums';
import { users } from '~db/schema/accounts';
import { appointments } from '~db/schema/appointments';
import { favourites } from '~db/schema/engagement';
import { listings } from '~db/schema/listings';
import { contactMessages, contactTags, serviceRequests } from '~db/schema/requests';
import { vehicles } from '~db/schema/vehicles';
import { memoizePrepared } from '~db/statements';
import { type Account, toGivenPhone } from './account';

const accounts = memoizePrepared((db) => {
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
    .innerJoin(
      contactTags,
      and(eq(contactTags.messageId, contactMessages.id), sql`+${contactTags.tag} = ${bookingTag}`),
    )
    .where(eq(contactMessages.userId, users.id));
  const visitCount = db.$count(
    appointments,
    and(eq(appointments.userId, users.id), ne(appointments.status, 'cancelled')),
  );
  return db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      asSent: { phone: users.phone, gender: users.gender },
      isGenderGiven: users.isGenderGiven,
      location: users.location,
      role: users.role,
      createdAt: users.createdAt,
      version: users.version,
      favourites: sql<number>`${favouriteCount}`,
      bookings: sql<number>`${serviceCount} + ${bookingCount} + ${visitCount}`,
    })
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare();
});

/** @returns null when the account does not exist, or no longer exists */
export function findAccount(db: Database, userId: string): Account | null {
  const row = accounts(db).get({ id: userId });
  if (!row) return null;
  const { isGenderGiven, ...account } = row;
  const { phone, gender } = account.asSent;
  return { ...account, phone: toGivenPhone(phone), gender: isGenderGiven ? gender : null };
}
