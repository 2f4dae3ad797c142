import { z } from 'zod';
import company from '~db/seed/company.json';
import legal from '~db/seed/legal.json';
import { readContent, faceStyles } from './content-file.server';

const block = z.object({ title: z.string(), description: z.string() });
const colour = z.string().regex(/^#[0-9a-f]{6}$/i);

/** The company as its details page shows it (docs/product.md, "Company details"); money in whole rupees. */
export const companyDetails = z
  .object({
    name: z.string(),
    shortName: z.string(),
    tagline: z.string(),
    about: z.string(),
    cin: z.string(),
    establishedYear: z.number().int(),
    paidUpCapitalRupees: z.number().int(),
    address: z.object({
      line1: z.string(),
      line2: z.string(),
      city: z.string(),
      state: z.string(),
      pin: z.string(),
      country: z.string(),
    }),
    phone: z.string(),
    email: z.email(),
    website: z.url(),
    hours: z.array(z.object({ days: z.string(), opens: z.string(), closes: z.string() })),
    map: z.object({ lat: z.number().min(-85).max(85), lng: z.number().min(-180).max(180), label: z.string() }),
    services: z.array(block),
    features: z.array(z.string()),
    stats: z.array(
      z
        .object({
          label: z.string(),
          value: z.number().int().optional(),
          suffix: z.string().default(''),
          text: z.string().optional(),
        })
        .transform(({ label, value, suffix, text }) => ({ label, text: text ?? `${value ?? ''}${suffix}` })),
    ),
    whyChooseUs: z.array(block),
    commitments: z.array(block),
    leadership: z.array(
      z.object({
        name: z.string(),
        position: z.string(),
        experienceYears: z.number().int(),
        focus: z.string(),
        face: z.enum(faceStyles),
        colour,
      }),
    ),
  })
  .parse(company);

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

const workingHours = readContent('workingHours', z.array(z.object({ days: z.string(), opens: clock, closes: clock })));

/** Formats a time on the twelve-hour clock: '09:00' as '9', '19:30' as '7:30'. */
function toTwelveHourTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}${minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`}`;
}

/** Working hours of the business in words: 'Mon-Sat 9-7, Sun 10-5'. */
export const workingHoursText = workingHours
  .map(({ days, opens, closes }) => `${days} ${toTwelveHourTime(opens)}-${toTwelveHourTime(closes)}`)
  .join(', ');

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

export const contactDetails = {
  ...footer.contact,
  social: footer.social.flatMap((network) =>
    followUs.cards.filter(({ id }) => id === network).map(({ name, url }) => ({ network, name, url })),
  ),
};

/** docs/product.md, "Follow us". */
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

const text = z.object({
  title: z.string(),
  summary: z.string(),
  parts: z.array(z.object({ title: z.string(), paragraphs: z.array(z.string()) })),
});

/** Texts of the privacy, terms and returns pages; `changed` is a day, `YYYY-MM-DD`. */
export const legalTexts = z.object({ changed: z.iso.date(), privacy: text, terms: text, returns: text }).parse(legal);
