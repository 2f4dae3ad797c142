import { and, count, eq, or } from 'drizzle-orm';
import { z } from 'zod';
import { favourites } from '~db/schema';
import { signedIn } from '../accounts/signed-in';
import { findOffer } from '../catalogue/vehicle-record-queries.server';
import { defineCommand } from '../command.server';
import { done, refused } from '../outcome';
import { favouritesMaximum } from './limits';

/** `vehicle` is the id of a vehicle or of a listing: they share one namespace (docs/product.md, "Favourites"). */
type FavouriteChange = { vehicle: string; isOn: boolean };

const noSuchVehicle = { kind: 'not-found', message: 'This vehicle does not exist.' } as const;

/** Adds a vehicle or listing to the signed-in user's favourites, or removes it. Idempotent. */
export const setFavourite = defineCommand<FavouriteChange, FavouriteChange>({
  name: 'set-favourite',
  schema: () => z.object({ vehicle: z.string().min(1).max(80), isOn: z.boolean() }),
  invalidMessage: () => noSuchVehicle.message,
  limit: 'write',
  run(input, { db, asker, now }) {
    const user = signedIn(asker);
    if (!user.done) return user;
    const userId = user.value.id;
    const { vehicle: id, isOn } = input;
    if (!isOn) {
      const isIt = or(eq(favourites.vehicleId, id), eq(favourites.listingId, id));
      db.delete(favourites)
        .where(and(eq(favourites.userId, userId), isIt))
        .run();
      return done(input);
    }
    const offer = findOffer(db, id, asker);
    if (!offer) return refused(noSuchVehicle);
    const subject = offer.kind === 'vehicle' ? { vehicleId: id } : { listingId: id };
    db.insert(favourites)
      .values({ userId, ...subject, createdAt: now.toISOString() })
      .onConflictDoNothing()
      .run();
    const held = db.select({ n: count() }).from(favourites).where(eq(favourites.userId, userId)).get();
    if ((held?.n ?? 0) <= favouritesMaximum) return done(input);
    return refused({ kind: 'conflict', message: `You can keep up to ${favouritesMaximum} favourites` });
  },
});
