import { z } from 'zod';
import type { Database } from '~db/connection';
import type { VehicleSummary } from '../catalogue/vehicle';
import { memoizeByRevision } from '../shared/content-revision.server';
import { formatRupees } from '../shared/money';
import { addVehicles, readContent } from './content-file.server';
import { calculateDefaultEmi, emiContent } from './finance-content.server';

const block = z.object({ title: z.string(), text: z.string(), action: z.string() });

const home = readContent(
  'home',
  z.object({
    hero: z.object({ title: z.string(), subtitle: z.string(), searchPlaceholder: z.string() }),
    quickLinks: z.array(
      z.object({
        label: z.string(),
        screen: z.enum([
          'new-bikes',
          'new-scooters',
          'sell-bikes',
          'sell-scooters',
          'service',
          'accessories',
          'insurance',
          'emi-calculator',
        ]),
      }),
    ),
    insuranceBlock: block,
    emiBlock: block,
    getInTouch: block,
    stats: z.array(z.object({ value: z.string(), label: z.string() })),
  }),
);

const { defaults } = emiContent;

/** The texts of the home page (docs/product.md, "Home"), with the default example of the calculator. */
export const homeContent = {
  ...home,
  emiBlock: {
    ...home.emiBlock,
    example: `${formatRupees(defaults.price)} vehicle, ${formatRupees(defaults.downPayment)} down, ${defaults.tenureMonths} months at ${defaults.rate}%`,
    monthlyRupees: calculateDefaultEmi(defaults.price).emi,
  },
};

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

/**
 * Slides of the ad banners, with the numbers that docs/product.md, "Built-in content" specifies: seven in the showroom,
 * six in the finder, four on the page of new vehicles.
 */
const banners = readContent('banners', z.object({ newVehicles: slides(4), showroom: slides(7), finder: slides(6) }));

/** One slide of an ad banner: a short text about a vehicle of the catalogue. */
type BannerSlide = { title: string; text?: string | undefined; vehicle: VehicleSummary };

const createBannerReader = (screen: keyof typeof banners) =>
  memoizeByRevision((db): BannerSlide[] =>
    addVehicles(db, banners[screen]).map(({ title, text, vehicle }) => ({ title, text, vehicle })),
  );

/** The slides of each page's ad banner, in the order of the data file; leaves out those whose vehicle was deleted. */
export const newVehiclesBanner = createBannerReader('newVehicles');
export const showroomBanner = createBannerReader('showroom');
export const finderBanner = createBannerReader('finder');

/** The contact options and the five questions of the contact page (docs/product.md, "Contact"). */
export const contactContent = readContent(
  'contact',
  z.object({
    cards: z.array(
      z.object({
        id: z.enum(['phone', 'email', 'visit', 'chat']),
        title: z.string(),
        value: z.string(),
        note: z.string(),
      }),
    ),
    faq: z.array(z.object({ id: z.number(), question: z.string(), answer: z.string() })).length(5),
  }),
);

/** The support options, the donation tiers and the issue types (docs/product.md, "Support"). */
export const supportContent = readContent(
  'support',
  z.object({
    cards: z.array(
      z.object({
        id: z.enum(['faq', 'live-chat', 'user-guide', 'video-tutorials']),
        title: z.string(),
        description: z.string(),
        action: z.string(),
      }),
    ),
    donationTiers: z.array(
      z.object({
        id: z.string(),
        /** Whole rupees; null when the donor chooses the amount. */
        amountRupees: z.number().int().positive().nullable(),
        label: z.string(),
        popular: z.boolean(),
      }),
    ),
    issueTypes: z.array(z.string()),
  }),
);

/** Advice against common frauds, shown next to every conversation between a buyer and a seller. */
export const fraudAdvice = readContent('fraudAdvice', z.array(z.string()).min(1));

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
export const findTestimonials = (db: Database): Testimonial[] =>
  addVehicles(db, testimonials).sort((one, other) => other.date.localeCompare(one.date));

/** The built-in testimonials about one vehicle, latest first. */
export function findTestimonialsAbout(vehicleId: string): (typeof testimonials)[number][] {
  return testimonials
    .filter((testimonial) => testimonial.vehicleId === vehicleId)
    .sort((one, other) => other.date.localeCompare(one.date));
}

/** Topics of feedback (docs/product.md, "Feedback"). */
export const feedbackTypes = readContent(
  'feedbackTypes',
  z.array(z.object({ id: z.string(), name: z.string(), description: z.string() })),
);

/**
 * Customer satisfaction stated by the business (docs/product.md, "Feedback"): stars out of 5, and the number of reviews.
 */
export const feedbackStatistics = readContent(
  'feedbackStats',
  z.object({ satisfaction: z.number().min(1).max(5), reviews: z.int().nonnegative() }),
);

/** Services that can be booked on the services page (docs/product.md, "Services"). */
export const serviceTypes = readContent(
  'serviceTypes',
  z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: z.string(),
      includes: z.array(z.string()),
      startsAtRupees: z.number().int().nonnegative(),
      /** 'Same day' */
      duration: z.string(),
    }),
  ),
);

/** The name of a service; its id when it is no longer offered. */
export const getServiceName = (id: string): string => serviceTypes.find((type) => type.id === id)?.name ?? id;
