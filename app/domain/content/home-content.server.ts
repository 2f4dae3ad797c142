import { z } from 'zod';
import { formatRupees } from '../shared/money';
import { readContent } from './content-file.server';
import { calculateDefaultEmi, emiContent } from './finance-content.server';
import { getInTouch } from './support-content.server';

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
    stats: z.array(z.object({ value: z.string(), label: z.string() })),
  }),
);

const { defaults } = emiContent;

/** The texts of the home page (docs/product.md, "Home"), with the default example of the calculator. */
export const homeContent = {
  ...home,
  getInTouch,
  emiBlock: {
    ...home.emiBlock,
    example: `${formatRupees(defaults.price)} vehicle, ${formatRupees(defaults.downPayment)} down, ${defaults.tenureMonths} months at ${defaults.rate}%`,
    monthlyRupees: calculateDefaultEmi(defaults.price).emi,
  },
};
