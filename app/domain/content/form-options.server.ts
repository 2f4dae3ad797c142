import { z } from 'zod';
import { readContent } from './content-file.server';

/** Topics of feedback (docs/product.md, "Feedback"). */
export const feedbackTypes = readContent(
  'feedbackTypes',
  z.array(z.object({ id: z.string(), name: z.string(), description: z.string() })),
);

/**
 * Customer satisfaction as the business states it (docs/product.md, "Feedback"): stars out of 5, and the number of
 * reviews.
 */
export const feedbackStatistics = readContent(
  'feedbackStats',
  z.object({ satisfaction: z.number().min(1).max(5), reviews: z.int().nonnegative() }),
);

/** Services that can be booked on the services page (docs/product.md, "Services"). */
export const serviceTypes = readContent(
  'serviceTypes',
  z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: z.string(),
      includes: z.array(z.string()),
      startsAtRupees: z.number().int().nonnegative(),
      /** 'Same day' */
      duration: z.string(),
    }),
  ),
);

/** The name of a service; its id when it is no longer offered. */
export const nameOfService = (id: string): string => serviceTypes.find((type) => type.id === id)?.name ?? id;
