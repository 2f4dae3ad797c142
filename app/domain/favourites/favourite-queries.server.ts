import type { Database } from '~db/connection';
import type { Asker } from '../asker';
import { vehicleSummariesOf } from '../catalogue/vehicle-queries.server';
import type { VehicleSummary } from '../catalogue/vehicle-summary';
import type { ListingSummary } from '../listings/listing';
import { listingSummariesOf } from '../listings/listing-queries.server';
import { statementsOf } from '../statements.server';

const reads = statementsOf((sqlite) =>
  sqlite
    .prepare<[string], string>(
      'SELECT coalesce(vehicle_id, listing_id) FROM favourites WHERE user_id = ? ORDER BY id DESC',
    )
    .pluck(),
);

/** Ids of the vehicles and listings a user saved, the newest first. */
export function favouriteIds(db: Database, userId: string): string[] {
  return reads(db).all(userId);
}

type Favourite = { of: 'vehicle'; vehicle: VehicleSummary } | { of: 'listing'; listing: ListingSummary };

/** A user's favourites that are still public, the newest first. */
export function favouritesOf(db: Database, userId: string, asker: Asker): Favourite[] {
  const ids = favouriteIds(db, userId);
  const listings = new Map(listingSummariesOf(db, ids, asker).map((listing) => [listing.id, listing]));
  const vehicles = new Map(vehicleSummariesOf(db, ids).map((vehicle) => [vehicle.id, vehicle]));
  return ids.flatMap((id): Favourite[] => {
    const listing = listings.get(id);
    if (listing) return [{ of: 'listing', listing }];
    const vehicle = vehicles.get(id);
    return vehicle ? [{ of: 'vehicle', vehicle }] : [];
  });
}
