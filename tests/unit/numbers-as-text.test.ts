import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { apiEndpoints } from '~/api/endpoints.server';
import { type JsonSchema, toJsonSchema } from '~/api/openapi-components.server';

const now = new Date('2026-11-21T06:00:00.000Z');

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

/** Paths of the fields that hold a number and no text. */
function findNumbers(rule: JsonSchema, path: readonly string[] = []): (readonly string[])[] {
  const options = [rule, ...(rule.anyOf ?? []).filter(isSchema)];
  const types = options.flatMap(({ type }) => type ?? []);
  if (types.includes('string')) return [];
  if (types.includes('number') || types.includes('integer')) return [path];
  return options.flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, field]) => (isSchema(field) ? findNumbers(field, [...path, name]) : [])),
  );
}

/** The body with one field replaced. */
const replaceField = (body: unknown, [name, ...inner]: readonly string[], value: unknown): unknown =>
  name === undefined ? value : { ...Object(body), [name]: replaceField(Object(body)[name], inner, value) };

const fields = apiEndpoints.flatMap(({ method, path, body: { spec } }) =>
  spec
    ? findNumbers(toJsonSchema(spec.schema(now), 'input', new Map())).map((field) => ({
        field: `${method} ${path} ${field.join('.')}`,
        check: (value: unknown) => {
          const parsed = z.safeParse(spec.schema(now), replaceField(spec.example, field, value));
          const issues = parsed.error?.issues ?? [];
          return issues.filter((issue) => issue.path.join('.') === field.join('.')).map(({ message }) => message);
        },
      }))
    : [],
);

describe('a number sent as text', () => {
  it('can be sent to every kind of field', () => {
    expect(fields.length).toBeGreaterThan(20);
  });

  it.each(fields)('is refused as such: $field', ({ check }) => {
    for (const text of ['2021', '85000', '5']) {
      expect(check(text)).toEqual([expect.stringMatching(/^[A-Z].* must be a number(?: such as 8\.5)?$/)]);
    }
  });
});
