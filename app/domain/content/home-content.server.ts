import { z } from 'zod';
import { readContent } from './content-file.server';

const block = z.object({ title: z.string(), text: z.string(), action: z.string() });

/** The texts of the home screen (product.md section 2). */
export const homeContent = readContent(
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
