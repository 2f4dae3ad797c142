import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiEndpoints } from '~/api/endpoints.server';
import { type JsonSchema, toJsonSchema } from '~/api/openapi-components.server';
import { ApiFixture } from '../support/api-fixture';

let api: ApiFixture;
beforeAll(async () => {
  api = await ApiFixture.open();
});
afterAll(() => api.close());

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

/** Ids are text, of which some are digits. */
const isId = ([name]: readonly string[]): boolean => name === 'vehicleId';

/** Paths of the fields that can hold a number. */
function findNumbers(rule: JsonSchema, path: readonly string[] = []): (readonly string[])[] {
  const options = [rule, ...(rule.anyOf ?? []).filter(isSchema)];
  const types = options.flatMap(({ type }) => type ?? []);
  if (types.includes('number') || types.includes('integer')) return isId(path) ? [] : [path];
  return options.flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, field]) => (isSchema(field) ? findNumbers(field, [...path, name]) : [])),
  );
}

/** The body with one field replaced. */
const replaceField = (body: unknown, [name, ...inner]: readonly string[], value: unknown): unknown =>
  name === undefined ? value : { ...Object(body), [name]: replaceField(Object(body)[name], inner, value) };

const fields = apiEndpoints.flatMap((endpoint) => {
  const { spec } = endpoint.body;
  // Each line of a batch is a body of its own, with a result of its own.
  if (!spec || spec.media.includes('application/x-ndjson')) return [];
  const rules = toJsonSchema(spec.schema(new Date()), 'input', new Map());
  return findNumbers(rules).map((field) => ({ endpoint, field, name: `${endpoint.operationId} ${field.join('.')}` }));
});

it('can be sent to every kind of field', () => {
  expect(fields.length).toBeGreaterThan(50);
});

/** Most fields of a vehicle are those of the stock of the business. */
const ofStock: Readonly<Record<string, { path?: string; body: object }>> = {
  offerVehicle: { body: { stock: 'used' } },
  changeVehicle: { path: '/api/vehicles/1', body: {} },
};

it.each(fields)('a number sent as text is refused as such: $name', async ({ endpoint, field }) => {
  const { body: more, ...stock } = ofStock[endpoint.operationId] ?? {};
  const sent = { ...(await api.example(endpoint, more && 'operator')), ...stock };
  for (const text of ['2021', '5']) {
    const body = JSON.stringify(replaceField({ ...JSON.parse(sent.body), ...more }, field, text));
    const response = await api.request(endpoint, { ...sent, body });
    expect([response.status, JSON.parse(response.body).errors]).toEqual([
      422,
      { [field.join('.')]: expect.stringMatching(/^[A-Z].* must be a number(?: such as 8\.5)?$/) },
    ]);
  }
});
