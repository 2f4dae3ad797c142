/** The data files of the dictionary in `db/seed/search/`, validated when the server starts. */

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
  /** Words before a number, with what they add to it. */
  numberPrefixes: z.record(text, z.number()),
  /** Words after a number that add 0.5 to it. */
  halfWords: texts,
  currency: texts,
  units: z.array(
    z.object({
      unit: z.enum(units),
      words: texts,
      /** Whether the words are a unit only next to a number of a usual size. */
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
  /** English words of digits, in which numbers of models are spoken. */
  spokenDigits: z.record(text, z.string().regex(/^\d$/)),
  placeWords: texts,
  /** Words before or after a number plate or the code of its state: "mh passing". */
  plateWords: texts,
  /** Papers that are valid until a year, and words between them and the year. */
  paperWords: texts,
  untilWords: texts,
  validityFillers: texts,
  /** Words next to the height of a rider, and its units. */
  heightWords: texts,
  feetWords: texts,
  inchWords: texts,
  centimetreWords: texts,
  /**
   * Words of names in other scripts with their spelling in Latin letters, in addition to those that `names.json`
   * implies.
   */
  latinWords: z.record(text, text),
  /** Case endings of nouns in Indian scripts. */
  endings: texts,
  negations: texts,
  negationsAfter: texts,
  /** Names of other products that begin with a brand of vehicles. */
  otherProducts: texts,
  /** Common words that resemble names. */
  plainWords: texts,
  /** Names of vehicles that are common words. */
  commonNames: texts,
  stopWords: texts,
});

export const dictionaryData = {
  names: namesData,
  places: placesData,
  words: parseDataFile('words.json', words, wordsFile),
};
export type DictionaryData = typeof dictionaryData;
