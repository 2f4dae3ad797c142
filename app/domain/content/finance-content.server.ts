import { z } from 'zod';
import insurance from '~db/seed/insurance.json';
import type { Database } from '~db/connection';
import { faceStyles } from '~db/enums';
import content from '~db/seed/content.json';
import type { EnergyPrices } from '../finance/energy-cost';
import { calculateEmi, type Emi, paymentMethods } from '../finance/payment-plan';
import { defineSetting } from './setting.server';

/** Default down payment in whole rupees: a fifth of the price (docs/product.md, "Instalments"). */
export const getDefaultDownPayment = (priceRupees: number): number => Math.round(priceRupees / 5);

/** Initial loan of the calculator for a price in whole rupees: default down payment, rate and tenure. */
export function calculateDefaultEmi(db: Database, priceRupees: number): Emi {
  const { rate, tenureMonths } = readLoanTerms(db).defaults;
  return calculateEmi({ principal: priceRupees - getDefaultDownPayment(priceRupees), rate, tenure: tenureMonths });
}

/** What the calculator begins with, and the ways to pay (docs/product.md, "Instalments"). */
export const readLoanTerms = defineSetting(
  'loans',
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
  content.emi,
);

const energyPrices: z.ZodType<EnergyPrices> = z.object({
  pricesAsOf: z.iso.date(),
  petrolPerLitre: z.number().positive(),
  dieselPerLitre: z.number().positive(),
  electricityPerKwh: z.number().positive(),
});

export const readEnergyPrices = defineSetting('fuel', energyPrices, content.energyPrices);

const text = z.string().trim().min(1);
const titled = z.object({ title: text, description: text });

/** docs/product.md, "Insurance". */
export const readInsurance = defineSetting(
  'insurance',
  z.object({
    priceBasis: text,
    newVehicleNote: text,
    plans: z.array(
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
    ),
    benefits: z.array(titled),
    steps: z.array(titled),
    testimonials: z.array(
      z.object({
        name: text,
        face: z.enum(faceStyles),
        city: text,
        rating: z.int().min(1).max(5),
        comment: text,
      }),
    ),
  }),
  insurance,
);

export type InsurancePlan = ReturnType<typeof readInsurance>['plans'][number];

/** The insurance plans with their yearly prices in whole rupees. */
export const readInsurancePlans = (db: Database) =>
  readInsurance(db).plans.map(({ id, name, pricePerYearRupees }) => ({ id, name, pricePerYearRupees }));
