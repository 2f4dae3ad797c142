import { z } from 'zod';
import type { Database } from '~db/connection';
import catalogue from '~db/seed/vehicles.json';
import type { VehicleSummary } from '../catalogue/vehicle';
import { findVehicle, findVehicleSummaries } from '../catalogue/vehicle.queries.server';
import { memoizeByRevision } from '../shared/content-revision.server';
import { readContent } from './content-file.server';

/** Joins the entries of a data file with their vehicles in one read; leaves out those whose vehicle was deleted. */
function addVehicles<Item extends { vehicleId: string }>(
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

const slides = (count: number) =>
  z
    .array(
      z.object({
        vehicleId: z.number().int().transform(String),
        title: z.string(),
        text: z.string().optional(),
      }),
    )
    .length(count);

/** docs/product.md, "Built-in content" specifies the numbers. */
const banners = readContent('banners', z.object({ newVehicles: slides(4), showroom: slides(7), finder: slides(6) }));

type BannerSlide = { title: string; text?: string | undefined; vehicle: VehicleSummary };

const createBannerReader = (screen: keyof typeof banners) =>
  memoizeByRevision((db): BannerSlide[] =>
    addVehicles(db, banners[screen]).map(({ title, text, vehicle }) => ({ title, text, vehicle })),
  );

export const newVehiclesBanner = createBannerReader('newVehicles');
export const showroomBanner = createBannerReader('showroom');
export const finderBanner = createBannerReader('finder');

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

export const findTestimonials = (db: Database): Testimonial[] =>
  addVehicles(db, testimonials).sort((one, other) => other.date.localeCompare(one.date));

export function findTestimonialsAbout(vehicleId: string): (typeof testimonials)[number][] {
  return testimonials
    .filter((testimonial) => testimonial.vehicleId === vehicleId)
    .sort((one, other) => other.date.localeCompare(one.date));
}

const rupees = z.int().nonnegative();
const count = z.int().nonnegative();

const offeredVehicle = z
  .object({
    vehicles: z.array(
      z.object({
        id: z.int().transform(String),
        bankOffer: z
          .object({
            originalPriceRupees: rupees,
            bankPriceRupees: rupees,
            includes: z.array(z.string().min(1)),
            countdown: z.object({ days: count, hours: count, minutes: count, seconds: count }),
          })
          .nullable(),
      }),
    ),
  })
  .parse(catalogue)
  .vehicles.find(({ bankOffer }) => bankOffer !== null);

/** A bank's price for one vehicle of the catalogue, with its free extras (docs/product.md, "New vehicles"). */
export type BankOffer = {
  vehicle: VehicleSummary;
  originalPriceRupees: number;
  bankPriceRupees: number;
  /** Difference to the original price, in whole rupees. */
  savingsRupees: number;
  includes: string[];
  /** Static, as specified. */
  countdown: { days: number; hours: number; minutes: number; seconds: number };
};

/** The offer of the data file; null when there is none, or its vehicle was deleted. */
export const findBankOffer = memoizeByRevision((db): BankOffer | null => {
  const vehicle = offeredVehicle && findVehicle(db, offeredVehicle.id);
  if (!vehicle || !offeredVehicle.bankOffer) return null;
  const { originalPriceRupees, bankPriceRupees } = offeredVehicle.bankOffer;
  return { ...offeredVehicle.bankOffer, vehicle, savingsRupees: originalPriceRupees - bankPriceRupees };
});
