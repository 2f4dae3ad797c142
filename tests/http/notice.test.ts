import { expect, it } from 'vitest';
import { getPageText } from '../support/page-text';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing } from '../support/stored-listing';

let site: SiteInProcess;
let id: string;
let manageCode: string;
shareSite(async () => {
  site = await openSite();
  const stored = storeListing(site.runtime.db, { name: 'Hero <Glamour>', presentPrice: 52_000, license: 'MH12AB1234' });
  id = stored.listing.id;
  manageCode = stored.manageCode ?? '';
  return site;
});

it('shows a listing with its price, a code and its short address, and neither its plate nor its seller', async () => {
  const { status, body } = await site.request(`/notice?listing=${id}`);
  expect(status).toBe(200);
  const words = getPageText(body);
  expect(words).toContain('Bike for sale');
  expect(words).toContain('₹52,000');
  expect(words).toContain(`/l/${id.slice(0, 8)}`);
  expect(body).toContain('id="code"');
  expect(body).not.toContain('AB1234');
});

it('redirects from the short URL to the listing, and from an unknown one to its missing details', async () => {
  const to = async (short: string) => (await site.request(`/l/${short}`)).headers.location;
  expect(await to(id.slice(0, 8))).toBe(`/vehicle-details?vehicle=${id}`);
  expect(await to(id)).toBe(`/vehicle-details?vehicle=${id}`);
  expect(await to('sample-bike-1')).toBe('/vehicle-details?vehicle=sample-bike-1');
  // The details say that there is no such vehicle.
  for (const short of ['sample-b', 'a', 'ffffffff']) expect(await to(short)).toBe(`/vehicle-details?vehicle=${short}`);
  expect((await site.request('/l/%25%25%25%25%25%25%25%25')).status).toBe(404);
});

it('is linked only for its seller, and only when the listing exists', async () => {
  const headers = { Cookie: `manageKeys=${manageCode}` };
  for (const path of [`/listed?listing=${id}`, '/manage', `/vehicle-details?vehicle=${id}`]) {
    expect((await site.request(path, { headers })).body).toContain(`/notice?listing=${id}`);
  }
  expect((await site.request(`/vehicle-details?vehicle=${id}`)).body).not.toContain('/notice');
  expect((await site.request('/notice?listing=gone')).status).toBe(404);
});
