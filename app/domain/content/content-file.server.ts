import type { z } from 'zod';
import content from '~db/seed/content.json';

/**
 * One part of the texts and figures an operator can change without touching code (`db/seed/content.json`), checked when
 * the site starts: a part that is missing or misspelt stops the start and says where.
 */
export function readContent<Schema extends z.ZodType>(part: keyof typeof content, schema: Schema): z.infer<Schema> {
  const read = schema.safeParse(content[part]);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Error(`content.json: ${[part, ...(issue?.path ?? [])].join('.')}: ${issue?.message ?? 'is not readable'}`);
}
