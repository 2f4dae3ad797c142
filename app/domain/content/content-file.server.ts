import type { z } from 'zod';
import content from '~db/seed/content.json';

/** Validated at startup: a missing or invalid part of `db/seed/content.json` aborts the start. */
export function readContent<Schema extends z.ZodType>(part: keyof typeof content, schema: Schema): z.infer<Schema> {
  const read = schema.safeParse(content[part]);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Error(`content.json: ${[part, ...(issue?.path ?? [])].join('.')}: ${issue?.message ?? 'is not readable'}`);
}
