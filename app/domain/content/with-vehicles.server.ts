import type { Database } from '~db/connection';
import { vehicleSummariesOf } from '../catalogue/vehicle-queries.server';
import type { VehicleSummary } from '../catalogue/vehicle-summary';

/** Joins the entries of a data file with their vehicles in one read; leaves out those whose vehicle was deleted. */
export function withVehicles<Item extends { vehicleId: string }>(
  db: Database,
  items: readonly Item[],
): (Item & { vehicle: VehicleSummary })[] {
  const ids = items.map(({ vehicleId }) => vehicleId);
  const vehicles = new Map(vehicleSummariesOf(db, ids).map((vehicle) => [vehicle.id, vehicle]));
  return items.flatMap((item) => {
    const vehicle = vehicles.get(item.vehicleId);
    return vehicle ? { ...item, vehicle } : [];
  });
}
