import { z } from 'zod';
import { findTakenPhone, formatTakenPhone } from '~/domain/shared/phone';
import { truncate } from './read-input.server';
import { isRecord } from './respond.server';

/** What a successful response says about the body of its request. */
export type BodyNotes = {
  /** Fields that the endpoint does not know or allow to change. */
  ignoredFields: string[];
  /** Sentences about values that are stored otherwise than they were sent, by field. */
  warnings: Record<string, string>;
};

/** Maximum number of ignored fields listed in a response, and characters of each: bounds its size. */
const ignoredFieldLimits = { most: 100, longest: 60 };

/** Unwraps a schema to its object schema; null if it is not an object. */
export function findObjectSchema(schema: unknown): z.ZodObject | null {
  if (schema instanceof z.ZodObject) return schema;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return findObjectSchema(schema.unwrap());
  }
  if (schema instanceof z.ZodPipe) return findObjectSchema(schema.in) ?? findObjectSchema(schema.out);
  if (schema instanceof z.ZodUnion)
    return schema.options.map(findObjectSchema).find((object) => object !== null) ?? null;
  return null;
}

function* findUnknownFields(body: Record<string, unknown>, schema: unknown, prefix: string): Generator<string> {
  const object = findObjectSchema(schema);
  if (!object) return;
  for (const [name, value] of Object.entries(body)) {
    if (!Object.hasOwn(object.shape, name)) yield prefix + name;
    else if (isRecord(value)) yield* findUnknownFields(value, object.shape[name], `${prefix}${name}.`);
  }
}

/** @returns names in the order of the body, dotted for nested fields; at most 100 */
function listIgnoredFields(body: Record<string, unknown>, schema: z.ZodType): string[] {
  const ignored: string[] = [];
  for (const name of findUnknownFields(body, schema, '')) {
    if (ignored.length === ignoredFieldLimits.most) break;
    ignored.push(truncate(name, ignoredFieldLimits.longest));
  }
  return ignored;
}

const noFields = z.object({});

/** Which number is taken of a phone field with several. */
function findPhoneWarnings(body: Record<string, unknown>): Record<string, string> {
  const phones = {
    phone: body.phone,
    ...(isRecord(body.contactInfo) && { 'contactInfo.phone': body.contactInfo.phone }),
  };
  return Object.fromEntries(
    Object.entries(phones).flatMap(([field, typed]) => {
      const taken = typeof typed === 'string' ? findTakenPhone(typed) : null;
      return taken === null ? [] : [[field, formatTakenPhone(taken)]];
    }),
  );
}

/**
 * Records the body fields that the endpoint does not know or allow to change, of which a successful response lists the
 * names, never the values; and which phone number is taken of several.
 */
export function recordBodyNotes(
  context: BodyNotes & { bodySchema: z.ZodType | null },
  body: Record<string, unknown>,
): void {
  const ignored = listIgnoredFields(body, context.bodySchema ?? noFields);
  context.ignoredFields = ignored;
  const warnings = Object.entries(findPhoneWarnings(body)).filter(([field]) => !ignored.includes(field));
  context.warnings = Object.fromEntries(warnings);
}
