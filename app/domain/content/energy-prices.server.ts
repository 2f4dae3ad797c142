import { z } from 'zod';
import type { EnergyPrices } from '../compare/energy-cost';
import { readContent } from './content-file.server';

/** What fuel and electricity cost, for the comparison, and since when. */
export const energyPrices: EnergyPrices = readContent(
  'energyPrices',
  z.object({
    pricesAsOf: z.iso.date(),
    petrolPerLitre: z.number().positive(),
    dieselPerLitre: z.number().positive(),
    electricityPerKwh: z.number().positive(),
  }),
);
