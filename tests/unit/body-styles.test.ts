import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bodyStyles } from '~db/enums';

it('each body style has a drawing', () => {
  const drawn = [...readFileSync('app/ui/drawings/sprite.svg', 'utf8').matchAll(/<symbol[^>]* id=['"]([\w-]+)['"]/g)];
  expect(drawn.map(([, id]) => id)).toEqual(expect.arrayContaining([...bodyStyles]));
});
