import { z } from 'zod';
import { formatRupees } from '../shared/money';
import type { Database } from '~db/connection';
import content from '~db/seed/content.json';
import { calculateDefaultEmi, readLoanTerms } from './finance-content.server';
import { defineSetting } from './setting.server';

const block = z.object({ title: z.string(), text: z.string(), action: z.string() });

/** Texts of the home page as an operator can change them (docs/product.md, "Home"). */
export const readHomeTexts = defineSetting(
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
  content.home,
);

/** The texts of the home page, with the default example of the calculator. */
export function readHomeContent(db: Database) {
  const home = readHomeTexts(db);
  const { defaults } = readLoanTerms(db);
  return {
    ...home,
    emiBlock: {
      ...home.emiBlock,
      example: `${formatRupees(defaults.price)} vehicle, ${formatRupees(defaults.downPayment)} down, ${defaults.tenureMonths} months at ${defaults.rate}%`,
      monthlyRupees: calculateDefaultEmi(db, defaults.price).emi,
    },
  };
}
