import { z } from 'zod';
import { readContent } from './content-file.server';

const networks = ['facebook', 'instagram', 'twitter', 'whatsapp'] as const;

const footer = readContent(
  'footer',
  z.object({
    contact: z.object({ phone: z.string(), email: z.email(), address: z.string() }),
    social: z.array(z.enum(networks)),
  }),
);
const followUs = readContent(
  'followUs',
  z.object({ cards: z.array(z.object({ id: z.enum(networks), name: z.string(), url: z.url() })) }),
);

/** Contact details of the business, as the footer of every page shows them; networks in the footer's order. */
export const contactDetails = {
  ...footer.contact,
  social: footer.social.flatMap((network) =>
    followUs.cards.filter(({ id }) => id === network).map(({ name, url }) => ({ network, name, url })),
  ),
};
