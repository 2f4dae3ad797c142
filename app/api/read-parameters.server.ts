import { z } from 'zod';
import { toOneLine } from '~/domain/shared/text';
import { type ApiResult, rejectParameters } from './respond.server';

/** Truncates a text to a number of characters, with an ellipsis. */
export function truncate(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

/** Edit distance: insertions, deletions, replacements and swaps of neighbouring characters. */
function getEditDistance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1];
      const isSwapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      current[at] = Math.min(
        (last[at] ?? 0) + 1,
        (current[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}

/** Names are compared without case and separators: `max_price` equals `maxPrice`. */
const normalizeName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/**
 * Finds the most likely known name for a misspelt one: at most two edits away, and at most half of its length.
 *
 * @param name at most about forty characters: the work grows with its length
 * @returns null if none is close enough
 */
export function findNearestName(name: string, known: readonly string[]): string | null {
  const wanted = normalizeName(name);
  const [nearest] = known
    .map((candidate) => ({ candidate, distance: getEditDistance(wanted, normalizeName(candidate)) }))
    .sort((one, other) => one.distance - other.distance);
  return nearest && nearest.distance <= Math.min(2, wanted.length / 2) ? nearest.candidate : null;
}

const isRepeatable = (rule: z.core.$ZodType | undefined): boolean =>
  rule instanceof z.ZodOptional ? rule.unwrap() instanceof z.ZodArray : rule instanceof z.ZodArray;

/** Values that clients send for an unset parameter, which count as absent (docs/product.md, "Queries"). */
const unsetValues = new Set(['', 'null', 'undefined']);

/** Maximum number of unknown parameters listed in an error, and characters of each: bounds its size. */
const unknownNameLimits = { most: 10, longest: 40 };

function rejectUnknownParameters(url: URL, known: readonly string[]): ApiResult<never> | null {
  const unknown = new Set<string>();
  for (const name of url.searchParams.keys()) {
    if (!known.includes(name) && unknown.size < unknownNameLimits.most) unknown.add(name);
  }
  const [first] = unknown;
  if (first === undefined) return null;
  const errors = Object.fromEntries(
    [...unknown].map((name) => {
      const shown = truncate(toOneLine(name), unknownNameLimits.longest) || '(empty name)';
      return [shown, formatUnknownParameter(shown, known)];
    }),
  );
  const message = Object.values(errors)[0] ?? '';
  return { ok: false, error: { kind: 'malformed', message, errors } };
}

function formatUnknownParameter(name: string, known: readonly string[]): string {
  const message = `Unknown query parameter ${name}.`;
  if (known.length === 0) return `${message} This endpoint has no query parameters.`;
  const near = findNearestName(name, known);
  return near === null ? `${message} This endpoint accepts ${known.join(', ')}.` : `${message} Did you mean ${near}?`;
}

/**
 * Parses the query parameters of an API request. Unknown parameters are rejected even if empty: a misspelt filter would
 * otherwise return the unfiltered list.
 *
 * @param schema rules, applied to text
 * @returns the error `malformed` with one sentence for each invalid parameter
 */
export function readQuery<Shape extends z.ZodRawShape>(
  url: URL,
  schema: z.ZodObject<Shape>,
): ApiResult<z.infer<z.ZodObject<Shape>>> {
  const unknown = rejectUnknownParameters(url, Object.keys(schema.shape));
  if (unknown) return unknown;
  const given: Record<string, string | string[]> = {};
  const errors: Record<string, string> = {};
  const rules: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
  for (const name of new Set(url.searchParams.keys())) {
    const values = url.searchParams.getAll(name).filter((value) => !unsetValues.has(value));
    const [value] = values;
    if (value === undefined) continue;
    const isRepeatableParameter = isRepeatable(rules[name]);
    if (values.length > 1 && !isRepeatableParameter) errors[name] = `${name} must be given once`;
    given[name] = isRepeatableParameter ? values : value;
  }
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    // Omits the position of a value in a repeated parameter.
    for (const issue of parsed.error.issues) errors[String(issue.path[0])] ??= issue.message;
  }
  if (!parsed.success || Object.keys(errors).length > 0) {
    return rejectParameters(errors);
  }
  return { ok: true, value: parsed.data };
}

/**
 * Parses the path parameters of an API request, such as `{type}`.
 *
 * @param schema rules, applied to text
 * @returns the error `malformed` with one sentence for each invalid parameter
 */
export function readParams<Params>(
  given: Readonly<Record<string, string | undefined>>,
  schema: z.ZodType<Params>,
): ApiResult<Params> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return { ok: true, value: parsed.data };
  return rejectParameters(
    Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message])),
  );
}
