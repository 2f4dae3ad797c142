import { describe, expect, it } from 'vitest';
import { markUnconfirmed } from '~/domain/listings/seller-notices.server';
import { getActor } from '~/http/actor.server';
import { paths } from '~/paths';
import { dayMs } from '~/domain/shared/dates';
import { asha, FormBrowser } from '../support/account-client';
import { callApi, getData, signIn } from '../support/api-client';
import { getVisibleText } from '../support/page-text';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing } from '../support/stored-listing';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

const now = (): Date => site.runtime.clock();
const daysAgo = (days: number): Date => new Date(now().getTime() - days * dayMs);
const mark = (): number => markUnconfirmed(site.runtime.db, now());
const namesIn = (body: string, names: readonly string[]): string[] =>
  names.filter((name) => body.includes(name)).sort((one, other) => body.indexOf(one) - body.indexOf(other));

type Listed = { id: string; name: string; confirmedAt: string; availability: string; version: number };

describe('lists', () => {
  it('show unconfirmed listings last: Browse, the sell list and the API', async () => {
    const { db } = site.runtime;
    storeListing(db, { name: 'Quillon fresh' }, undefined, daysAgo(10));
    storeListing(db, { name: 'Quillon stale' }, undefined, daysAgo(61));
    expect(mark()).toBe(1);
    const names = ['Quillon fresh', 'Quillon stale'];
    for (const path of ['/browse?q=quillon', '/browse?kind=listing&sort=newest', '/sell-bikes', '/api/bikes']) {
      expect([path, namesIn((await site.request(path)).body, names)]).toEqual([path, names]);
    }
  });
});

describe('the question on the profile', () => {
  it('is confirmed without a script, and the listing is among the others again', async () => {
    const { db } = site.runtime;
    const seller = await new FormBrowser(site).enter({ ...asha, email: 'seller@example.com' });
    const cookie = `authToken=${seller.cookie('authToken')}`;
    const actor = getActor(new Request(site.origin, { headers: { Cookie: cookie } }), site.runtime);
    const still = storeListing(db, { name: 'Still Here' }, actor, daysAgo(63)).listing;
    const gone = storeListing(db, { name: 'Gone Long Ago' }, actor, daysAgo(64)).listing;
    mark();

    const profile = getVisibleText((await seller.open(paths.profile())).body);
    expect(profile).toContain('Listed 63 days ago. Is it still for sale?');
    expect(profile).toContain('Listed 64 days ago. Is it still for sale?');
    expect(getVisibleText((await seller.open(paths.listing('bike', still.id))).body)).toContain('Still available');

    const back = paths.profileView('listings');
    const confirmed = await seller.send('/sell-bikes', { intent: 'confirm', listing: still.id, back });
    expect([confirmed.status, confirmed.headers.location]).toEqual([303, back]);
    const sold = await seller.send('/sell-bikes', {
      intent: 'sold',
      listing: gone.id,
      back: 'https://elsewhere.example',
    });
    expect([sold.status, sold.headers.location]).toEqual([303, paths.listing('bike', gone.id)]);
    // Of the two messages the later is shown.
    expect(getVisibleText((await seller.open(back)).body)).not.toContain('Is it still for sale?');
    expect(getData<Listed>(await callApi(site, 'GET', `/api/bikes/${still.id}`)).confirmedAt.slice(0, 10)).toBe(
      now().toISOString().slice(0, 10),
    );
    const again = await seller.send('/sell-bikes', { intent: 'confirm', listing: gone.id, back });
    expect([again.status, again.headers.location]).toEqual([303, back]);
    expect(getVisibleText((await seller.open(back)).body)).toContain('The listing is already marked as sold.');
  });

  it('is only on the screen of the visitor with the code', async () => {
    const { listing, manageCode } = storeListing(site.runtime.db, { name: 'By Code' }, undefined, daysAgo(75));
    const holder = new FormBrowser(site);
    holder.carry('manageKeys', manageCode ?? '');
    expect(getVisibleText((await holder.open(paths.manage())).body)).toContain(
      'Listed 75 days ago. Is it still for sale?',
    );
    expect(getVisibleText((await new FormBrowser(site).open(paths.manage())).body)).not.toContain(
      'Is it still for sale?',
    );
    const redirect = await holder.send('/sell-bikes', { intent: 'confirm', listing: listing.id, back: paths.manage() });
    expect(redirect.headers.location).toBe(paths.manage());
    const after = getVisibleText((await holder.open(paths.manage())).body);
    expect(after).toContain('Thank you. Buyers see that it is still for sale.');
    expect(after).not.toContain('Is it still for sale?');
  });
});

it('buyers see beside the price how long ago it was confirmed', async () => {
  const { listing } = storeListing(site.runtime.db, {}, undefined, daysAgo(75));
  for (const path of [paths.vehicle(listing.id), paths.listing('bike', listing.id)]) {
    const text = getVisibleText((await site.request(path)).body);
    expect(text).toContain('Last confirmed 75 days ago');
    expect(text).not.toContain('Is it still for sale?');
  }
});

describe('POST /api/bikes/{id}/confirm', () => {
  it('confirms once with a key, returns its version, and counts as a change of the list', async () => {
    const seller = signIn(site, 'Confirming');
    const actor = getActor(new Request(site.origin, { headers: seller }), site.runtime);
    const { listing } = storeListing(site.runtime.db, {}, actor, daysAgo(80));
    mark();
    const { next } = getData<{ next: string }>(await callApi(site, 'GET', '/api/bikes/changes?since=now'));
    const path = `/api/bikes/${listing.id}/confirm`;
    const confirm = (headers: Record<string, string>) => callApi(site, 'POST', path, { headers });
    expect((await confirm({ ...seller, 'If-Match': '"7-old"' })).status).toBe(412);
    const first = await confirm({ ...seller, 'Idempotency-Key': 'confirm' });
    expect([first.status, first.json.message]).toEqual([200, 'Thank you. Buyers see that it is still for sale.']);
    expect(getData<Listed>(first)).toMatchObject({ id: listing.id, version: 2 });
    expect((await confirm({ ...seller, 'Idempotency-Key': 'confirm' })).body).toBe(first.body);
    expect(getData<Listed>(await confirm(seller)).version).toBe(2);
    const changes = getData<{ changes: object[] }>(await callApi(site, 'GET', `/api/bikes/changes?since=${next}`));
    expect(changes.changes).toMatchObject([{ change: 'changed', id: listing.id }]);
    expect((await callApi(site, 'POST', `/api/scooters/${listing.id}/confirm`, { headers: seller })).status).toBe(404);
    await callApi(site, 'PATCH', `/api/bikes/${listing.id}/sold`, { headers: seller });
    expect((await confirm(seller)).status).toBe(409);
  });
});
