import { expect, it } from 'vitest';
import { suggestionsPath } from '~/paths';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

const getAddress = (q: string): string => `${suggestionsPath}?${new URLSearchParams({ q })}`;

it('suggests searches, from the cache until something changes', async () => {
  const first = await site.request(getAddress('activ'));
  expect(JSON.parse(first.body)).toMatchObject({
    success: true,
    data: { suggestions: expect.arrayContaining(['Honda Activa']) },
  });
  expect(first.headers['cache-control']).toBe('public, no-cache');
  const again = await site.request(getAddress('activ'), { headers: { 'If-None-Match': first.headers.etag ?? '' } });
  expect(again.status).toBe(304);
});

it('says what each suggestion is, and what it finds on Browse', async () => {
  const { data } = JSON.parse((await site.request(getAddress('hond'))).body);
  expect(data.details.map(({ text }: { text: string }) => text)).toEqual(data.suggestions);
  expect(data.details.length).toBeGreaterThan(3);
  for (const { text, kind, offers, fromPrice, note } of data.details) {
    const { body } = await site.request(`/browse.json?${new URLSearchParams({ q: text, sort: 'price' })}`);
    expect([text, offers === 0]).toEqual([text, JSON.parse(body).items.length === 0]);
    expect(fromPrice === null).toBe(offers === 0);
    expect(note).toContain(offers === 0 ? 'none for sale' : `${offers} from ₹${fromPrice.toLocaleString('en-IN')}`);
    expect(kind).toBe(text === 'Honda' ? 'brand' : 'model');
  }
});

it('suggests places only, by any of their names', async () => {
  const { body } = await site.request(`${getAddress('बॉम्बे')}&kind=place`);
  expect(JSON.parse(body)).toEqual({ success: true, data: { suggestions: ['Mumbai'] } });
  expect((await site.request(`${getAddress('pune')}&kind=brand`)).status).toBe(400);
});

it('suggests nothing for an empty text, and rejects one that is too long', async () => {
  expect(JSON.parse((await site.request(suggestionsPath)).body)).toEqual({
    success: true,
    data: { suggestions: [], details: [] },
  });
  const { status, body } = await site.request(getAddress('a'.repeat(201)));
  expect(status).toBe(400);
  expect(body).toContain('q is 1 character too long: at most 200');
});
