import { z } from 'zod';
import type { Database } from '~db/connection';
import { faceStyles } from '~db/enums';
import company from '~db/seed/company.json';
import content from '~db/seed/content.json';
import { defineSetting } from './setting.server';
import { formatShortAddress, readMainBranch, readShop } from './shop.server';

const block = z.object({ title: z.string(), description: z.string() });
const colour = z.string().regex(/^#[0-9a-f]{6}$/i);
const { leadership, address, email, map, ...page } = company;

/** Texts of the company's page (docs/product.md, "Company details"); money in whole rupees. */
export const readCompany = defineSetting(
  'company',
  z.object({
    name: z.string(),
    shortName: z.string(),
    tagline: z.string(),
    about: z.string(),
    cin: z.string().nullable(),
    establishedYear: z.number().int().nullable(),
    paidUpCapitalRupees: z.number().int().nullable(),
    website: z.url().nullable(),
    services: z.array(block),
    features: z.array(z.string()),
    stats: z.array(z.object({ label: z.string(), text: z.string() })),
    whyChooseUs: z.array(block),
    commitments: z.array(block),
    /** Degrees north and east; null without a map. */
    map: z.object({ lat: z.number().min(-85).max(85), lng: z.number().min(-180).max(180) }).nullable(),
  }),
  {
    ...page,
    stats: page.stats.map(({ label, value, suffix, text }) => ({
      label,
      text: text ?? `${value ?? ''}${suffix ?? ''}`,
    })),
    map: { lat: map.lat, lng: map.lng },
  },
);

/** The people on the company's page. */
export const readTeam = defineSetting(
  'team',
  z.array(
    z.object({
      name: z.string(),
      position: z.string(),
      experienceYears: z.number().int().nullable(),
      focus: z.string(),
      face: z.enum(faceStyles),
      colour,
    }),
  ),
  leadership,
);

/**
 * The company with what the shop says of itself. The address and the e-mail address that the specification writes for
 * the company stand until the shop has its own.
 */
export function readCompanyDetails(db: Database) {
  const { phone, email: shopEmail, whatsapp, gstin } = readShop(db);
  const branch = readMainBranch(db);
  const texts = readCompany(db);
  const isShippedMap = texts.map?.lat === map.lat && texts.map.lng === map.lng;
  return {
    ...texts,
    team: readTeam(db),
    phone,
    whatsapp,
    gstin,
    email: shopEmail === content.footer.contact.email ? email : shopEmail,
    hours: branch.hours,
    addressLines: branch.isShipped
      ? [address.line1, address.line2, `${address.city}, ${address.state} ${address.pin}`, address.country]
      : [branch.address],
    placeLabel: branch.isShipped ? map.label : formatShortAddress(db),
    map: isShippedMap && !branch.isShipped ? null : texts.map,
  };
}
