import { z } from 'zod';
import type { EnergyPrices } from '../compare/energy-cost';
import { readContent } from './content-file.server';

/** Prices of fuel and electricity, for the comparison, and the date they apply from. */
export const energyPrices: EnergyPrices = readContent(
  'energyPrices',
  z.object({
    pricesAsOf: z.iso.date(),
    petrolPerLitre: z.number().positive(),
    dieselPerLitre: z.number().positive(),
    electricityPerKwh: z.number().positive(),
  }),
);
