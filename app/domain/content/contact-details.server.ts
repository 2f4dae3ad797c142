import type { Database } from '~db/connection';
import content from '~db/seed/content.json';
import { readFollowUs } from './follow-us.server';
import { readMainBranch, readShop } from './shop.server';

type Network = ReturnType<typeof readFollowUs>['cards'][number]['id'];

export type ContactDetails = {
  phone: string;
  email: string;
  whatsapp: string | null;
  address: string;
  social: { network: Network; name: string; url: string }[];
};

/** How the shop is reached, as the foot of every page says it; networks in the order of the footer. */
export function readContactDetails(db: Database): ContactDetails {
  const { phone, email, whatsapp } = readShop(db);
  const { cards } = readFollowUs(db);
  return {
    phone,
    email,
    whatsapp,
    address: readMainBranch(db).address,
    social: content.footer.social.flatMap((network) =>
      cards.filter(({ id }) => id === network).map(({ id, name, url }) => ({ network: id, name, url })),
    ),
  };
}
