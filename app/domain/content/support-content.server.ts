import { z } from 'zod';
import { readContent } from './content-file.server';

/** The support options, the donation tiers and the issue types (docs/product.md, "Support"). */
export const supportContent = readContent(
  'support',
  z.object({
    cards: z.array(
      z.object({
        id: z.enum(['faq', 'live-chat', 'user-guide', 'video-tutorials']),
        title: z.string(),
        description: z.string(),
        action: z.string(),
      }),
    ),
    donationTiers: z.array(
      z.object({
        id: z.string(),
        /** Whole rupees; null where the donor chooses the amount. */
        amountRupees: z.number().int().positive().nullable(),
        label: z.string(),
        popular: z.boolean(),
      }),
    ),
    issueTypes: z.array(z.string()),
  }),
);
