import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { setListingPhotos } from '~/domain/listings/listing.commands.server';
import { findRendition, storePhoto } from '~/domain/photos/photos.server';
import { photoWidths, maxRenditionBytes, unusedPhotoQuota } from '~/domain/photos/photo';
import { setVehiclePhotos } from '~/domain/catalogue/stored-vehicle.server';
import type { Database } from '~db/connection';
import { freshDatabase } from '../support/fresh-database';
import { noise, samplePhoto } from '../support/photo-samples';
import { storeListing } from '../support/stored-listing';

const now = new Date('2026-11-21T06:00:00.000Z');
let db: Database;
beforeEach(() => {
  db = freshDatabase();
});

const store = async (colour: string, address: string) =>
  storePhoto(db, await samplePhoto('jpeg', { width: 40, height: 30 }, colour), 'bike.jpg', now, address);
async function storeAndHash(colour: string, address = '192.0.2.1'): Promise<string> {
  const result = await store(colour, address);
  if (!result.ok) throw new Error(result.error.code);
  return result.value.hash;
}
const unused = (): string[] =>
  db.$client.prepare<[], string>('SELECT hash FROM photos WHERE is_unused = 1').pluck().all();

describe('a photo is unused', () => {
  it('until a listing or vehicle shows it, and again when the last one that did is deleted', async () => {
    const hash = await storeAndHash('#102030');
    expect(unused()).toEqual([hash]);
    const { id } = storeListing(db, {}).listing;
    setListingPhotos(db, id, [hash]);
    expect(unused()).toEqual([]);
    setVehiclePhotos(db, '1', [hash]);
    setListingPhotos(db, id, []);
    expect(unused()).toEqual([]);
    setVehiclePhotos(db, '1', []);
    expect(unused()).toEqual([hash]);
    setListingPhotos(db, id, [hash]);
    db.$client.prepare('DELETE FROM listings WHERE id = ?').run(id);
    expect(unused()).toEqual([hash]);
  });

  it('and counted with the bytes of its renditions, under a hash of the address', async () => {
    await storeAndHash('#102030', '192.0.2.77');
    const row = db.$client
      .prepare<[], { bytes: number; source: string; stored: number }>(
        'SELECT bytes, source, (SELECT sum(length(webp)) FROM photo_renditions) AS stored FROM photos',
      )
      .get();
    expect(row?.bytes).toBe(row?.stored);
    expect(row?.source).toMatch(/^[\w-]{43}$/);
  });
});

describe('unused photos', () => {
  const weigh = (hash: string, bytes: number) =>
    db.$client.prepare('UPDATE photos SET bytes = ? WHERE hash = ?').run(bytes, hash);

  it('of an address have a quota, which photos in use do not count against', async () => {
    const hash = await storeAndHash('#102030');
    weigh(hash, unusedPhotoQuota.ofAddress);
    expect(await store('#405060', '192.0.2.1')).toMatchObject({
      ok: false,
      error: { kind: 'too-many', code: 'too_many_unused_photos' },
    });
    expect((await store('#405060', '192.0.2.2')).ok).toBe(true);
    setListingPhotos(db, storeListing(db, {}).listing.id, [hash]);
    expect((await store('#708090', '192.0.2.1')).ok).toBe(true);
  });

  it('of all addresses together have one too', async () => {
    weigh(await storeAndHash('#102030'), unusedPhotoQuota.overall);
    expect(await store('#405060', '192.0.2.2')).toMatchObject({ ok: false, error: { kind: 'unavailable' } });
  });
});

it('a picture of pure noise has at most 300 KB in any width, and keeps its size', async () => {
  const size = { width: 1280, height: 1700 };
  const picture = await sharp(noise(size), { raw: { ...size, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
  const result = await storePhoto(db, picture, 'noise.jpg', now);
  if (!result.ok) throw new Error(result.error.code);
  expect(result.value).toMatchObject(size);
  for (const width of photoWidths) {
    const webp = findRendition(db, result.value.hash, width) ?? Buffer.alloc(0);
    expect(webp.length).toBeGreaterThan(10_000);
    expect(webp.length).toBeLessThanOrEqual(maxRenditionBytes);
    expect((await sharp(webp).metadata()).width).toBe(width);
  }
});
