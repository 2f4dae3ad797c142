import type { z } from 'zod';
import type { Database } from '~db/connection';
import content from '~db/seed/content.json';
import type { VehicleSummary } from '../catalogue/vehicle';
import { findVehicleSummaries } from '../catalogue/vehicle.queries.server';

/**
 * Reads one part of the texts and figures that an operator can change without touching code (`db/seed/content.json`).
 * They are validated at startup: a missing or invalid part aborts the start with an error that names it.
 */
export function readContent<Schema extends z.ZodType>(part: keyof typeof content, schema: Schema): z.infer<Schema> {
  const read = schema.safeParse(content[part]);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Error(`content.json: ${[part, ...(issue?.path ?? [])].join('.')}: ${issue?.message ?? 'is not readable'}`);
}

/** Joins the entries of a data file with their vehicles in one read; leaves out those whose vehicle was deleted. */
export function addVehicles<Item extends { vehicleId: string }>(
  db: Database,
  items: readonly Item[],
): (Item & { vehicle: VehicleSummary })[] {
  const ids = items.map(({ vehicleId }) => vehicleId);
  const vehicles = new Map(findVehicleSummaries(db, ids).map((vehicle) => [vehicle.id, vehicle]));
  return items.flatMap((item) => {
    const vehicle = vehicles.get(item.vehicleId);
    return vehicle ? { ...item, vehicle } : [];
  });
}

/** Illustrations of people in the built-in content, who have no photo. */
export const faceStyles = ['short', 'long', 'bun', 'turban', 'moustache'] as const;
export type FaceStyle = (typeof faceStyles)[number];
