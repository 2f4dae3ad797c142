import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paths } from '~/paths';
import { openSite, type SiteInProcess } from '../support/site-in-process';

const folder = mkdtempSync(join(tmpdir(), 'codes-'));
let site: SiteInProcess;
beforeAll(async () => {
  site = await openSite({ UPI_ADDRESS: 'dopahiya@examplebank' });
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true });
});

/** The text that a phone's camera decodes from a picture. The image library opens drawings from files only. */
async function scanned(svg: Buffer): Promise<string | undefined> {
  const file = join(folder, `${randomUUID()}.svg`);
  writeFileSync(file, svg);
  const { data, info } = await sharp(file).resize(400).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

const getCodes = (html: string): string[] =>
  [...html.matchAll(/src="(\/donations\/[^"]+)"/g)].map(([, src]) => src ?? '');

it('has a decodable code for each tier’s link', async () => {
  const { body } = await site.request(paths.support());
  const links = [...body.matchAll(/href="(upi:[^"]*)"/g)].map(([, href]) => (href ?? '').replaceAll('&amp;', '&'));
  const codes = getCodes(body);
  expect([links.length, codes.length]).toEqual([4, 4]);
  const read = await Promise.all(codes.map(async (src) => scanned((await site.request(src)).bytes)));
  expect(read).toEqual(links);
});

it('sends small codes that are immutable and run nothing', async () => {
  const [src = ''] = getCodes((await site.request(paths.support())).body);
  const { status, headers, bytes } = await site.request(src);
  expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml']);
  expect(headers['cache-control']).toContain('immutable');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(bytes.length).toBeLessThan(8000);
  const again = await site.request(src, { headers: { 'If-None-Match': headers.etag ?? '' } });
  expect(again.status).toBe(304);
});

it('has no code for another UPI address, and none where none is set', async () => {
  expect((await site.request('/donations/tea-000000000000.svg')).status).toBe(404);
  const [src = ''] = getCodes((await site.request(paths.support())).body);
  const without = await openSite();
  expect((await without.request(src)).status).toBe(404);
  expect(getCodes((await without.request(paths.support())).body)).toEqual([]);
  await without.close();
});
