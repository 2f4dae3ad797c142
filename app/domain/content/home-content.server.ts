import { z } from 'zod';
import { rupeesText } from '../money';
import { readContent } from './content-file.server';

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

const { defaults } = readContent(
  'emi',
  z.object({
    defaults: z.object({
      price: z.number().int().positive(),
      rate: z.number().positive(),
      tenureMonths: z.number().int().positive(),
      downPayment: z.number().int().nonnegative(),
    }),
  }),
);

/** The monthly instalment of the calculator's defaults, in whole rupees: reducing balance (product.md section 8). */
function exampleMonthlyRupees(): number {
  const monthlyRate = defaults.rate / 12 / 100;
  const principal = defaults.price - defaults.downPayment;
  return Math.round((principal * monthlyRate) / (1 - (1 + monthlyRate) ** -defaults.tenureMonths));
}

/** The texts of the home screen (product.md section 2), with the calculator's own example. */
export const homeContent = {
  ...home,
  emiBlock: {
    ...home.emiBlock,
    example: `${rupeesText(defaults.price)} vehicle, ${rupeesText(defaults.downPayment)} down, ${defaults.tenureMonths} months at ${defaults.rate}%`,
    monthlyRupees: exampleMonthlyRupees(),
  },
};
