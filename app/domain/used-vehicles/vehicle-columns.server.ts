import { eq } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { vehiclePhotos } from '~db/schema';
import { foldForSearch } from '~db/search-fold';
import type { VehicleSummary } from '../catalogue/vehicle-summary';
import { type Drawing, drawingFor } from '../listings/body-style';
import type { VehicleValues } from './vehicle-fields.server';

const isElectric = (fuel: string): boolean => fuel === 'Electric';
const folded = (text: string | undefined): string | undefined => (text === undefined ? undefined : foldForSearch(text));

/**
 * Maps validated fields to columns; absent fields are undefined, and keep their values. `mileage` is kilometres per
 * litre, or for an electric vehicle kilometres per charge; when the fuel changes between the two, the old figure is
 * dropped.
 *
 * @param fuelBefore current fuel; null for a new vehicle
 */
export function columnsOf(fields: Partial<VehicleValues>, fuelBefore: VehicleSummary['fuel'] | null) {
  const fuel = fields.fuelType ?? fuelBefore ?? 'Petrol';
  const isTurned = fuelBefore === null || isElectric(fuel) !== isElectric(fuelBefore);
  const given = (figure: number | null | undefined) => figure ?? (isTurned ? null : figure);
  const reach = given(fields.mileage);
  return {
    name: fields.name,
    brand: fields.brand,
    type: fields.type,
    fuel: fields.fuelType,
    priceRupees: fields.price,
    originalPriceRupees: fields.originalPrice,
    // The column is required, so null leaves it unchanged.
    condition: fields.condition ?? undefined,
    kilometresDriven: fields.usedKms,
    yearsUsed: fields.yearsUsed,
    registration: fields.registration,
    numberPlate: fields.numberPlate,
    description: fields.description,
    ...(isElectric(fuel)
      ? { rangeKm: reach, ...(isTurned && { mileageKmpl: null, engineCc: null }) }
      : { mileageKmpl: reach, engineCc: given(fields.engine), ...(isTurned && { rangeKm: null }) }),
    searchName: folded(fields.name),
    searchBrand: folded(fields.brand),
  };
}

/** Body style of the illustration shown for a user's vehicle without photos; its colours are unknown. */
export function bodyStyleOf(
  { type, fuelType, name, brand }: Pick<VehicleValues, 'type' | 'fuelType' | 'name' | 'brand'>,
  id: string,
): Drawing['bodyStyle'] {
  const kind = type === 'Bike' ? 'bike' : 'scooter';
  return drawingFor({ kind, type: isElectric(fuelType) ? 'Electric' : 'Petrol', name, brand }, id).bodyStyle;
}

/**
 * Replaces the photos of a vehicle with stored photos, in display order. An unchanged list is not written, because new
 * rows would send the vehicle back to the operators' check.
 *
 * @param hashes at most ten; duplicates count once
 */
export function setVehiclePhotos(db: Database, vehicleId: string, hashes: readonly string[]): void {
  const isOf = eq(vehiclePhotos.vehicleId, vehicleId);
  const held = db.select().from(vehiclePhotos).where(isOf).orderBy(vehiclePhotos.position).all();
  const shown = [...new Set(hashes)];
  if (shown.join() === held.map(({ photoHash }) => photoHash).join()) return;
  db.delete(vehiclePhotos).where(isOf).run();
  const rows = shown.map((photoHash, position) => ({ vehicleId, position, photoHash }));
  if (rows.length > 0) db.insert(vehiclePhotos).values(rows).run();
}
