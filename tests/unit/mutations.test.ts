import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mistakes } from '../mutations/mistakes';

it('each mistake of the table can be made once in the sources, and names existing tests', () => {
  expect(mistakes.length).toBeGreaterThan(35);
  for (const { name, file, find, replace, tests } of mistakes) {
    const count = readFileSync(file, 'utf8').split(find).length - 1;
    expect([name, count, find === replace, tests.filter((test) => !existsSync(test))]).toEqual([name, 1, false, []]);
  }
});
