import { expect, it } from 'vitest';
import { createLinkHeader } from '~/api/lists.server';

const origin = 'https://bikes.example';
const getLinks = (address: string, page: number, pages: number): Record<string, string> =>
  Object.fromEntries(
    [
      ...createLinkHeader({ url: new URL(address, origin), origin }, { page, pages }).Link.matchAll(
        /<([^>]*)>; rel="(\w+)"/g,
      ),
    ].map(([, to = '', rel = '']) => [rel, to.replace(origin, '')]),
  );

it('leads to the other pages of a list, with all other parameters', () => {
  expect(getLinks('/api/bikes?brand=Royal+Enfield&page=3', 3, 7)).toEqual({
    first: '/api/bikes?brand=Royal+Enfield&page=1',
    prev: '/api/bikes?brand=Royal+Enfield&page=2',
    next: '/api/bikes?brand=Royal+Enfield&page=4',
    last: '/api/bikes?brand=Royal+Enfield&page=7',
  });
});

it('ends at both ends, and leads back from beyond the last page', () => {
  expect(Object.keys(getLinks('/api/bikes', 1, 2))).toEqual(['first', 'next', 'last']);
  expect(Object.keys(getLinks('/api/bikes?page=2', 2, 2))).toEqual(['first', 'prev', 'last']);
  expect(getLinks('/api/bikes?page=9', 9, 2).prev).toBe('/api/bikes?page=2');
  expect(Object.keys(getLinks('/api/bikes?q=none', 1, 0))).toEqual(['first', 'last']);
});

it('contains no character that is invalid in a header', () => {
  const { Link } = createLinkHeader(
    { url: new URL('/api/bikes?q=%0D%0A<>"दो', origin), origin },
    { page: 1, pages: 2 },
  );
  expect(Link).toMatch(/^[\x21-\x7e ]+$/);
  expect(Link.match(/[<>]/g)).toHaveLength(6);
});
