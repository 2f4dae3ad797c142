import { z } from 'zod';
import { readContent } from './content-file.server';

/** Topics of feedback (docs/product.md, "Feedback"). */
export const feedbackTypes = readContent(
  'feedbackTypes',
  z.array(z.object({ id: z.string(), name: z.string(), description: z.string() })),
);

/**
 * Customer satisfaction stated by the business (docs/product.md, "Feedback"): stars out of 5, and the number of reviews.
 */
export const feedbackStatistics = readContent(
  'feedbackStats',
  z.object({ satisfaction: z.number().min(1).max(5), reviews: z.int().nonnegative() }),
);
