import { expect, it } from 'vitest';
import { findCanonicalModelName, findModel, fullNames, getFullName } from '~/domain/listings/models.server';
import { callApi, getData } from '../support/api-client';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing } from '../support/stored-listing';

const now = new Date('2026-06-30T06:30:00.000Z');
const listedAt = new Date('2026-06-15T06:30:00.000Z');
let site: SiteInProcess;
shareSite(async () => {
  site = await openSite({}, () => now);
  return site;
});

const splendor = { name: 'Hero Splendor Plus', brand: 'Hero', model: 'Splendor Plus' };
const list = (fields: object): string =>
  storeListing(site.runtime.db, { ...splendor, ...fields }, undefined, listedAt).listing.id;
const read = async (query: string) =>
  getData(await callApi(site, 'GET', `/api/bikes/stats/market/Hero%20Splendor%20Plus${query}`));

it('has percentiles of at least five prices and days, and of fewer none', async () => {
  for (const presentPrice of [40_000, 50_000, 60_000, 70_000]) list({ presentPrice, year: 2021, city: 'Pune' });
  expect(await read('')).toMatchObject({
    model: 'Hero Splendor Plus',
    year: null,
    city: null,
    askedPrice: null,
    daysToSell: null,
  });
  list({ presentPrice: 90_000, year: 2022, city: 'Mumbai' });
  const askedPrice = { count: 5, p10: 40_000, p25: 50_000, p50: 60_000, p75: 70_000, p90: 90_000 };
  expect(await read('')).toMatchObject({ askedPrice, daysToSell: null });
  for (const query of ['?year=2021', '?city=Pune']) expect((await read(query)).askedPrice).toBeNull();
  list({ presentPrice: 45_000, year: 2021, city: 'Pune' });
  expect(await read('?year=2021&city=Pune')).toMatchObject({
    year: 2021,
    city: 'Pune',
    askedPrice: { count: 5, p90: 70_000 },
  });
  const sell = site.runtime.db.$client.prepare("UPDATE listings SET availability = 'sold', sold_at = ? WHERE id = ?");
  for (const days of [1, 2, 3, 4, 9])
    sell.run(new Date(listedAt.getTime() + days * 86_400_000).toISOString(), list({}));
  expect((await read('')).daysToSell).toEqual({ count: 5, p10: 1, p25: 2, p50: 3, p75: 4, p90: 9 });
});

it('is of known models of the kind only', async () => {
  for (const model of ['Kite', 'Honda%20Activa%206G']) {
    const { status, json } = await callApi(site, 'GET', `/api/bikes/stats/market/${model}`);
    expect([status, json.message]).toEqual([404, 'There is no such model: `meta/models` lists them.']);
  }
});

it('counts the listings of each known model under its own name', () => {
  for (const name of [...fullNames.bike, ...fullNames.scooter]) {
    const model = findModel(name, null);
    expect([name, model && getFullName(model)]).toEqual([name, name]);
    expect([name, model && findCanonicalModelName({ ...model, name: 'Any', model: model.model })]).toEqual([
      name,
      model?.model,
    ]);
  }
});
