import { z } from 'zod';
import type { Pagination } from '~/domain/shared/pagination';

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

/**
 * Schema of the `fields` parameter: comma-separated field names of an item.
 *
 * @param item schema of the complete item
 */
export const fieldsRule = (item: z.ZodObject) =>
  z
    .string()
    .transform((text, context): readonly string[] => {
      const names = [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '');
      const unknown = names.filter((name) => !Object.hasOwn(item.shape, name));
      if (names.length > 0 && unknown.length === 0) return names;
      const known = `it may name ${Object.keys(item.shape).join(', ')}`;
      const message =
        unknown.length > 0 ? `fields can't name ${unknown.join(', ')}; ${known}` : `fields is empty; ${known}`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .meta({
      json: {
        type: 'string',
        description: 'Only these fields of each item, with commas between their names.',
        example: Object.keys(item.shape).slice(1, 3).join(),
      },
    });

/**
 * Schema of an item in endpoints that accept `fields`: every field is optional, because a schema cannot tell a complete
 * item from a selection.
 *
 * @param id name of the schema in the OpenAPI document
 */
export const withChosenFields = <Shape extends z.ZodRawShape>(item: z.ZodObject<Shape>, id: string) =>
  item.partial().meta({ id, description: 'Whole, or those of its fields that `fields` names.' });

/** Picks the selected fields of an item, in the order of the item; all fields if there is no selection. */
export const pickFields = (item: object, names: readonly string[] | undefined): object =>
  names ? Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name))) : item;

/** Pagination links of a list: the `Link` header (RFC 8288), with absolute URLs. */
export function pageLinks(
  { url, origin }: { url: URL; origin: string },
  { page, pages }: Pick<Pagination, 'page' | 'pages'>,
): { Link: string } {
  const last = Math.max(1, pages);
  const link = (rel: string, to: number): string => {
    const search = new URLSearchParams(url.searchParams);
    search.set('page', String(to));
    return `<${origin}${url.pathname}?${search}>; rel="${rel}"`;
  };
  const links = [
    link('first', 1),
    ...(page > 1 ? [link('prev', Math.min(page - 1, last))] : []),
    ...(page < last ? [link('next', page + 1)] : []),
    link('last', last),
  ];
  return { Link: links.join(', ') };
}
