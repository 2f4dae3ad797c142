import { and, count, desc, eq, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { favourites } from '~db/schema/engagement';
import { memoizePrepared } from '~db/statements';
import type { VehicleSummary } from '../catalogue/vehicle';
import { findOffer, findVehicleSummaries } from '../catalogue/vehicle.queries.server';
import type { ListingSummary } from '../listings/listing';
import { findListingSummariesById } from '../listings/listing.queries.server';
import { type Actor, requireUser } from '../shared/actor';
import { defineCommand } from '../shared/command.server';
import { err, ok } from '../shared/result';

const saved = memoizePrepared((db) =>
  db
    .select({ id: sql<string>`coalesce(${favourites.vehicleId}, ${favourites.listingId})` })
    .from(favourites)
    .where(eq(favourites.userId, sql.placeholder('userId')))
    .orderBy(desc(favourites.id))
    .prepare(),
);

export const findFavouriteIds = (db: Database, userId: string): string[] =>
  saved(db)
    .all({ userId })
    .map(({ id }) => id);

export type Favourite = { of: 'vehicle'; vehicle: VehicleSummary } | { of: 'listing'; listing: ListingSummary };

export function findFavourites(db: Database, userId: string, actor: Actor): Favourite[] {
  const ids = findFavouriteIds(db, userId);
  const listings = new Map(findListingSummariesById(db, ids, actor).map((listing) => [listing.id, listing]));
  const vehicles = new Map(findVehicleSummaries(db, ids).map((vehicle) => [vehicle.id, vehicle]));
  return ids.flatMap((id): Favourite[] => {
    const listing = listings.get(id);
    if (listing) return [{ of: 'listing', listing }];
    const vehicle = vehicles.get(id);
    return vehicle ? [{ of: 'vehicle', vehicle }] : [];
  });
}

const maxFavourites = 200;

/** `vehicle` is the id of a vehicle or of a listing: they share one namespace (docs/product.md, "Favourites"). */
type FavouriteChange = { vehicle: string; isOn: boolean };

export const setFavourite = defineCommand<FavouriteChange, FavouriteChange>({
  name: 'set-favourite',
  schema: () => z.object({ vehicle: z.string().min(1).max(80), isOn: z.boolean() }),
  invalidCode: () => 'favourite_not_found',
  limit: 'write',
  run(input, { db, actor, now }) {
    const user = requireUser(actor);
    if (!user.ok) return user;
    const userId = user.value.id;
    const { vehicle: id, isOn } = input;
    if (!isOn) {
      const isItem = or(eq(favourites.vehicleId, id), eq(favourites.listingId, id));
      db.delete(favourites)
        .where(and(eq(favourites.userId, userId), isItem))
        .run();
      return ok(input);
    }
    const offer = findOffer(db, id, actor);
    if (!offer) return err({ kind: 'not-found', code: 'favourite_not_found' });
    const subject = offer.kind === 'vehicle' ? { vehicleId: id } : { listingId: id };
    db.insert(favourites)
      .values({ userId, ...subject, createdAt: now.toISOString() })
      .onConflictDoNothing()
      .run();
    const owned = db.select({ total: count() }).from(favourites).where(eq(favourites.userId, userId)).get();
    if ((owned?.total ?? 0) <= maxFavourites) return ok(input);
    return err({ kind: 'conflict', code: 'too_many_favourites', values: { most: maxFavourites } });
  },
});
