import { z } from 'zod';
import legal from '~db/seed/legal.json';

const text = z.object({
  title: z.string(),
  /** The whole in one sentence. */
  summary: z.string(),
  parts: z.array(z.object({ title: z.string(), paragraphs: z.array(z.string()) })),
});

/** What stands on the privacy, terms and returns screens; `changed` is a day, `YYYY-MM-DD`. */
export const legalTexts = z.object({ changed: z.iso.date(), privacy: text, terms: text, returns: text }).parse(legal);
