import { expect, test, vi } from 'vitest';
import { RenderedScreens } from '../../server/caches';

const screens = new RenderedScreens(100_000);
const screen = (text: string) => ({ document: Uint8Array.from(Buffer.from(text)), policy: '' });

test('equal data at the same URL are rendered once', () => {
  const render = vi.fn(() => screen('a'));
  const first = screens.renderOnce(['/main', '{"a":1}'], render);
  expect(screens.renderOnce(['/main', '{"a":1}'], render)).toBe(first);
  expect(render).toHaveBeenCalledTimes(1);
});

test('different data are rendered separately, however similar', () => {
  const parts = [
    ['/main', 'x'],
    ['/mainx', ''],
    ['/main', 'x', ''],
    ['/main', 'y'],
    ['x', '/main'],
  ];
  const shown = parts.map((from, index) => screens.renderOnce(from, () => screen(`own ${index}`)));
  expect(shown.map(({ document }) => Buffer.from(document).toString())).toEqual(
    parts.map((_, index) => `own ${index}`),
  );
});
