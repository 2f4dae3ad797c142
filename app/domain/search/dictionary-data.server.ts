import { z } from 'zod';
import { bodyStyles, fuelTypes, transmissions, usedConditions, vehicleStocks, vehicleTypes } from '~db/enums';
import wordsFile from '~db/seed/search/words.json';
import { namesData, parseDataFile, placesData } from '../names/data-files.server';
import { searchActions, units } from './dictionary';

const text = z.string().trim().min(1);
const texts = z.array(text);

const means = z.strictObject({
  fuelType: z.enum(fuelTypes).optional(),
  vehicleType: z.enum(vehicleTypes).optional(),
  stock: z.enum(vehicleStocks).optional(),
  condition: z.enum(usedConditions).optional(),
  bodyStyle: z.array(z.enum(bodyStyles)).optional(),
  maxOwners: z.int().positive().optional(),
  transmission: z.enum(transmissions).optional(),
  withPhoto: z.literal(true).optional(),
  bharatStage: z.literal([3, 4, 6]).optional(),
  sort: text.optional(),
  action: z.enum(searchActions).optional(),
  seller: text.optional(),
  brakes: text.optional(),
  maxWeightKg: z.number().optional(),
  maxSeatHeightMm: z.number().optional(),
});

const words = z.object({
  words: z.array(z.object({ words: texts, means, strength: z.enum(['strong', 'hint']) })),
  multipliers: z.array(z.object({ times: z.int().positive(), words: texts })),
  /** Multipliers with a case ending, which searches contain but amounts in forms do not. */
  inflectedMultipliers: z.array(z.object({ times: z.int().positive(), words: texts })),
  wordNumbers: z.record(text, z.number().positive()),
  numberPrefixes: z.record(text, z.number()),
  /** Words after a number that add 0.5 to it. */
  halfWords: texts,
  currency: texts,
  units: z.array(
    z.object({
      unit: z.enum(units),
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
      /** Whether the words occur next to any number, and do not make it a price. */
      isLoose: z.boolean().optional(),
    }),
  ),
  yearWords: z.array(z.object({ role: z.enum(['min', 'max', 'exact']), words: texts })),
  /** Words next to which two digits are a year. */
  shortYearWords: texts,
  spokenDigits: z.record(text, z.string().regex(/^\d$/)),
  placeWords: texts,
  plateWords: texts,
  paperWords: texts,
  untilWords: texts,
  validityFillers: texts,
  heightWords: texts,
  feetWords: texts,
  inchWords: texts,
  centimetreWords: texts,
  /** In addition to those that `names.json` implies. */
  latinWords: z.record(text, text),
  endings: texts,
  negations: texts,
  negationsAfter: texts,
  otherProducts: texts,
  plainWords: texts,
  commonNames: texts,
  stopWords: texts,
});

export const dictionaryData = {
  names: namesData,
  places: placesData,
  words: parseDataFile('words.json', words, wordsFile),
};
export type DictionaryData = typeof dictionaryData;
