import { z } from 'zod';
import legal from '~db/seed/legal.json';

const text = z.object({
  title: z.string(),
  /** Summary in one sentence. */
  summary: z.string(),
  parts: z.array(z.object({ title: z.string(), paragraphs: z.array(z.string()) })),
});

/** Texts of the privacy, terms and returns pages; `changed` is a day, `YYYY-MM-DD`. */
export const legalTexts = z.object({ changed: z.iso.date(), privacy: text, terms: text, returns: text }).parse(legal);
