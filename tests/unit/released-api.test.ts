import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it, test } from 'vitest';
import { createOpenApiDocument } from '~/api/openapi.server';
import { isRecord } from '~/api/respond.server';
import { site } from '~/domain/shared/site';
import { findBreakingChanges, reduceDocument } from '../support/breaking-changes';

const file = 'tests/fixtures/released-api.json';
const current = reduceDocument(createOpenApiDocument(new Date('2026-11-28T06:00:00.000Z'), site));
if (process.env.RELEASE_API) writeFileSync(file, `${JSON.stringify(current)}\n`);
const text = readFileSync(file, 'utf8');
const released: unknown = JSON.parse(text);

test('the API keeps what its last released document promises', () => {
  expect(findBreakingChanges(released, current)).toEqual([]);
});

/** A copy with another value at a path; undefined removes it. */
function change(path: readonly string[], to: unknown): unknown {
  const copy: unknown = JSON.parse(text);
  const parent = path.slice(0, -1).reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), copy);
  if (!isRecord(parent)) throw new Error(`Nothing at ${path.join('/')}`);
  parent[path.at(-1) ?? ''] = to;
  return JSON.parse(JSON.stringify(copy));
}

const bike = ['components', 'schemas', 'CreatedListing'];
const statistics = ['paths', '/bikes/stats/overview', 'get'];

it.each([
  ['an operation that is gone', ['paths', '/bikes', 'post'], undefined, 'POST /bikes is gone'],
  ['a parameter that is gone', [...statistics, 'parameters'], [], 'header parameter If-None-Match is gone'],
  ['a status that is gone', [...statistics, 'responses', '200'], undefined, 'no longer returns 200'],
  ['a field that is gone', [...bike, 'properties', 'city'], undefined, 'city is gone'],
  ['a field of another type', [...bike, 'properties', 'name'], { type: 'integer' }, 'was string, is integer'],
  ['a field that may be absent', [...bike, 'required'], [], 'is no longer certain'],
  ['credentials that are needed', [...statistics, 'security'], [{ token: [] }], 'no longer accepts no credentials'],
] as const)('%s is a breaking change', (_what, path, to, problem) => {
  const problems = findBreakingChanges(released, change(path, to));
  expect(problems.some((text) => text.includes(problem))).toBe(true);
});

it('is none to add a field, an operation or a parameter', () => {
  expect(findBreakingChanges(released, change([...bike, 'properties', 'colour'], { type: 'string' }))).toEqual([]);
  expect(findBreakingChanges(change(['paths', '/bikes', 'post'], undefined), released)).toEqual([]);
});
