import { z } from 'zod';
import type { Database } from '~db/connection';
import content from '~db/seed/content.json';
import catalogue from '~db/seed/vehicles.json';
import type { VehicleSummary } from '../catalogue/vehicle';
import { findVehicle, findVehicleSummaries } from '../catalogue/vehicle.queries.server';
import { memoizeByRevision } from '../shared/content-revision.server';
import { toDay } from '../shared/dates';
import { readContent } from './content-file.server';
import { defineSetting } from './setting.server';

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

const slides = z.array(
  z.object({
    title: z.string(),
    vehicleId: z.string(),
    page: z.string().nullable(),
    place: z.int().nullable(),
    from: z.string().nullable(),
    until: z.string().nullable(),
  }),
);

const toSlides = (shipped: readonly { title: string; vehicleId: number }[]): z.infer<typeof slides> =>
  shipped.map(({ title, vehicleId }) => ({
    ...{ title, vehicleId: String(vehicleId), page: null, place: null, from: null, until: null },
  }));

const { newVehicles, showroom, finder } = content.banners;
const shippedBanners = {
  newVehicles: toSlides(newVehicles),
  showroom: toSlides(showroom),
  finder: toSlides(finder),
};

/** The slides of the three banners, as an operator can change them (docs/product.md, "The shop's own texts"). */
export const readBanners = defineSetting(
  'banners',
  z.object({ newVehicles: slides, showroom: slides, finder: slides }),
  shippedBanners,
);
type Banners = typeof shippedBanners;

export type BannerSlide = { title: string; page: string | null; vehicle: VehicleSummary };

/** What a banner needs to turn. */
const leastSlides = 2;

/** In their order, those of a day; the slides that the site came with if fewer than two are left. */
export function findBanner(db: Database, name: keyof Banners, now: Date): BannerSlide[] {
  const today = toDay(now);
  const find = (banners: Banners): BannerSlide[] => {
    const slides = banners[name]
      .map((slide, at) => ({ ...slide, order: slide.place ?? at + 1 }))
      .filter(({ from, until }) => (from ?? today) <= today && today <= (until ?? today))
      .sort((one, other) => one.order - other.order);
    return addVehicles(db, slides).map(({ title, page, vehicle }) => ({ title, page: page ?? null, vehicle }));
  };
  const own = find(readBanners(db));
  return own.length < leastSlides ? find(shippedBanners) : own;
}

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
