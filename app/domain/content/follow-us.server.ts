import { z } from 'zod';
import content from '~db/seed/content.json';
import { defineSetting } from './setting.server';

const networks = ['whatsapp', 'instagram', 'facebook', 'twitter'] as const;

/** docs/product.md, "Follow us". */
export const readFollowUs = defineSetting(
  'follow-us',
  z.object({
    cards: z.array(
      z.object({
        id: z.enum(networks),
        name: z.string(),
        description: z.string(),
        followersText: z.string(),
        followersNoun: z.string(),
        url: z.url(),
      }),
    ),
    why: z.array(z.object({ title: z.string(), description: z.string() })),
    officialSite: z.object({ label: z.string(), url: z.url() }).nullable(),
  }),
  content.followUs,
);
