import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { isRecord } from './is-record';
import { shortened } from './nearest-name';

/** Ignored fields that a response names, and characters of each: a body never decides how long a response is. */
const named = { most: 100, longest: 60 };

/** The object that rules describe, whatever is wrapped around it; null where they describe none. */
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
 * The fields of a body that its endpoint does not know or may not change, which the response names: never their
 * values.
 *
 * @param rules of the body
 * @returns names in the order they came, dotted for nested ones; at most 100
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
 * The fields of a change that differ from what the API shows of the item now. What a client read and sends back is no
 * change, whatever form it is shown in: words beside figures, addresses of photos, a day that has passed since. Only
 * the version always stays, which is compared in the transaction.
 *
 * @param shown the item as GET responds with it to the same client
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
