import { createConfig, lintFromString } from '@redocly/openapi-core';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { describeEndpointInFull, describeEndpoints } from '~/api/endpoint-reference.server';
import { apiEndpoints } from '~/api/endpoints.server';
import { createOpenApiDocument } from '~/api/openapi.server';
import { isSubject, subjects } from '~/api/subjects';
import { bookableDays } from '~/domain/appointments/appointment';
import { addDays, toDay } from '~/domain/shared/dates';
import { site } from '~/domain/shared/site';

const now = new Date('2026-11-21T06:00:00.000Z');
const document = createOpenApiDocument(now, site);

/** What the tests read of a write's example. */
const withExampleDay = z.object({
  requestBody: z.object({
    content: z.object({ 'application/json': z.object({ example: z.object({ day: z.string() }) }) }),
  }),
});
const withAppointments = z.object({
  paths: z.object({
    '/appointments': z.object({ post: withExampleDay }),
    '/appointments/{id}/time': z.object({ patch: withExampleDay }),
  }),
});

afterEach(() => vi.useRealTimers());

const alternatives = z.array(z.unknown()).optional().catch(undefined);
const describedRules = z.looseObject({
  description: z.string().optional().catch(undefined),
  type: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .catch(undefined),
  enum: z.array(z.unknown()).optional().catch(undefined),
  items: z.unknown().optional(),
  anyOf: alternatives,
});

/** JSON types without null and whole numbers apart. A filter that takes several values has theirs. */
function findTypes(rules: unknown, isParameter: boolean): string[] {
  const { type = [], anyOf = [], items, $ref } = describedRules.catch({}).parse(rules);
  if (typeof $ref === 'string') return ['object'];
  if (isParameter && type === 'array') return findTypes(items, true);
  const own = [type].flat().map((each) => (each === 'integer' ? 'number' : each));
  return [...own, ...anyOf.flatMap((each) => findTypes(each, isParameter))].filter((each) => each !== 'null');
}

const hasValues = (rules: unknown): boolean => {
  const { enum: values, items, anyOf = [] } = describedRules.catch({}).parse(rules);
  return values !== undefined || anyOf.some(hasValues) || (items !== undefined && hasValues(items));
};

type Described = { name: string; text: string; types: string[]; hasValues: boolean; isDeprecated: boolean };

function findDescribed(node: unknown): Described[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = Object.entries(Object(Reflect.get(node, 'properties') ?? {})).map(([name, rules]) => {
    const types = [...new Set(findTypes(rules, false))];
    const { description, deprecated } = Object(rules);
    return { name, text: String(description), types, hasValues: hasValues(rules), isDeprecated: deprecated === true };
  });
  const { name, in: where, description, schema } = Object(node);
  const parameter =
    typeof name === 'string' && typeof where === 'string'
      ? [
          {
            name,
            text: String(description),
            types: findTypes(schema, true),
            hasValues: hasValues(schema),
            isDeprecated: false,
          },
        ]
      : [];
  const inner = Object.entries(node).flatMap(([key, value]) => (key.startsWith('example') ? [] : findDescribed(value)));
  return [...own, ...parameter, ...inner];
}

/** What a description says about the type of its field, unless that is an object or a choice. */
const typesByWords: readonly (readonly [words: RegExp, type: string])[] = [
  [/(?<!also )\bas text\b|YYYY|HH:MM|#RRGGBB|^Time (?:at|from|of|since)\b/, 'string'],
  [/^(?:Number of|Percent|Kilometres|Hours|Seconds|Years)\b(?!.*as text)|in whole rupees(?!,? as text)/, 'number'],
  [/^Whether\b/, 'boolean'],
];

function findWrongWords({ name, text, types, hasValues: isChoice }: Described): string[] {
  if (isChoice || types.length === 0 || types.includes('object')) return [];
  const isWrong = typesByWords.some(([words, type]) => words.test(text) && !types.includes(type));
  return isWrong ? [`${name} (${types.join(' or ')}): ${text}`] : [];
}

/** Properties and parameters without a description of their own. */
function findUndescribed(node: unknown, place = ''): { total: number; missing: string[] } {
  const all: { total: number; missing: string[] } = { total: 0, missing: [] };
  const add = ({ total, missing }: typeof all): void => {
    all.total += total;
    all.missing.push(...missing);
  };
  const judge = (field: object, name: string): void =>
    add({ total: 1, missing: Reflect.get(field, 'description') ? [] : [`${place} ${name}`] });
  if (typeof node !== 'object' || node === null) return all;
  const {
    properties,
    name,
    in: where,
  } = z
    .object({
      properties: z.record(z.string(), z.looseObject({})).optional().catch(undefined),
      name: z.string().optional().catch(undefined),
      in: z.string().optional().catch(undefined),
    })
    .parse(Array.isArray(node) ? {} : node);
  if (name && where) judge(node, name);
  for (const [property, rules] of Object.entries(properties ?? {})) judge(rules, property);
  for (const [key, value] of Object.entries(node)) {
    if (!key.startsWith('example')) add(findUndescribed(value, Array.isArray(node) ? place : `${place}/${key}`));
  }
  return all;
}

describe("the API's document", () => {
  it('has an example day that can be booked, also weeks after the start of the site', () => {
    const later = new Date(Date.now() + 40 * 86_400_000);
    vi.useFakeTimers({ now: later, toFake: ['Date'] });
    const { paths } = withAppointments.parse(createOpenApiDocument(later, site));
    const bodies = [paths['/appointments'].post, paths['/appointments/{id}/time'].patch];
    for (const { requestBody } of bodies) {
      const { day } = requestBody.content['application/json'].example;
      expect(day > toDay(later) && day < addDays(toDay(later), bookableDays)).toBe(true);
    }
  });

  it('passes the strictest public rules without a warning', async () => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      // `/reviews/{id}/helpful` and `/reviews/vehicle/{id}` are specified paths: no id is called "vehicle".
      rules: { 'no-ambiguous-paths': 'off' },
    });
    const errors = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config });
    expect(errors.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)).toEqual([]);
  });

  it('names whom to ask and its terms by whole addresses', () => {
    expect(createOpenApiDocument(now, site, 'https://bikes.example')).toMatchObject({
      info: {
        license: { url: 'https://bikes.example/terms' },
        contact: { name: site.name, url: 'https://bikes.example/contact' },
      },
    });
  });

  it('describes every property and parameter', () => {
    const { total, missing } = findUndescribed(document);
    expect(missing).toEqual([]);
    expect(total).toBeGreaterThan(2_000);
  });

  it('marks the second name of a value, and nothing else, as deprecated', () => {
    const marked = findDescribed(document).filter(({ isDeprecated }) => isDeprecated);
    expect(new Set(marked.map(({ name }) => name))).toEqual(new Set(['_id']));
    expect(marked).toHaveLength(findDescribed(document).filter(({ name }) => name === '_id').length);
  });

  it('describes each of them as what it is there', () => {
    const described = findDescribed(document);
    const typesByText = new Map<string, string[]>();
    const shared = described.flatMap(({ name, text, types }) => {
      if (types.length === 0) return [];
      const before = typesByText.get(`${name}: ${text}`) ?? types;
      typesByText.set(`${name}: ${text}`, before);
      return before.some((type) => types.includes(type))
        ? []
        : [`${name}: ${text} (${before.join(' or ')}, elsewhere ${types.join(' or ')})`];
    });
    const wrong = described.flatMap(findWrongWords);
    expect([...new Set(wrong)]).toEqual([]);
    expect([...new Set(shared)]).toEqual([]);
    expect(described.length).toBeGreaterThan(2_000);
  });

  it('has pages that describe each field of a request and of a response', () => {
    const requests = Object.keys(subjects)
      .filter(isSubject)
      .flatMap((subject) => describeEndpoints(subject, '', now))
      .flatMap(({ id, parameters, fields }) => [...parameters, ...fields].map((field) => ({ id, ...field })));
    const responses = apiEndpoints.flatMap(({ subject, operationId: id }) =>
      (describeEndpointInFull(subject, id, '', now)?.output ?? []).map((field) => ({ id, ...field })),
    );
    const withoutMeaning = [...requests, ...responses].filter(({ rule }) => !/\. \S/.test(rule));
    expect(withoutMeaning).toEqual([]);
    // Those of the items of a list too.
    expect(requests).toContainEqual(expect.objectContaining({ id: 'savePrices', name: 'prices[].was' }));
  });

  it('is the same on every day', () => {
    expect(createOpenApiDocument(new Date('2031-02-28T20:00:00.000Z'), site)).toEqual(document);
  });

  it('has schemas that a validator accepts', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats(ajv);
    ajv.addSchema({ $id: 'api', ...Object(document) });
    expect(ajv.validateSchema(Object(document))).toBe(true);
  });
});
