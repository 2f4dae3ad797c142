import { createConfig, lintFromString } from '@redocly/openapi-core';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '~/api/openapi.server';

const now = new Date('2026-11-21T06:00:00.000Z');
const document = openApiDocument('1.2.3', now);

describe("the API's document", () => {
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
    expect(openApiDocument('1.2.3', new Date('2031-02-28T20:00:00.000Z'))).toEqual(document);
  });

  it('has schemas that a validator accepts', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats(ajv);
    ajv.addSchema({ $id: 'api', ...Object(document) });
    expect(ajv.validateSchema(Object(document))).toBe(true);
  });
});
