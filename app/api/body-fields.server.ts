import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { isRecord } from '~/domain/shared/json';
import { shortened } from './request-query.server';

/** Ignored fields listed in a response, and characters of each: bounds the response size whatever the body holds. */
const named = { most: 100, longest: 60 };

/** Unwraps a schema to its object schema; null if it does not describe an object. */
function objectIn(rules: unknown): z.ZodObject | null {
  if (rules instanceof z.ZodObject) return rules;
  if (rules instanceof z.ZodOptional || rules instanceof z.ZodNullable || rules instanceof z.ZodDefault) {
    return objectIn(rules.unwrap());
  }
  if (rules instanceof z.ZodPipe) return objectIn(rules.in) ?? objectIn(rules.out);
  if (rules instanceof z.ZodUnion) return rules.options.map(objectIn).find((object) => object !== null) ?? null;
  return null;
}

function* unknownIn(body: Record<string, unknown>, rules: unknown, prefix: string): Generator<string> {
  const object = objectIn(rules);
  if (!object) return;
  for (const [name, value] of Object.entries(body)) {
    if (!Object.hasOwn(object.shape, name)) yield prefix + name;
    else if (isRecord(value)) yield* unknownIn(value, object.shape[name], `${prefix}${name}.`);
  }
}

/**
 * Lists the body fields that the endpoint does not know or does not allow to be changed. The response reports their
 * names, never their values.
 *
 * @param rules schema of the body
 * @returns names in the order of the body, dotted for nested fields; at most 100
 */
export function ignoredFields(body: Record<string, unknown>, rules: z.ZodType): string[] {
  const ignored: string[] = [];
  for (const name of unknownIn(body, rules, '')) {
    if (ignored.length === named.most) break;
    ignored.push(shortened(name, named.longest));
  }
  return ignored;
}

/**
 * Reduces an update to the fields that differ from the current representation of the item. A field that a client read
 * and sends back unchanged is not an update, however it is represented: labels beside numbers, photo URLs, a date that
 * has passed since. `version` is always retained, because it is compared in the transaction.
 *
 * @param shown the item as GET returns it to the same client
 */
export function changedFields(
  body: Record<string, unknown>,
  shown: Readonly<Record<string, unknown>>,
  rules: z.ZodType | null,
): Record<string, unknown> {
  const object = objectIn(rules);
  const changed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    const current = Object.hasOwn(shown, name) ? shown[name] : undefined;
    if (name !== 'version' && isDeepStrictEqual(value, current)) continue;
    const inner = objectIn(object?.shape[name]);
    if (inner === null || !isRecord(value) || !isRecord(current)) {
      changed[name] = value;
      continue;
    }
    const rest = changedFields(value, current, inner);
    if (Object.keys(rest).some((field) => Object.hasOwn(inner.shape, field))) changed[name] = rest;
  }
  return changed;
}
