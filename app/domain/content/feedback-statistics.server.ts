import { z } from 'zod';
import { readContent } from './content-file.server';

/** How content riders are, as the business says it (docs/product.md, "Feedback"): stars out of 5, and how many said so. */
export const feedbackStatistics = readContent(
  'feedbackStats',
  z.object({ satisfaction: z.number().min(1).max(5), reviews: z.int().nonnegative() }),
);
