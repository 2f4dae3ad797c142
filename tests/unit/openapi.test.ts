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
