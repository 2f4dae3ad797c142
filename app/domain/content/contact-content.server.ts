import { z } from 'zod';
import { readContent } from './content-file.server';

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
