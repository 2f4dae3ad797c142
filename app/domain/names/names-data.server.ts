import { z } from 'zod';
import namesFile from '~db/seed/search/names.json';
import { parseDataFile } from './data-file.server';

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
      /** Whether people name all models of the brand after this family. */
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

/** The names of brands, families and models, validated when the server starts. */
export const namesData = parseDataFile('names.json', names, namesFile);
