import { z } from 'zod';

/** Maximum page size of lists in the API (docs/product.md, "Queries"). */
export const mostPerPage = 100;

/**
 * Schemas of single query parameters, applied to text; `name` appears in the error message. `json` describes in the
 * OpenAPI document a rule that only code can check.
 */
export const wholeNumber = (name: string) =>
  z
    .string()
    .regex(/^\d{1,12}$/, { error: `${name} must be a whole number, 0 or more` })
    .transform(Number)
    .meta({ json: { type: 'integer', minimum: 0, maximum: 999_999_999_999 } });

/** A whole number, 1 or more. */
export const from1 = (name: string, most: number) =>
  wholeNumber(name)
    .refine((value) => value >= 1 && value <= most, { error: `${name} must be from 1 to ${most}` })
    .meta({ json: { type: 'integer', minimum: 1, maximum: most } });

/** One of several words, ignoring case. */
export const oneOf = <const Words extends readonly string[]>(name: string, words: Words) =>
  z
    .string()
    .transform((text) => words.find((word) => word.toLowerCase() === text.trim().toLowerCase()))
    .pipe(z.enum(words, { error: `${name} must be one of ${words.join(', ')}` }))
    .meta({ json: { type: 'string', enum: words } });

/** Pagination of a list: `page` from 1, `limit` up to 100. */
export const pageRules = (limit: number) => ({
  page: from1('page', 1_000_000).default(1),
  limit: from1('limit', mostPerPage).default(limit),
});

/**
 * Pagination of a list that can also be streamed as a whole, for which `limit` may be any number and `page` is not
 * allowed.
 */
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

/** Whether a range is inverted, with its lower bound above its upper bound; never for an open range. */
export const isUpsideDown = (least: number | undefined, most: number | undefined): boolean =>
  least !== undefined && most !== undefined && least > most;

/** A name or a few search words. */
export const shortText = (name: string, most: number) => z.string().max(most, { error: `${name} is too long` });
