import { z } from 'zod';
import { encodeReason, type Reason } from '~/domain/shared/result';
import { maxPhotos } from '~/domain/photos/photo';
import { findPlace, findPlacesAround, findState, getDistance, type KnownPlace } from '~/domain/places/places.server';
import { checkText, failWith } from '~/domain/shared/fields.server';
import { validateMaxLength } from '~/domain/shared/text';

/*
 * Schemas of query parameters are applied to text: `name` appears in sentences, `json` describes, for the OpenAPI
 * document, a rule that only code can check.
 */

export const dryRunParameter = 'dryRun';

export const maxParameter = 999_999_999_999;

export const wholeNumber = (name: string) =>
  z
    .string()
    .regex(/^\d{1,12}$/, failWith({ code: 'not_a_whole_parameter', values: { label: name } }))
    .transform(Number)
    .meta({ json: { type: 'integer', minimum: 0, maximum: maxParameter } });

export const positiveNumber = (name: string, most: number) =>
  wholeNumber(name)
    .refine(
      (value) => value >= 1 && value <= most,
      failWith({ code: 'out_of_range', values: { label: name, least: 1, most } }),
    )
    .meta({ json: { type: 'integer', minimum: 1, maximum: most } });

export const oneOf = <const Words extends readonly string[]>(name: string, words: Words) =>
  z
    .string()
    .transform((text) => words.find((word) => word.toLowerCase() === text.trim().toLowerCase()))
    .pipe(z.enum(words, failWith({ code: 'not_one_of', values: { label: name, options: words.join(', ') } })))
    .meta({ json: { type: 'string', enum: words } });

export const shortText = (name: string, most: number) =>
  z
    .string()
    .superRefine(checkText((text) => validateMaxLength(name, text, most)))
    .meta({ maxLength: most });

export const repeated = <Rule extends z.ZodType>(rule: Rule) =>
  z.array(rule).max(20, failWith({ code: 'too_many_values' }));

export const placeParameters = {
  city: shortText('city', 100)
    .transform((text, context) => {
      const place = findPlace(text);
      if (place) return place;
      context.addIssue({ code: 'custom', message: encodeReason({ code: 'unknown_city' }) });
      return z.NEVER;
    })
    .meta({
      json: { type: 'string', description: 'A city by any of its names, in any script.', example: 'Pune' },
    })
    .optional(),
  within: positiveNumber('within', 500).optional().meta({ description: 'Radius around `city` in km.' }),
};

export const stateParameter = shortText('state', 100)
  .transform((text, context) => {
    const state = findState(text);
    if (state) return state;
    context.addIssue({ code: 'custom', message: encodeReason({ code: 'unknown_state_parameter' }) });
    return z.NEVER;
  })
  .meta({ json: { type: 'string', description: 'Name of a state, or its code on number plates.', example: 'MH' } });

export const getNearFilter = ({ city, within }: { city?: KnownPlace; within?: number }) =>
  city && findPlacesAround(city, within ?? null);

type Located = { location: { city: string | null; state: string | null } };

export function addDistance<Item extends Located>(item: Item, from: KnownPlace | undefined): Item {
  if (!from) return item;
  const { city, state } = item.location;
  const place = city === null ? null : findPlace(city, state);
  return { ...item, distanceKm: place && getDistance(from, place) };
}

export const distanceField = {
  distanceKm: z
    .int()
    .nullable()
    .meta({ description: 'Kilometres from `city`, if the request has one; null outside known places.' }),
};

export const cursorField = {
  cursor: z.string().optional().meta({
    description:
      'Only on some lines of a whole list as NDJSON, at least one in 250: `after` of a request that continues behind this line.',
  }),
};

export const requireCity = ({
  city,
  within,
  sort,
}: {
  city?: KnownPlace;
  within?: number;
  sort: string;
}): Record<string, Reason> => ({
  ...(!city && within !== undefined && { within: { code: 'city_required', values: { label: 'within' } } }),
  ...(!city && sort === 'distance' && { sort: { code: 'city_required', values: { label: 'sort=distance' } } }),
});

/** ISO 8601 in UTC. */
export const isoDateTime = z.iso.datetime();
/** `YYYY-MM-DD` of Asia/Kolkata. */
export const day = z.iso.date();
export const count = z.int().min(0);
export const nullableText = z.string().nullable();
export const rupees = z.int().min(0).meta({ description: 'Whole rupees.' });
export const priceText = z
  .string()
  .meta({ description: 'The price as screens show it: that of a new model in lakhs.' });

const rating = z.number().min(1).max(5).nullable();
export const ratings = {
  rating: rating.meta({
    description: "Average of users' reviews. Without a review, the sample that screens show; null without either.",
  }),
  ratingIsSample: z
    .boolean()
    .meta({ description: 'Whether nobody has reviewed it, and `rating` is a sample. No sample is used for sorting.' }),
  reviewCount: count,
  sampleRating: rating.meta({
    description: 'Sample rating of the built-in catalogue, only without reviews. Never used for sorting.',
  }),
  sampleReviewCount: count,
};
export const stars = z.int().min(1).max(5);
/** A write that sends an older version is rejected. */
export const version = z.int().min(1).meta({ description: 'Incremented with every change.' });

const pagination = z
  .object({
    page: z.int().min(1),
    limit: count,
    total: count,
    pages: count,
    totalIsExact: z
      .literal(true)
      .meta({ description: 'Whether `total` is counted rather than estimated: it always is.' }),
    next: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'On lists with cursors: `after` of the next page, null on the last.' }),
  })
  .meta({ id: 'Pagination', description: 'Position of a page in its list.' });

const onlyPage = { page: 1, limit: 10, total: 1, pages: 1, totalIsExact: true };

export const listShape = <const Name extends string, Item extends z.ZodType>(name: Name, item: Item) =>
  z.object({ [name]: z.array(item), pagination });

export const listExample = (name: string, example: unknown) => ({ [name]: [example], pagination: onlyPage });

export const exampleUser = { id: 'a3b8d1b6-0b3b-4b1a-9c1a-1a2b3c4d5e6f', name: 'Asha Rao' };

export const removed = z.object({ _id: z.string(), id: z.string() }).meta({ id: 'Removed' });
export const removedExample = {
  _id: 'b3d7c0a8-5a35-4f6e-9f5e-2f4f6c1f0a11',
  id: 'b3d7c0a8-5a35-4f6e-9f5e-2f4f6c1f0a11',
};

/** Photos are data strings, which the handler stores, passing their names to the command. */
export const images = z
  .array(z.string())
  .max(maxPhotos)
  .nullish()
  .meta({
    description: `Up to ${maxPhotos} photos of 8 MB each, as data strings. Without photos, a placeholder drawing is shown.`,
  });
