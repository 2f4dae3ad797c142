import { z } from 'zod';
import namesFile from '~db/seed/search/names.json';
import placesFile from '~db/seed/search/places.json';

/** @throws an error that names the invalid field of the file, which stops the server at startup */
export function parseDataFile<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  content: unknown,
): z.infer<Schema> {
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`search/${file}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not readable'}`);
}

const text = z.string().trim().min(1);
const texts = z.array(text);
/** `needsBrand`: whether the name is recognized only next to its brand. */
const named = { brand: text, aliases: texts, devanagari: text.optional(), needsBrand: z.boolean().optional() };

const names = z.object({
  brands: z.array(z.object({ brand: text, aliases: texts, scripts: texts })),
  families: z.array(
    z.object({
      ...named,
      family: text,
      isNickname: z.boolean().optional(),
    }),
  ),
  models: z.array(
    z.object({
      ...named,
      model: text,
      family: text.optional(),
      kind: z.enum(['bike', 'scooter', 'moped']),
      fuel: z.enum(['petrol', 'electric']),
      engineCc: z.number().positive().optional(),
    }),
  ),
});

export const namesData = parseDataFile('names.json', names, namesFile);

const places = z.object({
  states: z.array(
    z.object({
      code: z.string().regex(/^[A-Z]{2}$/),
      name: text,
      devanagari: text.optional(),
      oldCodes: texts.optional(),
      aliases: texts.optional(),
    }),
  ),
  cities: z.array(
    z.object({
      id: z.string().regex(/^[a-z]{2}-[a-z0-9-]+$/),
      city: text,
      state: z.string().regex(/^[A-Z]{2}$/),
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      plates: texts.optional(),
      population: z.number().positive().optional(),
      aliases: texts.optional(),
      devanagari: text.optional(),
      pins: z.array(z.string().regex(/^[1-8]\d\d$/)).optional(),
    }),
  ),
  /** Well-known parts of cities, by the id of the city; `sharedNames`: names that other cities' parts have too. */
  localities: z.array(z.object({ place: text, names: texts, sharedNames: texts.optional() })),
  partWords: texts,
  partEndings: texts,
  numberedParts: texts,
  pinWords: texts,
});

export const placesData = parseDataFile('places.json', places, placesFile);
