import { bodyStyles } from '~/domain/drawings/drawing';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

import { bodyStyles as storedStyles } from '~db/schema';

it('the database accepts exactly the known body styles, and each has a drawing', () => {
  expect(storedStyles).toEqual(bodyStyles);
  const drawn = [...readFileSync('app/ui/drawings/sprite.svg', 'utf8').matchAll(/<symbol[^>]* id=['"]([\w-]+)['"]/g)];
  expect(drawn.map(([, id]) => id)).toEqual(expect.arrayContaining([...bodyStyles]));
});
