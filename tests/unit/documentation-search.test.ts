import { expect, it } from 'vitest';
import { createConventions } from '~/api/conventions';
import { searchPages } from '~/api/documentation-search.server';
import { errorTexts } from '~/domain/shared/error-texts';
import { paths } from '~/paths';

const conventions = createConventions(null);
const search = (text: string) => searchPages(text, conventions).map(({ href, title }) => [href, title]);

it('finds each code of an error, which clients get in a response', () => {
  for (const code of Object.keys(errorTexts)) {
    const found = search(code);
    expect(found.some(([href]) => href === paths.apiErrors(code))).toBe(true);
    expect(found.length).toBeLessThan(30);
  }
});

it.each([
  ['Idempotency', '/api#conventions', 'Idempotency'],
  ['rate limits', '/api#conventions', 'Limits'],
  ['verify signed', '/api/docs/guides/webhooks', 'Receive and verify events'],
])('finds what is said about %s', (text, href, title) => {
  expect(search(text)).toContainEqual([href, title]);
});

it('finds nothing for other words', () => {
  expect(search('penguins')).toEqual([]);
});

it('states the rate limits of the site', () => {
  const minute = { max: 60, windowSeconds: 60 };
  const limits = createConventions({
    ...{ page: minute, 'api-read': minute, write: minute, contact: minute, 'sign-up': minute },
    ...{ listing: { max: 10, windowSeconds: 3600 }, batch: minute, 'sign-in': { max: 10, windowSeconds: 180 } },
  }).at(-1);
  expect(limits?.value).toContain('`listing` 10 an hour');
  expect(limits?.value).toContain('`sign-in` 10 in 3 minutes');
  expect(limits?.value).not.toContain('`page`');
});
