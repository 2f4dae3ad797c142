import type { z } from 'zod';

/**
 * Validates a file of `db/seed/search/`.
 *
 * @throws an error that names the invalid field of the file, which stops the server at startup
 */
export function parseDataFile<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  content: unknown,
): z.infer<Schema> {
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`search/${file}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not readable'}`);
}
