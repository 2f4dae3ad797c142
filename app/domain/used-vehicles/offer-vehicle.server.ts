import { randomBytes } from 'node:crypto';
import { vehicles } from '~db/schema';
import { foldForSearch } from '~db/search-fold';
import { signedIn } from '../accounts/signed-in';
import type { VehicleRecord } from '../catalogue/vehicle-record';
import { findVehicleRecord } from '../catalogue/vehicle-record-queries.server';
import { defineCommand } from '../command.server';
import { listingProblem } from '../listings/listing-fields.server';
import { done } from '../outcome';
import { bodyStyleOf, columnsOf, setVehiclePhotos } from './vehicle-columns.server';
import { type NewVehicle, newVehicle } from './vehicle-fields.server';

/** Condition of a vehicle whose owner states none. */
const usualCondition = 'Good';

/**
 * Adds a used vehicle to those of the catalogue; any signed-in user may (docs/product.md, "Used vehicles"). It is
 * public at once; operators check it afterwards.
 */
export const offerVehicle = defineCommand<NewVehicle, VehicleRecord>({
  name: 'offer-vehicle',
  schema: () => newVehicle,
  invalidMessage: listingProblem,
  limit: 'listing',
  run({ photos, ...fields }, { db, asker, now }) {
    const user = signedIn(asker);
    if (!user.done) return user;
    const id = randomBytes(12).toString('hex');
    const moment = now.toISOString();
    db.insert(vehicles)
      .values({
        ...columnsOf(fields, null),
        name: fields.name,
        brand: fields.brand,
        type: fields.type,
        fuel: fields.fuelType,
        priceRupees: fields.price,
        condition: fields.condition ?? usualCondition,
        searchName: foldForSearch(fields.name),
        searchBrand: foldForSearch(fields.brand),
        id,
        stock: 'used',
        bodyStyle: bodyStyleOf(fields, id),
        ownerUserId: user.value.id,
        createdAt: moment,
        updatedAt: moment,
      })
      .run();
    setVehiclePhotos(db, id, photos);
    const vehicle = findVehicleRecord(db, id);
    if (!vehicle) throw new Error('A vehicle that was just stored could not be read.');
    return done(vehicle);
  },
});
