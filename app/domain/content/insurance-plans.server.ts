import { z } from 'zod';
import insurance from '~db/seed/insurance.json';

/** The insurance plans with what each costs in a year, in whole rupees. */
export const insurancePlans = z
  .array(z.object({ id: z.string(), name: z.string(), pricePerYearRupees: z.number().int().positive() }))
  .parse(insurance.plans);
