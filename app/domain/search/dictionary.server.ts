import { z } from 'zod';
import { fuelTypes, transmissions, usedConditions, vehicleStocks, vehicleTypes } from '~db/enums';
import namesFile from '~db/seed/search/names.json';
import placesFile from '~db/seed/search/places.json';
import wordsFile from '~db/seed/search/words.json';
import { buildDictionary } from './build-dictionary';
import type { Dictionary } from './dictionary';

const text = z.string().trim().min(1);
const texts = z.array(text);
const named = { brand: text, aliases: texts, devanagari: text.optional(), needsBrand: z.boolean().optional() };

const names = z.object({
  brands: z.array(z.object({ brand: text, aliases: texts, scripts: texts })),
  families: z.array(z.object({ ...named, family: text })),
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
  localities: z.array(z.object({ place: text, names: texts })),
  partWords: texts,
  partEndings: texts,
  numberedParts: texts,
  pinWords: texts,
});

const means = z.strictObject({
  fuelType: z.enum(fuelTypes).optional(),
  vehicleType: z.enum(vehicleTypes).optional(),
  stock: z.enum(vehicleStocks).optional(),
  condition: z.enum(usedConditions).optional(),
  bodyStyle: texts.optional(),
  maxOwners: z.int().positive().optional(),
  transmission: z.enum(transmissions).optional(),
  withPhoto: z.literal(true).optional(),
  bharatStage: z.literal([3, 4, 6]).optional(),
  sort: text.optional(),
  action: text.optional(),
  seller: text.optional(),
  brakes: text.optional(),
  maxWeightKg: z.number().optional(),
  maxSeatHeightMm: z.number().optional(),
});

const words = z.object({
  words: z.array(z.object({ words: texts, means, strength: z.enum(['strong', 'hint']) })),
  multipliers: z.array(z.object({ times: z.int().positive(), words: texts })),
  inflectedMultipliers: z.array(z.object({ times: z.int().positive(), words: texts })),
  wordNumbers: z.record(text, z.number().positive()),
  numberPrefixes: z.record(text, z.number()),
  halfWords: texts,
  currency: texts,
  units: z.array(
    z.object({
      unit: z.enum([
        'engineCc',
        'kilometres',
        'mileageKmpl',
        'rangeKm',
        'batteryKwh',
        'seatHeightMm',
        'weightKg',
        'ageYears',
        'ageMonths',
        'personAge',
        'speedKmph',
      ]),
      words: texts,
      isLoose: z.boolean().optional(),
    }),
  ),
  ranges: z.array(
    z.object({
      role: z.enum(['min', 'max', 'around', 'between']),
      place: z.enum(['before', 'after']),
      words: texts,
      joiners: texts.optional(),
      isLoose: z.boolean().optional(),
    }),
  ),
  yearWords: z.array(z.object({ role: z.enum(['min', 'max', 'exact']), words: texts })),
  placeWords: texts,
  plateWords: texts,
  latinWords: z.record(text, text),
  endings: texts,
  negations: texts,
  negationsAfter: texts,
  otherProducts: texts,
  plainWords: texts,
  stopWords: texts,
});

/** Parses a data file; a mistake of an editor stops the start with an error that names its place. */
function readFacts<Schema extends z.ZodType>(file: string, schema: Schema, value: unknown): z.infer<Schema> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Error(`search/${file}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not readable'}`);
}

/** The places of the data file, which app/domain/places reads as well. */
export const placeFacts = readFacts('places.json', places, placesFile);

/** The dictionary of the data files in `db/seed/search/`, built when the server starts. */
export const dictionary: Dictionary = buildDictionary({
  names: readFacts('names.json', names, namesFile),
  places: placeFacts,
  words: readFacts('words.json', words, wordsFile),
});
