import { beforeEach, describe, expect, it } from 'vitest';
import { ok } from '~/domain/shared/result';
import { addDraftPhoto, completeDraft, findDraftPhotos } from '~/domain/photos/draft-photos.server';
import { getPhotoSources } from '~/domain/photos/photo';
import { decodeDataString } from '~/api/data-string';
import { purgeStalePhotos } from '~/domain/photos/photos.server';
import type { Database } from '~db/connection';
import { listingPhotos } from '~db/schema/listings';
import { photoRenditions, photos } from '~db/schema/photos';
import { vehiclePhotos } from '~db/schema/vehicles';
import { freshDatabase } from '../support/fresh-database';
import { storeListing } from '../support/stored-listing';

const now = new Date('2026-11-21T06:00:00.000Z');
const hoursLater = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const createHash = (n: number) => n.toString(16).padStart(64, '0');

let db: Database;
beforeEach(() => {
  db = freshDatabase();
  for (let n = 0; n < 12; n += 1) storePhotoFile(n, now);
});

function storePhotoFile(n: number, at: Date): void {
  const hash = createHash(n);
  db.insert(photos).values({ hash, width: 1280, height: 960, createdAt: at.toISOString() }).run();
  db.insert(photoRenditions)
    .values({ photoHash: hash, width: 320, webp: Buffer.from('webp'), checksum: hash })
    .run();
}

const add = (form: string, n: number, at = now, named: number[] = owned(form)) =>
  addDraftPhoto(db, form, createHash(n), named.map(createHash), at);
const owned = (form: string) => findDraftPhotos(db, form).map((hash) => Number.parseInt(hash, 16));
/** Sends a form that names these photos, for an offer that has others. */
const complete = (form: string, named: number[], before: number[] = []) =>
  completeDraft(db, { photos: named.map(createHash), draft: form }, before.map(createHash));
const stored = () =>
  db.$client
    .prepare<[], string>('SELECT hash FROM photos ORDER BY hash')
    .pluck()
    .all()
    .map((hash) => Number.parseInt(hash, 16));

describe('an unfinished form', () => {
  it('has its photos in order, each once, and no others', async () => {
    for (const n of [3, 1, 2, 1]) expect((await add('mine', n)).ok).toBe(true);
    await add('theirs', 5);
    expect(owned('mine')).toEqual([3, 1, 2]);
    expect(owned('theirs')).toEqual([5]);
    expect(owned('unknown')).toEqual([]);
  });

  it('accepts ten and not eleven, and another in place of one that was removed', async () => {
    for (let n = 0; n < 10; n += 1) await add('mine', n);
    expect(await add('mine', 10)).toMatchObject({ ok: false, error: { code: 'photos_full' } });
    expect((await add('mine', 4)).ok).toBe(true);
    expect((await add('mine', 10, now, [0, 1, 2, 3, 5, 6, 7, 8, 9])).ok).toBe(true);
    expect(owned('mine')).toEqual([0, 1, 2, 3, 10, 5, 6, 7, 8, 9]);
  });

  it('stores only the SHA-256 of its idempotency key', async () => {
    await add('secret-submission', 1);
    expect(db.$client.serialize().includes('secret-submission')).toBe(false);
  });

  it('ends when it is completed, with all its photos', async () => {
    for (const n of [1, 2]) await add('mine', n);
    await add('theirs', 1);
    expect(complete('mine', [2])).toEqual(ok(null));
    expect(owned('mine')).toEqual([]);
    expect(owned('theirs')).toEqual([1]);
  });

  it('completes with its own photos and those of the offer only, and stays when one is gone', async () => {
    for (const n of [1, 2]) await add('mine', n);
    await add('theirs', 3);
    const gone = { code: 'photos_gone', values: { count: 2, positions: '1, 3' } };
    expect(complete('mine', [3, 1, 4, 2])).toMatchObject({ ok: false, error: { errors: { images: gone } } });
    expect(complete('mine', [1, 3])).toMatchObject({
      error: { code: 'photos_gone', values: { count: 1, positions: '2' } },
    });
    expect(owned('mine')).toEqual([1, 2]);
    expect(complete('mine', [4, 1], [4, 5])).toEqual(ok(null));
    expect(complete('mine', [1])).toMatchObject({ ok: false });
  });
});

describe('cleanup', () => {
  it('leaves photos that are used or younger than 48 hours', async () => {
    await add('old form', 0);
    await add('form in use', 1);
    await add('form in use', 2, hoursLater(40));
    await add('young form', 3, hoursLater(40));
    const vehicle = db.$client.prepare<[], string>('SELECT id FROM vehicles LIMIT 1').pluck().get() ?? '';
    db.insert(vehiclePhotos)
      .values({ vehicleId: vehicle, position: 0, photoHash: createHash(4) })
      .run();
    db.insert(listingPhotos)
      .values({ listingId: storeListing(db).listing.id, position: 0, photoHash: createHash(5) })
      .run();
    storePhotoFile(20, hoursLater(40));
    expect(purgeStalePhotos(db, hoursLater(47))).toBe(0);
    purgeStalePhotos(db, hoursLater(49));
    expect(owned('old form')).toEqual([]);
    expect(owned('form in use')).toEqual([1, 2]);
    expect(stored()).toEqual([1, 2, 3, 4, 5, 20]);
    expect(db.$client.prepare('SELECT count(*) FROM photo_renditions').pluck().get()).toBe(6);
  });

  it('runs in rounds, so that no request waits for all of it', () => {
    for (let n = 100; n < 500; n += 1) storePhotoFile(n, now);
    const rounds = [1, 2, 3, 4].map(() => purgeStalePhotos(db, hoursLater(49)));
    expect(rounds).toEqual([200, 200, 12, 0]);
  });
});

describe('an inline data string', () => {
  const base64 = Buffer.from('picture').toString('base64');

  it.each(['data:image/jpeg;base64,', 'data:image/png;base64,', 'DATA:IMAGE/svg+xml;BASE64,'])('may be %s', (start) => {
    expect(decodeDataString(start + base64, 'Photo 1')).toEqual(ok(Buffer.from('picture')));
  });

  it.each([
    'https://evil.example/a.jpg',
    'http://169.254.169.254/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html;base64,PGI+',
    'data:image/jpeg,plain',
    'data:image/jpeg;charset=utf-8;base64,AAAA',
    `data:image/jpeg;base64,${base64} x`,
    base64,
    '',
  ])('may not be %s', (text) => {
    const values = { file: 'Photo 1' };
    expect(decodeDataString(text, 'Photo 1')).toMatchObject({
      ok: false,
      error: { kind: 'invalid', code: 'not_a_photo', values },
    });
  });

  it('is told to be empty', () => {
    expect(decodeDataString('data:image/jpeg;base64,', 'Photo 1')).toMatchObject({
      ok: false,
      error: { code: 'photo_empty', values: { file: 'Photo 1' } },
    });
  });

  it('is not longer than a photo may be', () => {
    const text = `data:image/jpeg;base64,${'A'.repeat(12 * 1024 * 1024)}`;
    expect(decodeDataString(text, 'Photo 2')).toMatchObject({
      ok: false,
      error: { kind: 'too-large', code: 'photo_too_large', values: { file: 'Photo 2' } },
    });
  });
});

describe('the srcset of a photo', () => {
  it('has its three widths', () => {
    expect(getPhotoSources({ hash: 'h', width: 1280, height: 960 })).toEqual({
      src: '/photos/h-640.webp',
      srcSet: '/photos/h-320.webp 320w, /photos/h-640.webp 640w, /photos/h-1280.webp 1280w',
      width: 1280,
      height: 960,
    });
  });

  it('has no width that the photo does not have', () => {
    expect(getPhotoSources({ hash: 'h', width: 400, height: 300 }).srcSet).toBe(
      '/photos/h-320.webp 320w, /photos/h-640.webp 400w',
    );
    expect(getPhotoSources({ hash: 'h', width: 100, height: 80 }).srcSet).toBe('/photos/h-320.webp 100w');
  });
});
