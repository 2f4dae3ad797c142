import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { getDrawingPath } from '~/domain/photos/drawing';
import { getPhotoPath } from '~/domain/photos/photo';
import { storePhoto } from '~/domain/photos/photos.server';
import { photoWithPlace } from '../support/photo-samples';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
let hash: string;
shareSite(async () => {
  site = await openSite();
  const photo = await storePhoto(site.runtime.db, await photoWithPlace(), 'bike.jpg', new Date());
  hash = photo.ok ? photo.value.hash : '';
  return site;
});

const red = { body: '#8E1B1F', accent: '#E8D9B5' };
const pictures: [what: string, path: () => string, type: string][] = [
  ['a photo', () => getPhotoPath(hash, 640), 'image/webp'],
  ['a drawing', () => getDrawingPath('retro', red, 'svg'), 'image/svg+xml'],
  ['a preview', () => getDrawingPath('scooter-classic', red, 'png'), 'image/png'],
];

describe.each(pictures)('%s', (_what, path, type) => {
  test('is a picture and never a document, for every actor, immutable', async () => {
    const { status, headers, bytes } = await site.request(path());
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    expect(headers['content-disposition']).toMatch(/^inline; filename="(photo|vehicle)\.(webp|svg|png)"$/);
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['content-length']).toBe(String(bytes.length));
  });

  test('is revalidated with 304', async () => {
    const first = await site.request(path());
    const etag = first.headers.etag ?? '';
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await site.request(path(), { headers: { 'If-None-Match': tag } });
      expect([again.status, again.body, again.headers.etag]).toEqual([304, '', etag]);
    }
    expect((await site.request(path(), { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  });

  test('has the same headers for HEAD and GET', async () => {
    const whole = await site.request(path());
    const head = await site.request(path(), { method: 'HEAD' });
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
      expect(head.headers[name]).toBe(whole.headers[name]);
    }
  });
});

test('every rendition is a WebP in its width, without metadata of place or author', async () => {
  for (const width of [320, 640, 1280] as const) {
    const { bytes } = await site.request(getPhotoPath(hash, width));
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width });
    for (const trace of ['Secret', 'GPS', 'EXIF', 'XMP ']) expect(bytes.includes(trace)).toBe(false);
  }
});

test('a drawing is complete and in the requested colours', async () => {
  const { body } = await site.request('/drawings/cruiser-123456-abcdef.svg');
  expect(body).toMatch(/^<svg xmlns='http:\/\/www\.w3\.org\/2000\/svg'.*<\/svg>\s*$/s);
  expect(body).toContain('#123456');
  expect(body).toContain('#abcdef');
  expect(body).not.toMatch(/var\(|<script|<image|https?:\/\/(?!www\.w3\.org)/);
});

test('a preview has the standard size, with the vehicle on its road', async () => {
  const { bytes } = await site.request(getDrawingPath('adventure', red, 'png'));
  const picture = sharp(bytes);
  expect(await picture.metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  const { channels } = await sharp(bytes).removeAlpha().stats();
  expect(channels[0]?.max).toBeGreaterThan(200);
  expect(bytes.length).toBeLessThan(60_000);
});

test.each([
  () => `/photos/${'f'.repeat(64)}-640.webp`,
  () => `/photos/${hash}-100.webp`,
  () => `/photos/${hash}-640.jpg`,
  () => `/photos/${hash.toUpperCase()}-640.webp`,
  () => '/photos/..%2F..%2Fetc%2Fpasswd',
  () => '/drawings/spaceship-8e1b1f-e8d9b5.svg',
  () => '/drawings/retro-8E1B1F-e8d9b5.svg',
  () => '/drawings/retro-8e1b1-e8d9b5.svg',
  () => '/drawings/retro-8e1b1f-e8d9b5.gif',
  () => '/drawings/retro-url(x)-e8d9b5.svg',
  () => '/drawings/constructor-8e1b1f-e8d9b5.svg',
])('a missing picture is a plain 404: %s', async (path) => {
  const { status, headers, body } = await site.request(path());
  expect([status, body]).toEqual([404, 'Not found']);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(headers['cache-control']).toBe('no-store');
});
