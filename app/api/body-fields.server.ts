import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { isRecord } from '~/domain/shared/json';
import type { EndpointContext } from './endpoint-context.server';
import { shortened } from './query-parameters.server';

/** Ignored fields listed in a response, and characters of each: bounds the response size whatever the body holds. */
const listed = { most: 100, longest: 60 };

/** Unwraps a schema to its object schema; null if it does not describe an object. */
function objectIn(schema: unknown): z.ZodObject | null {
  if (schema instanceof z.ZodObject) return schema;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return objectIn(schema.unwrap());
  }
  if (schema instanceof z.ZodPipe) return objectIn(schema.in) ?? objectIn(schema.out);
  if (schema instanceof z.ZodUnion) return schema.options.map(objectIn).find((object) => object !== null) ?? null;
  return null;
}

function* unknownIn(body: Record<string, unknown>, schema: unknown, prefix: string): Generator<string> {
  const object = objectIn(schema);
  if (!object) return;
  for (const [name, value] of Object.entries(body)) {
    if (!Object.hasOwn(object.shape, name)) yield prefix + name;
    else if (isRecord(value)) yield* unknownIn(value, object.shape[name], `${prefix}${name}.`);
  }
}

/** @returns names in the order of the body, dotted for nested fields; at most 100 */
function ignoredFields(body: Record<string, unknown>, schema: z.ZodType): string[] {
  const ignored: string[] = [];
  for (const name of unknownIn(body, schema, '')) {
    if (ignored.length === listed.most) break;
    ignored.push(shortened(name, listed.longest));
  }
  return ignored;
}

/**
 * Records which body fields the endpoint does not know or does not allow to be changed. A successful response lists
 * their names, never their values.
 */
export function recordIgnoredFields(context: EndpointContext, body: Record<string, unknown>): void {
  if (context.bodySchema) context.ignored = ignoredFields(body, context.bodySchema);
}

/**
 * Reduces an update to the fields that differ from the current representation of the item. A field that a client read
 * and sends back unchanged is not an update, however it is represented: labels beside numbers, photo URLs, a date that
 * has passed since. `version` is always retained, because it is compared in the transaction.
 *
 * @param shown the item as GET returns it to the same client
 */
function changedFields(
  body: Record<string, unknown>,
  shown: Readonly<Record<string, unknown>>,
  schema: z.ZodType | null,
): Record<string, unknown> {
  const object = objectIn(schema);
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

/**
 * Fields of an update that differ from the item as GET returns it to the same client; all fields if there is no item to
 * compare.
 */
export const changesOf = (
  context: EndpointContext,
  body: Record<string, unknown>,
  shown: object | null,
): Record<string, unknown> => (shown ? changedFields(body, { ...shown }, context.bodySchema) : body);
