import { z } from 'zod';
import placesFile from '~db/seed/search/places.json';
import { parseDataFile } from './data-file.server';

const text = z.string().trim().min(1);
const texts = z.array(text);

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
      /** Code of its state. */
      state: z.string().regex(/^[A-Z]{2}$/),
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      plates: texts.optional(),
      population: z.number().positive().optional(),
      aliases: texts.optional(),
      devanagari: text.optional(),
      /** First three digits of its PIN codes. */
      pins: z.array(z.string().regex(/^[1-8]\d\d$/)).optional(),
    }),
  ),
  /** Well-known parts of cities, by the id of the city; `sharedNames`: names that other cities' parts have too. */
  localities: z.array(z.object({ place: text, names: texts, sharedNames: texts.optional() })),
  /** Words for parts of cities, such as "road", and endings of their names. */
  partWords: texts,
  partEndings: texts,
  /** Words for numbered parts of cities: "sector". */
  numberedParts: texts,
  /** Words before a PIN code. */
  pinWords: texts,
});

/** The places of India, validated when the server starts. */
export const placesData = parseDataFile('places.json', places, placesFile);
