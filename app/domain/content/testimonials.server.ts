import { z } from 'zod';
import type { Database } from '~db/connection';
import type { VehicleSummary } from '../catalogue/vehicle-summary';
import { readContent } from './content-file.server';
import { withVehicles } from './with-vehicles.server';

const testimonials = readContent(
  'reviews',
  z.array(
    z.object({
      id: z.number().int(),
      vehicleId: z.number().int().transform(String),
      author: z.string(),
      city: z.string(),
      rating: z.number().int().min(1).max(5),
      date: z.iso.date(),
      title: z.string(),
      comment: z.string(),
    }),
  ),
);

/** A customer's testimonial about a vehicle; `date` is `YYYY-MM-DD`, `rating` 1 to 5. */
export type Testimonial = (typeof testimonials)[number] & { vehicle: VehicleSummary };

/** The built-in testimonials, latest first, each with its vehicle; leaves out those whose vehicle was deleted. */
export const testimonialsWithVehicles = (db: Database): Testimonial[] =>
  withVehicles(db, testimonials).sort((one, other) => other.date.localeCompare(one.date));

/** The built-in testimonials about one vehicle, latest first. */
export function testimonialsAbout(vehicleId: string): (typeof testimonials)[number][] {
  return testimonials
    .filter((testimonial) => testimonial.vehicleId === vehicleId)
    .sort((one, other) => other.date.localeCompare(one.date));
}
