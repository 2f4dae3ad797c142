import type { z } from 'zod';
import { oneLine } from '~/domain/one-line';
import type { CallProblem } from './api-answer.server';
import type { ReadBody } from './json-body.server';
import { nearestName, shortened } from './nearest-name';

/** Values that clients send for an unset parameter: docs/product.md, "Queries" counts them as absent. */
const absent = new Set(['', 'null', 'undefined']);

/** Validation errors for query or path parameters, one sentence each. */
export const malformedParameters = (errors: Record<string, string>): { done: false; problem: CallProblem } => ({
  done: false,
  problem: { kind: 'malformed', message: 'A parameter is not valid.', errors },
});

/** Unknown parameters listed in an error, and characters of each: bounds the response size whatever the query holds. */
const unknownNames = { most: 10, longest: 40 };

function unknownParameters(url: URL, known: readonly string[]): ReadBody<never> | null {
  const unknown = new Set<string>();
  for (const name of url.searchParams.keys()) {
    if (!known.includes(name) && unknown.size < unknownNames.most) unknown.add(name);
  }
  const [first] = unknown;
  if (first === undefined) return null;
  const errors = Object.fromEntries(
    [...unknown].map((name) => {
      const shown = shortened(oneLine(name), unknownNames.longest) || '(empty name)';
      return [shown, noSuchParameter(shown, known)];
    }),
  );
  const message = Object.values(errors)[0] ?? '';
  return { done: false, problem: { kind: 'malformed', message, errors } };
}

function noSuchParameter(name: string, known: readonly string[]): string {
  const sentence = `Unknown query parameter ${name}.`;
  if (known.length === 0) return `${sentence} This endpoint has no query parameters.`;
  const near = nearestName(name, known);
  return near === null ? `${sentence} This endpoint accepts ${known.join(', ')}.` : `${sentence} Did you mean ${near}?`;
}

/**
 * Parses the query parameters of an API request. Unknown parameters are rejected whatever their value, including an
 * empty one: a misspelt filter would otherwise return the unfiltered list.
 *
 * @param schema rules, applied to text
 * @returns the problem `malformed` with one sentence for each invalid parameter
 */
export function readQuery<Shape extends z.ZodRawShape>(
  url: URL,
  schema: z.ZodObject<Shape>,
): ReadBody<z.infer<z.ZodObject<Shape>>> {
  const unknown = unknownParameters(url, Object.keys(schema.shape));
  if (unknown) return unknown;
  const given: Record<string, string> = {};
  const errors: Record<string, string> = {};
  for (const [name, value] of url.searchParams) {
    if (absent.has(value)) continue;
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
 * Parses the path parameters of an API request, such as `{type}`.
 *
 * @param schema rules, applied to text
 * @returns the problem `malformed` with one sentence for each invalid parameter
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
