import { z } from 'zod';
import { readContent } from './content-file.server';

/** Topics of feedback (docs/product.md, "Feedback"). */
export const feedbackTypes = readContent(
  'feedbackTypes',
  z.array(z.object({ id: z.string(), name: z.string(), description: z.string() })),
);
