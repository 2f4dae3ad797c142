import { expect, test, vi } from 'vitest';
import { renderedOnce } from '~/http/rendered-screens.server';

const screen = (text: string) => ({ document: Uint8Array.from(Buffer.from(text)), policy: '' });

test('the same data at the same address is rendered once', () => {
  const render = vi.fn(() => screen('a'));
  const first = renderedOnce(['/main', '{"a":1}'], render);
  expect(renderedOnce(['/main', '{"a":1}'], render)).toBe(first);
  expect(render).toHaveBeenCalledTimes(1);
});

test('whatever differs, however it is put together, is rendered for itself', () => {
  const parts = [
    ['/main', 'x'],
    ['/mainx', ''],
    ['/main', 'x', ''],
    ['/main', 'y'],
    ['x', '/main'],
  ];
  const shown = parts.map((from, index) => renderedOnce(from, () => screen(`own ${index}`)));
  expect(shown.map(({ document }) => Buffer.from(document).toString())).toEqual(
    parts.map((_, index) => `own ${index}`),
  );
});
