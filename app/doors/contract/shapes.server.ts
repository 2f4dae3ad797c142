import { z } from 'zod';
import { photosMaximum } from '~/domain/photos/limits';

/* Pieces that answers of several subjects are made of. */

/** ISO 8601 in UTC. */
export const moment = z.iso.datetime();
/** `YYYY-MM-DD` of Asia/Kolkata. */
export const day = z.iso.date();
/** How many there are of something. */
export const count = z.int().min(0);
/** Text; null where there is nothing to say. */
export const words = z.string().nullable();
/** Whole rupees. */
export const rupees = z.int().min(0);
export const stars = z.int().min(1).max(5);
/** Raised by one with every change; a change that names an older one is refused. */
export const version = z.int().min(1);

const pagination = z
  .object({ page: z.int().min(1), limit: count, total: count, pages: count })
  .meta({ id: 'Pagination', description: 'Where a page stands in its list.' });

const onlyPage = { page: 1, limit: 10, total: 1, pages: 1 };

/** A list under its plural name, with its page. */
export const listOf = <const Name extends string, Item extends z.ZodType>(name: Name, item: Item) =>
  z.object({ [name]: z.array(item), pagination });

/** The same with one item in it. */
export const listExample = (name: string, example: unknown) => ({ [name]: [example], pagination: onlyPage });

/** Whoever signed in, in examples. */
export const exampleUser = { id: 'a3b8d1b6-0b3b-4b1a-9c1a-1a2b3c4d5e6f', name: 'Asha Rao' };

/** What is left to be told of a thing that was deleted. */
export const removed = z.object({ _id: z.string(), id: z.string() }).meta({ id: 'Removed' });
export const removedExample = {
  _id: 'b3d7c0a8-5a35-4f6e-9f5e-2f4f6c1f0a11',
  id: 'b3d7c0a8-5a35-4f6e-9f5e-2f4f6c1f0a11',
};

/** Photos come as data strings; the door stores them and hands their names to the command. */
export const images = z
  .array(z.string())
  .max(photosMaximum)
  .nullish()
  .meta({
    description: `Up to ${photosMaximum} photos of 8 MB each, as data strings. Without any, a drawing stands in.`,
  });
