import { z } from 'zod';
import insurance from '~db/seed/insurance.json';
import type { EnergyPrices } from '../finance/energy-cost';
import { calculateEmi, type Emi, paymentMethods } from '../finance/payment-plan';
import { faceStyles, readContent } from './content-file.server';

/** Default down payment in whole rupees: a fifth of the price (docs/product.md, "Instalments"). */
export const getDefaultDownPayment = (priceRupees: number): number => Math.round(priceRupees / 5);

/** Initial loan of the calculator for a price in whole rupees: default down payment, rate and tenure. */
export function calculateDefaultEmi(priceRupees: number): Emi {
  const { rate, tenureMonths } = emiContent.defaults;
  return calculateEmi({ principal: priceRupees - getDefaultDownPayment(priceRupees), rate, tenure: tenureMonths });
}

export const emiContent = readContent(
  'emi',
  z.object({
    defaults: z.object({
      price: z.number().int().positive(),
      rate: z.number().nonnegative(),
      tenureMonths: z.number().int().positive(),
      downPayment: z.number().int().nonnegative(),
      processingFee: z.number().int().nonnegative(),
    }),
    paymentMethods: z.array(
      z.object({ id: z.enum(paymentMethods), name: z.string(), description: z.string(), claim: z.string() }),
    ),
    whyChoose: z.array(z.object({ title: z.string(), description: z.string() })),
  }),
);

export const energyPrices: EnergyPrices = readContent(
  'energyPrices',
  z.object({
    pricesAsOf: z.iso.date(),
    petrolPerLitre: z.number().positive(),
    dieselPerLitre: z.number().positive(),
    electricityPerKwh: z.number().positive(),
  }),
);

const text = z.string().trim().min(1);
const titled = z.object({ title: text, description: text });

/** docs/product.md, "Insurance" specifies the number of entries. */
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
    testimonials: z
      .array(
        z.object({
          name: text,
          face: z.enum(faceStyles),
          city: text,
          rating: z.int().min(1).max(5),
          comment: text,
        }),
      )
      .length(3),
  })
  .parse(insurance);

export type InsurancePlan = (typeof insuranceContent.plans)[number];

/** The insurance plans with their yearly prices in whole rupees. */
export const insurancePlans = insuranceContent.plans.map(({ id, name, pricePerYearRupees }) => ({
  id,
  name,
  pricePerYearRupees,
}));
