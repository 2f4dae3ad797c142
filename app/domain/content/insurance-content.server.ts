import { z } from 'zod';
import insurance from '~db/seed/insurance.json';

const text = z.string().trim().min(1);
const titled = z.object({ title: text, description: text });

/**
 * The texts and figures of the insurance page, with the number of entries that docs/product.md, "Insurance" specifies.
 */
export const insuranceContent = z
  .object({
    priceBasis: text,
    newVehicleNote: text,
    plans: z
      .array(
        z.object({
          id: text,
          name: text,
          /** Whole rupees. */
          pricePerYearRupees: z.int().positive(),
          popular: z.boolean(),
          tagline: text,
          features: z.array(text).min(1),
          notIncluded: z.array(text),
        }),
      )
      .length(3),
    benefits: z.array(titled).length(4),
    steps: z.array(titled).length(4),
    testimonials: z.array(z.object({ name: text, city: text, rating: z.int().min(1).max(5), comment: text })).length(3),
  })
  .parse(insurance);

export type InsurancePlan = (typeof insuranceContent.plans)[number];
