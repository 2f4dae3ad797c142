import { z } from 'zod';
import { readContent } from './content-file.server';

/**
 * The social networks with their followers, reasons to follow, and the official website (docs/product.md, "Follow us").
 */
export const followUsContent = readContent(
  'followUs',
  z.object({
    cards: z.array(
      z.object({
        id: z.enum(['whatsapp', 'instagram', 'facebook', 'twitter']),
        name: z.string(),
        description: z.string(),
        followersText: z.string(),
        followersNoun: z.string(),
        url: z.url(),
      }),
    ),
    why: z.array(z.object({ title: z.string(), description: z.string() })),
    officialSite: z.object({ label: z.string(), url: z.url() }),
  }),
);
