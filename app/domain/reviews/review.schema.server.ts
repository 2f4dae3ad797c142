import { z } from 'zod';
import { emptyableText, requiredText, seenVersion } from '../shared/fields.server';
import { ratingRequired, ratings } from '../shared/rating';
import { severalLines } from '../shared/text';
import { longestComment, longestTitle, reviewLabels } from './review';

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

const first = ratings[0];
const last = ratings[ratings.length - 1] ?? first;
const outOfRange = `${reviewLabels.rating} must be a whole number from ${first} to ${last}`;

const rating = z
  .int({ error: ({ input }) => (isAbsent(input) ? ratingRequired : outOfRange) })
  .min(first, { error: outOfRange })
  .max(last, { error: outOfRange });
const comment = requiredText(reviewLabels.comment, longestComment, severalLines);
/** An empty title is stored as null. */
const title = emptyableText(reviewLabels.title, longestTitle).nullable();

const vehicleRequired = 'Vehicle is required';

/**
 * Validation rules of a new review (docs/product.md, "Reviews"). Ids of the built-in catalogue look like numbers, so
 * numbers are accepted.
 */
export const newReview = z.object({
  vehicleId: z
    .union([z.string(), z.int().transform(String)], { error: vehicleRequired })
    .refine((id) => id !== '', { error: vehicleRequired })
    .meta({ description: 'Id of the vehicle or listing.' }),
  rating,
  title: title.optional().transform((given) => given ?? null),
  comment,
});
export type NewReview = z.infer<typeof newReview>;

/** The same for a change: absent fields keep their values, a null title is removed. */
export const reviewChange = z.object({
  id: z.string(),
  version: seenVersion,
  rating: rating.optional(),
  title: title.optional(),
  comment: comment.optional(),
});
export type ReviewChange = z.infer<typeof reviewChange>;
