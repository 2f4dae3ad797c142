import { expect, it } from 'vitest';
import { mutations } from '../mutations/list';
import { validate } from '../mutations/mutation';

it('the table of mutations matches the sources and names existing tests', () => {
  expect(mutations.length).toBeGreaterThan(200);
  expect(mutations.flatMap((mutation) => validate(mutation) ?? [])).toEqual([]);
});
