import { beforeEach, describe, expect, it, test } from 'vitest';
import { paths } from '~/paths';
import { callApi, getData, signIn } from '../support/api-client';
import { getPageText } from '../support/page-text';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing } from '../support/stored-listing';

type Headers = Record<string, string>;
type Rated = { rating: number | null; reviewCount: number; sampleRating: number | null; sampleReviewCount: number };

let site: SiteInProcess;
let riders: Headers[];
let listing: string;
shareSite(async () => {
  site = await openSite();
  riders = ['Asha', 'Ravi', 'Meera'].map((name) => signIn(site, name));
  listing = storeListing(site.runtime.db, { name: 'Of a visitor' }).listing.id;
  return site;
});
beforeEach(() => {
  site.runtime.db.$client.exec('DELETE FROM reviews');
});

const review = (vehicleId: string, rating: number, rider = riders[0]) =>
  callApi(site, 'POST', '/api/reviews', { headers: rider, body: { vehicleId, rating, comment: 'It never hurries.' } });
const getText = async (path: string): Promise<string> => getPageText((await site.request(path)).body);
const itemAt = async (path: string): Promise<Rated> => getData<Rated>(await callApi(site, 'GET', path));

/** Every place that shows the rating of built-in vehicle 1, or of a vehicle of the same screen. */
const places: [place: string, path: string, vehicle: string, sample: RegExp, riders: RegExp][] = [
  ['details', paths.vehicle('1'), '1', /Rated 4\.7\*/, /Rated 3\.5 \( 2 reviews \)|Rated 3\.5 \(2 reviews\)/],
  ['home', '/main', '1', /Classic 350 .{0,60}Rated 4\.7\*/, /Classic 350 .{0,60}Rated 3\.5(?!\*)/],
  ['showroom', '/showroom', '1', /Classic 350 .{0,60}Rated 4\.7\*/, /Classic 350 .{0,60}Rated 3\.5(?!\*)/],
  ['explore', '/explore', '1', /Classic 350 .{0,60}Rated 4\.7\*/, /Classic 350 .{0,60}Rated 3\.5(?!\*)/],
  ['browse', '/browse?q=classic+350', '1', /Rated 4\.7\*/, /Rated 3\.5(?!\*)/],
  ['new vehicles', '/bikes?budget=1.5-2-lakh', '1', /Rated 4\.7\*/, /Rated 3\.5(?!\*)/],
  ['the modal of new vehicles', '/bikes?open=1', '1', /Classic 350 .*Rated 4\.7\*/, /Rated 3\.5(?!\*)/],
  ['second-hand vehicles', '/bikes?stock=used', '105', /Scram 411 .{0,90}Rated 4\.4\*/, /Rated 3\.5(?!\*)/],
  ['insurance', '/insurance', '1', /Classic 350 .{0,60}Rated 4\.7\*/, /Classic 350 .{0,60}Rated 3\.5(?!\*)/],
  ['comparison', '/compare?vehicles=1,2', '1', /4\.7 of 5 \(sample\)/, /3\.5 of 5(?! \()/],
  ['its table as JSON', '/compare.json?vehicles=1,2', '1', /4\.7 of 5 \(sample\)/, /3\.5 of 5(?! \()/],
  ['its table as CSV', '/compare.csv?vehicles=1,2', '1', /4\.7 of 5 \(sample\)/, /3\.5 of 5(?! \()/],
];

describe.each(places)('%s', (_place, path, vehicle, sample, ridersOwn) => {
  it('shows the built-in rating as a sample, and the rating of reviews instead of it', async () => {
    const before = await getText(path);
    expect(before).toMatch(sample);
    const notes = before.match(/\* Sample rating\./g) ?? [];
    expect(notes).toHaveLength(/Rated \d\.\d\*/.test(before) ? 1 : 0);
    expect(before).not.toMatch(ridersOwn);
    await review(vehicle, 3);
    await review(vehicle, 4, riders[1]);
    const after = await getText(path);
    expect(after).toMatch(ridersOwn);
  });
});

describe('the API', () => {
  const unrated = { reviewCount: 0, ratingIsSample: true };
  it.each([
    ['a vehicle', '/api/vehicles', '1', { sampleRating: 4.7, sampleReviewCount: 1846 }],
    ['a used vehicle', '/api/vehicles', '105', { sampleRating: 4.4, sampleReviewCount: 0 }],
    ['a sample listing', '/api/bikes', 'sample-bike-1', { sampleRating: 4.7, sampleReviewCount: 18 }],
  ])('has the rating of %s and its sample separately', async (_item, path, id, sample) => {
    const item = `${path}/${id}`;
    expect(await itemAt(item)).toMatchObject({ ...unrated, ...sample, rating: sample.sampleRating });
    await review(id, 3);
    expect(await itemAt(item)).toMatchObject({
      rating: 3,
      ratingIsSample: false,
      reviewCount: 1,
      sampleRating: null,
      sampleReviewCount: 0,
    });
    expect(getData(await callApi(site, 'GET', `/api/reviews/vehicle/${id}`))).toMatchObject({
      summary: { average: 3, count: 1 },
    });
  });

  it('has the rating of a listing from its reviews', async () => {
    expect(await itemAt(`/api/bikes/${listing}`)).toMatchObject({
      rating: null,
      ratingIsSample: false,
      sampleRating: null,
    });
    await review(listing, 4);
    await review(listing, 5, riders[1]);
    expect(await itemAt(`/api/bikes/${listing}`)).toMatchObject({ rating: 4.5, reviewCount: 2 });
  });

  it('follows each change of the reviews, rounded as their summary is', async () => {
    const written = getData<{ id: string }>(await review('2', 4));
    await review('2', 4, riders[1]);
    await review('2', 5, riders[2]);
    expect(await itemAt('/api/vehicles/2')).toMatchObject({ rating: 4.3, reviewCount: 3 });
    await callApi(site, 'PUT', `/api/reviews/${written.id}`, { headers: riders[0], body: { rating: 1 } });
    expect(await itemAt('/api/vehicles/2')).toMatchObject({ rating: 3.3, reviewCount: 3 });
    site.runtime.db.$client.exec("UPDATE reviews SET hidden_at = '2026-06-15T00:00:00.000Z' WHERE rating = 1");
    expect(await itemAt('/api/vehicles/2')).toMatchObject({ rating: 4.5, reviewCount: 2 });
    site.runtime.db.$client.exec('DELETE FROM reviews');
    expect(await itemAt('/api/vehicles/2')).toMatchObject({ ...unrated, rating: 4.6, sampleRating: 4.6 });
  });

  it('sorts by ratings of reviews only: samples never count', async () => {
    await review('15', 2);
    await review('105', 5);
    const listed = async (sort: string) =>
      getData<{ vehicles: { id: string; rating: number | null; ratingIsSample: boolean }[] }>(
        await callApi(site, 'GET', `/api/vehicles?sort=${sort}&limit=100`),
      ).vehicles;
    const highest = await listed('-rating');
    expect(
      highest.slice(0, 3).map(({ id, rating, ratingIsSample }) => [id, ratingIsSample ? 'sample' : rating]),
    ).toEqual([
      ['105', 5],
      ['15', 2],
      [expect.any(String), 'sample'],
    ]);
    expect((await listed('rating')).slice(0, 2).map(({ id }) => id)).toEqual(['15', '105']);
  });
});

test('no sample competes in the comparison', async () => {
  // 4.7 against 4.6 in the built-in figures.
  const ratings = async () =>
    /<tr[^>]*><th[^>]*>(?:<[^>]*>)*Rating.*?<\/tr>/.exec((await site.request('/compare?vehicles=1,2')).body)?.[0] ??
    'no row';
  expect(await ratings()).not.toContain('Highest');
  await review('2', 1);
  expect(await ratings()).not.toContain('Highest');
  await review('1', 2, riders[1]);
  expect(await ratings()).toContain('Highest');
});

test('structured data contain only ratings of reviews', async () => {
  const published = async () =>
    /"aggregateRating":(\{[^}]*\})/.exec((await site.request(paths.vehicle('1'))).body)?.[1];
  expect(await published()).toBeUndefined();
  await review('1', 4);
  expect(await published()).toBe('{"@type":"AggregateRating","ratingValue":4,"reviewCount":1}');
});

describe('an upcoming vehicle', () => {
  it('has no rating anywhere, and cannot be reviewed', async () => {
    expect(await itemAt('/api/vehicles/9')).toEqual(
      expect.objectContaining({ rating: null, reviewCount: 0, sampleRating: null, sampleReviewCount: 0 }),
    );
    expect(await getText(paths.vehicle('9'))).not.toMatch(/Rated \d/);
    expect(await getText('/compare?vehicles=9,1')).toMatch(/Rating N\/A/);
    expect(await review('9', 5)).toMatchObject({
      status: 409,
      json: { message: 'Reviews open when this vehicle is on sale.' },
    });
    const { body } = await site.request(paths.vehicle('9'), { headers: riders[0] ?? {} });
    expect(body).toContain('Reviews open when this vehicle is on sale.');
    expect(body).not.toContain('Write a review');
  });

  it('keeps an older review for the day of its launch', async () => {
    const sqlite = site.runtime.db.$client;
    sqlite.exec(`INSERT INTO reviews (id, vehicle_id, user_id, rating, comment, created_at, updated_at)
      SELECT 'early', '9', id, 5, 'Soon.', created_at, updated_at FROM users LIMIT 1`);
    expect(await itemAt('/api/vehicles/9')).toMatchObject({ rating: null, reviewCount: 0 });
    sqlite.exec("UPDATE vehicles SET stock = 'new', category = 'popular' WHERE id = '9'");
    expect(await itemAt('/api/vehicles/9')).toMatchObject({ rating: 5, reviewCount: 1 });
    sqlite.exec("UPDATE vehicles SET stock = 'upcoming', category = 'upcoming' WHERE id = '9'");
    expect(await itemAt('/api/vehicles/9')).toMatchObject({ rating: null, reviewCount: 0 });
  });
});
