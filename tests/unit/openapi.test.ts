import { createConfig, lintFromString } from '@redocly/openapi-core';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createOpenApiDocument } from '~/api/openapi.server';
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
