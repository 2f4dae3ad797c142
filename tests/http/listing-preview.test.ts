import sharp from 'sharp';
import { expect, test } from 'vitest';
import { getListingPreviewPath } from '~/domain/listings/listing-facts';
import { storePhoto } from '~/domain/photos/photos.server';
import { paths } from '~/paths';
import { noise } from '../support/photo-samples';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing } from '../support/stored-listing';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

/** A photo of the detail that is hardest to compress. */
async function grain(): Promise<Buffer> {
  const size = { width: 900, height: 700 };
  return sharp(noise(size), { raw: { ...size, channels: 3 } })
    .png()
    .toBuffer();
}

const used = { presentPrice: 61_500, year: 2022, kilometresDriven: 24_500 };

async function withPhoto() {
  const photo = await storePhoto(site.runtime.db, await grain(), 'bike.png', new Date());
  if (!photo.ok) throw new Error(photo.error.code);
  return storeListing(site.runtime.db, { ...used, photos: [photo.value.hash] }).listing;
}
const withoutPhoto = () => Promise.resolve(storeListing(site.runtime.db, used).listing);

test.each([
  ['with its drawing', withoutPhoto],
  ['with its photo', withPhoto],
])('a listing has a preview of at most 14,000 bytes, %s', async (_what, store) => {
  const listing = await store();
  const { status, headers, bytes } = await site.request(getListingPreviewPath(listing));
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect(bytes.length).toBeLessThanOrEqual(14_000);
  const picture = sharp(bytes);
  expect(await picture.metadata()).toMatchObject({ format: 'jpeg', width: 600, height: 315 });
  // The board has white figures on green. `stats()` reads the whole picture it is given: it gets the board alone.
  const boardAlone = await sharp(bytes).extract({ left: 0, top: 230, width: 400, height: 80 }).png().toBuffer();
  const board = await sharp(boardAlone).stats();
  expect(board.channels[0]?.min).toBeLessThan(40);
  expect(board.channels[0]?.max).toBeGreaterThan(220);
});

test('the photo is not cropped: its upper and lower edges are in the preview', async () => {
  const size = { width: 800, height: 600 };
  const yellow = { create: { width: size.width, height: 80, channels: 3, background: '#f6b900' } } as const;
  const photo = await sharp({ create: { ...size, channels: 3, background: '#1f4fd8' } })
    .composite([
      { input: yellow, top: 0, left: 0 },
      { input: yellow, top: size.height - 80, left: 0 },
    ])
    .png()
    .toBuffer();
  const stored = await storePhoto(site.runtime.db, photo, 'bike.png', new Date());
  if (!stored.ok) throw new Error(stored.error.code);
  const { listing } = storeListing(site.runtime.db, { ...used, photos: [stored.value.hash] });
  const { bytes } = await site.request(getListingPreviewPath(listing));
  for (const top of [6, 205]) {
    const [, , blue] = await sharp(bytes).extract({ left: 300, top, width: 1, height: 1 }).raw().toBuffer();
    expect(blue, String(top)).toBeLessThan(70);
  }
});

test('another price, year or distance is another picture', async () => {
  const pictures = await Promise.all(
    [used, { ...used, presentPrice: 61_600 }, { ...used, year: 2021 }, { ...used, kilometresDriven: null }].map(
      async (fields) =>
        (await site.request(getListingPreviewPath(storeListing(site.runtime.db, fields).listing))).bytes.toString(
          'hex',
        ),
    ),
  );
  expect(new Set(pictures).size).toBe(4);
});

test('the page of a listing names it, with price, year and kilometres in words', async () => {
  const listing = await withoutPhoto();
  const { body } = await site.request(paths.vehicle(listing.id));
  expect(body).toContain(`<meta property="og:image" content="${site.origin}${getListingPreviewPath(listing)}"/>`);
  expect(body).toContain(`<meta property="og:image:alt" content="${listing.name} · ₹61,500 · 2022 · 24,500 km"/>`);
});

test.each([
  [
    'hidden by an operator',
    async () => {
      const listing = await withoutPhoto();
      const hide = site.runtime.db.$client.prepare('UPDATE listings SET hidden_at = ?, hidden_reason = ? WHERE id = ?');
      hide.run(new Date().toISOString(), 'fraud', listing.id);
      return getListingPreviewPath(listing);
    },
  ],
  ['unknown', () => Promise.resolve('/previews/none-1.jpg')],
  ['no listing', () => Promise.resolve('/previews/1-1.jpg')],
  ['not a preview', () => Promise.resolve('/previews/sample-bike-1.png')],
])('there is none of a listing that is %s', async (_what, path) => {
  const { status, headers } = await site.request(await path());
  expect(status).toBe(404);
  expect(headers['cache-control']).toBe('no-store');
});
