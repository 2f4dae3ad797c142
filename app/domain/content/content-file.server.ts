import type { z } from 'zod';
import content from '~db/seed/content.json';

/**
 * Reads one part of the texts and figures that an operator can change without touching code (`db/seed/content.json`).
 * They are validated at startup: a missing or invalid part aborts the start with an error that names it.
 */
export function readContent<Schema extends z.ZodType>(part: keyof typeof content, schema: Schema): z.infer<Schema> {
  const read = schema.safeParse(content[part]);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Error(`content.json: ${[part, ...(issue?.path ?? [])].join('.')}: ${issue?.message ?? 'is not readable'}`);
}

/** Illustrations of people in the built-in content, who have no photo. */
export const faceStyles = ['short', 'long', 'bun', 'turban', 'moustache'] as const;
export type FaceStyle = (typeof faceStyles)[number];
