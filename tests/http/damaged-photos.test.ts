import { afterAll, beforeAll, expect, test } from 'vitest';
import { getPhotoPath } from '~/domain/photos/photo';
import { storePhoto } from '~/domain/photos/photos.server';
import { samplePhoto } from '../support/photo-samples';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

async function storedPhoto(colour: string): Promise<string> {
  const photo = await storePhoto(
    site.runtime.db,
    await samplePhoto('jpeg', { width: 900, height: 600 }, colour),
    'bike.jpg',
    new Date(),
  );
  if (!photo.ok) throw new Error(photo.error.code);
  return photo.value.hash;
}

const damage = (hash: string, width: number, webp: string) =>
  site.runtime.db.$client
    .prepare(`UPDATE photo_renditions SET webp = ${webp} WHERE photo_hash = ? AND width = ?`)
    .run(hash, width);

test.each([320, 640, 1280] as const)(
  'a truncated photo is not sent at width %i, and the 404 is not cached',
  async (width) => {
    const hash = await storedPhoto('#a81e26');
    damage(hash, width, 'substr(webp, 1, length(webp) - 20)');
    const { status, headers } = await site.request(getPhotoPath(hash, width));
    expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
  },
);

test.each([320, 640, 1280] as const)('a photo of which one byte differs is not sent at width %i', async (width) => {
  const hash = await storedPhoto(`#24508${width === 1280 ? 'f' : width / 160}`);
  // A byte of the picture itself, in a file that is as long as its header says.
  damage(hash, width, "CAST(substr(webp, 1, 60) || X'AB' || substr(webp, 62) AS BLOB)");
  expect((await site.request(getPhotoPath(hash, width))).status).toBe(404);
  const other = width === 1280 ? 640 : 1280;
  expect((await site.request(getPhotoPath(hash, other))).status).toBe(200);
});
