import { z } from 'zod';

/** Most items that a list of the API answers at once (docs/product.md, "Queries"). */
export const mostPerPage = 100;

/**
 * Rules of single query parameters, each on its text; `name` stands in the sentence about it. `json` is how the API's
 * document words a rule that only code can check.
 */
export const wholeNumber = (name: string) =>
  z
    .string()
    .regex(/^\d{1,12}$/, { error: `${name} must be a whole number, 0 or more` })
    .transform(Number)
    .meta({ json: { type: 'integer', minimum: 0, maximum: 999_999_999_999 } });

/** A whole number from 1. */
export const from1 = (name: string, most: number) =>
  wholeNumber(name)
    .refine((value) => value >= 1 && value <= most, { error: `${name} must be from 1 to ${most}` })
    .meta({ json: { type: 'integer', minimum: 1, maximum: most } });

/** One of a few words, in any case. */
export const oneOf = <const Words extends readonly string[]>(name: string, words: Words) =>
  z
    .string()
    .transform((text) => words.find((word) => word.toLowerCase() === text.trim().toLowerCase()))
    .pipe(z.enum(words, { error: `${name} must be one of ${words.join(', ')}` }))
    .meta({ json: { type: 'string', enum: words } });

/** The page of a list: `page` from 1, `limit` up to 100. */
export const pageRules = (limit: number) => ({
  page: from1('page', 1_000_000).default(1),
  limit: from1('limit', mostPerPage).default(limit),
});

/** The same of a list that comes as a whole too, where `limit` may be any number and a page is none. */
export const pageOrAllRules = (limit: number) => ({
  page: from1('page', 1_000_000).default(1),
  limit: wholeNumber('limit')
    .refine((value) => value >= 1, { error: `limit must be from 1 to ${mostPerPage}` })
    .optional()
    .meta({
      json: {
        type: 'integer',
        minimum: 1,
        maximum: mostPerPage,
        default: limit,
        description: 'Of a list as a whole any number; all of it when absent.',
      },
    }),
});

/** Whether a range that both ends belong to has them the wrong way round; an open end never is. */
export const isUpsideDown = (least: number | undefined, most: number | undefined): boolean =>
  least !== undefined && most !== undefined && least > most;

/** A few words that are searched for, or a name. */
export const shortText = (name: string, most: number) => z.string().max(most, { error: `${name} is too long` });
