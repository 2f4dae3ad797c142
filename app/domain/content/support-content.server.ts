import { z } from 'zod';
import type { Database } from '~db/connection';
import content from '~db/seed/content.json';
import { readContent } from './content-file.server';
import { defineSetting } from './setting.server';
import { formatShortAddress, formatWorkingHours, readShop } from './shop.server';

const contact = readContent(
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
  }),
);

/** The ways to reach the shop (docs/product.md, "Contact"). */
export const readContactCards = (db: Database) =>
  contact.cards.map((card) => {
    if (card.id === 'phone') return { ...card, value: readShop(db).phone, note: formatWorkingHours(db) };
    if (card.id === 'email') return { ...card, value: readShop(db).email };
    return card.id === 'visit' ? { ...card, value: formatShortAddress(db) } : card;
  });

/** The questions of the contact page (docs/product.md, "Contact"). */
export const readFaq = defineSetting(
  'faq',
  z.array(z.object({ question: z.string(), answer: z.string() })),
  content.contact.faq,
);

/** The support options and the issue types (docs/product.md, "Support"). */
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
    issueTypes: z.array(z.string()),
  }),
);

/** docs/product.md, "Support". */
export const readDonationTiers = defineSetting(
  'donations',
  z.array(
    z.object({
      id: z.string(),
      /** Whole rupees; null when the donor chooses the amount. */
      amountRupees: z.number().int().positive().nullable(),
      label: z.string(),
      popular: z.boolean(),
    }),
  ),
  content.support.donationTiers,
);

/** What buyers read about fraud. */
export const readSafetyAdvice = defineSetting(
  'safety',
  z.object({ advice: z.array(z.string()) }).transform(({ advice }) => advice),
  { advice: content.fraudAdvice },
);
