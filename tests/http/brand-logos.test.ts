import sharp from 'sharp';
import { expect, it } from 'vitest';
import { deskPaths, paths } from '~/paths';
import { getCookie, signIn } from '../support/api-client';
import { boundary, multipart } from '../support/multipart-forms';
import { getPageText } from '../support/page-text';
import { samplePhoto } from '../support/photo-samples';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
let asOperator: Record<string, string>;
let asUser: Record<string, string>;
shareSite(async () => {
  site = await openSite();
  asOperator = getCookie(signIn(site, 'Opal', 'owner'));
  asUser = getCookie(signIn(site, 'Ravi'));
  return site;
});

const form = deskPaths.brands('honda');
const give = (bytes: Buffer, headers = asOperator) =>
  site.request(form, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: multipart([{ name: 'logo', fileName: 'logo.png', bytes }]),
  });
const remove = () =>
  site.request(form, {
    method: 'POST',
    headers: { ...asOperator, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'intent=remove-logo',
  });
const logoOn = async (path: string) => /\/logos\/[0-9a-f]{64}\.webp/.exec((await site.request(path)).body)?.[0];

it('an operator uploads a logo, which visitors see in place of the monogram until it is removed', async () => {
  expect(await logoOn(paths.home())).toBeUndefined();
  expect((await give(await samplePhoto('png', { width: 900, height: 300 }))).status).toBe(303);
  const address = await logoOn(paths.home());
  expect(await logoOn(paths.showroom())).toBe(address);

  const { status, headers, bytes } = await site.request(address ?? '');
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'image/webp',
    'public, max-age=31536000, immutable',
  ]);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 192, height: 64 });

  expect((await remove()).status).toBe(303);
  expect(await logoOn(paths.home())).toBeUndefined();
  expect((await site.request(address ?? '')).status).toBe(404);
  const log = getPageText((await site.request(form, { headers: asOperator })).body);
  expect(log).toMatch(/logo removed[\s\S]*logo given/);
});

it('a file that is not a picture is rejected beside the field, and only operators can upload one', async () => {
  const wrong = await give(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  expect(wrong.status).toBe(422);
  expect(wrong.body).toMatch(/id="logo-error"[\s\S]*logo\.png is not a JPEG, PNG, WebP or AVIF photo/);
  const none = await site.request(form, {
    method: 'POST',
    headers: { ...asOperator, 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: multipart([{ name: 'logo', fileName: '', bytes: Buffer.alloc(0) }]),
  });
  expect(none.body).toContain('Picture is required');
  expect((await give(await samplePhoto('png'), asUser)).status).toBe(403);
  expect(await logoOn(paths.home())).toBeUndefined();
});
