import { eq, sql } from 'drizzle-orm';
import { vehicles } from '~db/schema';
import type { VehicleRecord } from '../catalogue/vehicle-record';
import { findVehicleRecord, vehicleNotFound } from '../catalogue/vehicle-record-queries.server';
import { defineCommand } from '../command.server';
import { logDeed } from '../desk/operator-log.server';
import { listingProblem } from '../listings/listing-fields.server';
import { changedMeanwhile, done, refused } from '../outcome';
import { isEmptyChange, isOutdated } from '../seen-version.server';
import { isOwnVehicle, vehicleToChange } from './held-vehicle.server';
import { bodyStyleOf, columnsOf, setVehiclePhotos } from './vehicle-columns.server';
import { type VehicleChange, vehicleChange } from './vehicle-fields.server';

/** Changes the given fields of a vehicle. For permissions see `vehicleToChange`. */
export const changeVehicle = defineCommand<VehicleChange, VehicleRecord>({
  name: 'change-vehicle',
  changes: ({ id }) => ({ table: 'vehicles', id }),
  schema: () => vehicleChange,
  invalidMessage: listingProblem,
  limit: 'write',
  run({ id, version, photos, ...fields }, context) {
    const { db, asker, now } = context;
    const found = vehicleToChange(db, id, asker);
    if (!found.done) return found;
    const before = found.value;
    if (isOutdated(version, before)) return changedMeanwhile('vehicle');
    if (isEmptyChange({ photos, ...fields })) return done(before);
    const named = { ...before, fuelType: before.fuel, ...fields };
    db.update(vehicles)
      .set({
        ...columnsOf(fields, before.fuel),
        // The illustrations of the catalogue are chosen by hand.
        bodyStyle: before.isBuiltIn ? undefined : bodyStyleOf(named, id),
        updatedAt: now.toISOString(),
        version: sql`version + 1`,
      })
      .where(eq(vehicles.id, id))
      .run();
    if (photos) setVehiclePhotos(db, id, photos);
    const isOwn = isOwnVehicle(before, asker);
    logDeed(context, { subject: 'vehicle', subjectId: id, title: named.name, deed: 'changed' }, { isOwn });
    const vehicle = findVehicleRecord(db, id);
    return vehicle ? done(vehicle) : refused(vehicleNotFound);
  },
});
