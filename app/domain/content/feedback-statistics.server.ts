import { z } from 'zod';
import { readContent } from './content-file.server';

/**
 * Customer satisfaction as the business states it (docs/product.md, "Feedback"): stars out of 5, and the number of
 * reviews.
 */
export const feedbackStatistics = readContent(
  'feedbackStats',
  z.object({ satisfaction: z.number().min(1).max(5), reviews: z.int().nonnegative() }),
);
