import { z } from 'zod';
import company from '~db/seed/company.json';

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
        initials: z.string(),
        colour,
      }),
    ),
  })
  .parse(company);
