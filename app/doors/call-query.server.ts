import type { z } from 'zod';
import type { CallProblem } from './api-answer.server';
import type { ReadBody } from './json-body.server';

/** Values that clients send when they mean nothing: api.md counts them as absent. */
const absent = new Set(['', 'null', 'undefined']);

/** The refusal of parameters at fault, each with one sentence. */
export const malformedParameters = (errors: Record<string, string>): { done: false; problem: CallProblem } => ({
  done: false,
  problem: { kind: 'malformed', message: 'A parameter is not valid.', errors },
});

/**
 * Reads the query parameters that a call knows; others are ignored.
 *
 * @param schema the rules, on text
 * @returns the problem 'malformed' with one sentence for each parameter at fault
 */
export function readQuery<Shape extends z.ZodRawShape>(
  url: URL,
  schema: z.ZodObject<Shape>,
): ReadBody<z.infer<z.ZodObject<Shape>>> {
  const given: Record<string, string> = {};
  const errors: Record<string, string> = {};
  for (const [name, value] of url.searchParams) {
    if (!Object.hasOwn(schema.shape, name) || absent.has(value)) continue;
    if (Object.hasOwn(given, name)) errors[name] = `${name} must be given once`;
    given[name] = value;
  }
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) errors[issue.path.join('.')] ??= issue.message;
  }
  if (!parsed.success || Object.keys(errors).length > 0) {
    return malformedParameters(errors);
  }
  return { done: true, value: parsed.data };
}

/**
 * Reads what the path of a call names, such as `{type}`.
 *
 * @param schema the rules, on text
 * @returns the problem 'malformed' with one sentence for each part at fault
 */
export function readParams<Params>(
  given: Readonly<Record<string, string | undefined>>,
  schema: z.ZodType<Params>,
): ReadBody<Params> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return { done: true, value: parsed.data };
  return malformedParameters(
    Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message])),
  );
}
