import { z } from 'zod';
import { maxPhotos } from '~/domain/photos/photo';

/* Schemas that several resources share. */

/** ISO 8601 in UTC. */
export const isoDateTime = z.iso.datetime();
/** `YYYY-MM-DD` of Asia/Kolkata. */
export const day = z.iso.date();
/** A count. */
export const count = z.int().min(0);
/** Text; null when there is none. */
export const words = z.string().nullable();
/** Whole rupees. */
export const rupees = z.int().min(0).meta({ description: 'Whole rupees.' });
const rating = z.number().min(1).max(5).nullable();
/** Ratings of a vehicle or listing. */
export const ratings = {
  rating: rating.meta({ description: "Average of users' reviews; null without a review." }),
  reviewCount: count,
  sampleRating: rating.meta({
    description: 'Sample rating of the built-in catalogue, only without reviews. Never used for sorting.',
  }),
  sampleReviewCount: count,
};
export const stars = z.int().min(1).max(5);
/** Incremented with every change; a write that sends an older version is rejected. */
export const version = z.int().min(1).meta({ description: 'Incremented with every change.' });

const pagination = z
  .object({ page: z.int().min(1), limit: count, total: count, pages: count })
  .meta({ id: 'Pagination', description: 'Position of a page in its list.' });

const onlyPage = { page: 1, limit: 10, total: 1, pages: 1 };

/** List under its plural name, with its pagination. */
export const listShape = <const Name extends string, Item extends z.ZodType>(name: Name, item: Item) =>
  z.object({ [name]: z.array(item), pagination });

/** Example of such a list with one item. */
export const listExample = (name: string, example: unknown) => ({ [name]: [example], pagination: onlyPage });

/** The signed-in user of the examples. */
export const exampleUser = { id: 'a3b8d1b6-0b3b-4b1a-9c1a-1a2b3c4d5e6f', name: 'Asha Rao' };

/** Response data of a delete. */
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
