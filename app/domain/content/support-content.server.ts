import { z } from 'zod';
import { readContent } from './content-file.server';

export const { getInTouch } = readContent(
  'home',
  z.object({ getInTouch: z.object({ title: z.string(), text: z.string(), action: z.string() }) }),
);

/** The contact options and the five questions of the contact page (docs/product.md, "Contact"). */
export const contactContent = readContent(
  'contact',
  z.object({
    cards: z.array(
      z.object({
        id: z.enum(['phone', 'email', 'visit', 'chat']),
        title: z.string(),
        value: z.string(),
        note: z.string(),
      }),
    ),
    faq: z.array(z.object({ id: z.number(), question: z.string(), answer: z.string() })).length(5),
  }),
);

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
        /** Whole rupees; null when the donor chooses the amount. */
        amountRupees: z.number().int().positive().nullable(),
        label: z.string(),
        popular: z.boolean(),
      }),
    ),
    issueTypes: z.array(z.string()),
  }),
);

export const fraudAdvice = readContent('fraudAdvice', z.array(z.string()).min(1));
