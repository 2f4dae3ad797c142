import { beforeAll, describe, expect, it } from 'vitest';
import { maxNamedPhotos } from '~/domain/photos/photo';
import { deskPaths } from '~/paths';
import { callApi, getCookie, getData, signIn } from '../support/api-client';
import { sendForm } from '../support/form-client';
import { boundary, multipart, type Part } from '../support/multipart-forms';
import { getPageText } from '../support/page-text';
import { samplePhoto } from '../support/photo-samples';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

type Headers = Record<string, string>;

let site: SiteInProcess;
let manager: Headers;
let clerk: Headers;
shareSite(async () => {
  site = await openSite();
  [manager, clerk] = [signIn(site, 'Mohan', 'manager'), signIn(site, 'Charu', 'clerk')] as const;
  return site;
});

const used = { stock: 'used', brand: 'Honda', type: 'Bike', fuelType: 'Petrol', price: 52_000 };
/** Plates and stock numbers, of which some begin like others. */
const stock = {
  plate: { numberPlate: 'MH 12 AB 1234' },
  stk1: { externalId: 'STK-1' },
  stk17: { externalId: 'STK-17' },
  twin: { numberPlate: 'MH14ZZ9999', externalId: 'T1' },
  otherTwin: { numberPlate: 'MH-14-ZZ-9999', externalId: 'T2' },
  short: { externalId: '12' },
  full: { externalId: 'FULL' },
};
type Name = keyof typeof stock;
const ids: Partial<Record<Name, string>> = {};
let photos: Buffer[];

beforeAll(async () => {
  for (const [name, numbers] of Object.entries(stock)) {
    const body = { ...used, name: `Shine ${name}`, ...numbers };
    const added = await callApi(site, 'POST', '/api/vehicles', { body, headers: manager });
    expect([added.status, added.body]).toEqual([201, expect.anything()]);
    ids[name as Name] = getData<{ id: string }>(added).id;
  }
  photos = await Promise.all(
    Array.from({ length: 12 }, (_, at) => samplePhoto('jpeg', { width: 64, height: 48 }, `rgb(${at * 20}, 80, 120)`)),
  );
});

const photo = (at: number): Buffer => photos[at] ?? Buffer.of();
const upload = (files: readonly Part[], headers = manager, vehicle?: string) =>
  site.request(deskPaths.stockPhotos(vehicle), {
    method: 'POST',
    headers: {
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Sec-Fetch-Site': 'same-origin',
      ...getCookie(headers),
    },
    body: multipart(files),
  });
const name = (fileName: string, bytes: Buffer): Part => ({ name: 'files', fileName, bytes });

const countPhotos = (of: Name): number =>
  site.runtime.db.$client
    .prepare<[string | undefined], number>('SELECT count(*) FROM vehicle_photos WHERE vehicle_id = ?')
    .pluck()
    .get(ids[of]) ?? 0;

const open = async (path: string, headers = manager) =>
  getPageText((await site.request(path, { headers: getCookie(headers) })).body);

describe('photos of several vehicles', () => {
  it('go to the vehicle whose plate or stock number their name begins with, and are taken away again', async () => {
    const files: [file: string, bytes: Buffer, becomes: string][] = [
      ['MH12AB1234-2.jpg', photo(1), 'Honda Shine plate'],
      ['mh 12 ab 1234 (1).JPG', photo(0), 'Honda Shine plate'],
      ['STK-17_front.jpg', photo(2), 'Honda Shine stk17'],
      ['stk-1_7.jpg', photo(3), 'Honda Shine stk1'],
      ['12-1.jpg', photo(4), 'Honda Shine short'],
      ['MH14ZZ9999.jpg', photo(5), 'Two vehicles'],
      ['MH12AB12345.jpg', photo(5), 'No vehicle'],
      ['IMG_2041.jpg', photo(5), 'No vehicle'],
      ['STK-17-text.jpg', Buffer.from('no picture'), 'is not a JPEG, PNG, WebP or AVIF photo'],
      ['STK-17-again.jpg', photo(2), 'Honda Shine stk17'],
      ['STK-17-large.jpg', Buffer.alloc(8 * 1024 * 1024 + 1), 'is larger than 8 MB'],
    ];
    const { status, headers } = await upload(files.map(([file, bytes]) => name(file, bytes)));
    expect(status).toBe(303);
    const results = headers.location ?? '';
    const text = await open(results);
    expect(text).toContain('5 added, 6 not');
    for (const [file, , becomes] of files)
      expect(text).toMatch(new RegExp(`${file.replace(/[().]/g, '\\$&')}.{0,90}${becomes}`));
    expect(text).toContain('The vehicle has this photo already');
    expect((['plate', 'stk1', 'stk17', 'short', 'twin'] as const).map(countPhotos)).toEqual([2, 1, 1, 1, 0]);

    const batch = results.split('/').at(-1) ?? '';
    const undone = await sendForm(
      site,
      deskPaths.stock(),
      { intent: 'undo', batch, next: results },
      getCookie(manager),
    );
    expect(undone.headers.location).toBe(results);
    expect(await open(results)).toContain('Undone');
    expect((['plate', 'stk1', 'stk17', 'short'] as const).map(countPhotos)).toEqual([0, 0, 0, 0]);
  });

  it('are at most ten of a vehicle, added by a clerk too', async () => {
    const files = photos.map((bytes, at) => name(`FULL ${at}.jpg`, bytes));
    const { headers } = await upload(files, clerk);
    const text = await open(headers.location ?? '', clerk);
    expect(text).toContain('10 added, 2 not');
    // In the order of their names: 10 and 11 after 9.
    expect(text).toMatch(/FULL 10\.jpg.{0,60}You can add up to 10 photos/);
    expect(text).not.toContain('Undo');
    expect(countPhotos('full')).toBe(10);
  });

  it('are added by a clerk at the screen of a vehicle, where a clerk changes nothing else', async () => {
    const twin = ids.twin ?? '';
    const page = deskPaths.stockItem(twin);
    const seen = await site.request(page, { headers: getCookie(clerk) });
    expect(getPageText(seen.body)).toMatch(/None yet.*Add them.*Stock number T1.*Sold/);
    for (const button of ['save', 'undo']) expect(seen.body).not.toContain(`value="${button}"`);
    for (const button of ['hide', 'duplicate', 'retire']) expect(seen.body).not.toContain(`name="${button}"`);
    const added = await upload([name('IMG_1.jpg', photo(1)), name('IMG_2.jpg', photo(2))], clerk, twin);
    expect([added.status, added.headers.location, countPhotos('twin')]).toEqual([303, page, 2]);
    const again = await upload([name('IMG_2.jpg', photo(2))], clerk, twin);
    expect(await open(again.headers.location ?? '', clerk)).toContain('The vehicle has this photo already');
    const edit = await sendForm(site, page, { priceRupees: '1' }, getCookie(clerk));
    const none = await upload([name('IMG_1.jpg', photo(1))], clerk, 'none');
    expect([edit.status, none.status, countPhotos('twin')]).toEqual([403, 404, 2]);
  });

  it(`are at most ${maxNamedPhotos} at once, and the others are named`, async () => {
    const files = Array.from({ length: maxNamedPhotos + 2 }, (_, at) => name(`none-${at}.jpg`, photo(0)));
    const { headers } = await upload(files);
    const text = await open(headers.location ?? '');
    expect(text).toContain('0 added, 42 not');
    expect(text.match(/At most 40 files at once/g)).toHaveLength(2);
  });

  it('are asked for if there is none', async () => {
    const { status, body } = await upload([]);
    expect([status, getPageText(body)]).toEqual([422, expect.stringContaining('Photos is required')]);
  });
});
