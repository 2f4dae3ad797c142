import { createHmac, randomBytes } from 'node:crypto';
import { and, eq, exists, isNotNull, isNull, lt, max, notExists, or, type SQL, sql, sum } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database } from '~db/connection';
import { listingPhotos, listings } from '~db/schema/listings';
import { draftPhotos as drafts, photoRenditions, photos } from '~db/schema/photos';
import { stockChangePhotos } from '~db/schema/stock';
import { vehiclePhotos, vehicles } from '~db/schema/vehicles';
import { deleteEach, memoizePrepared } from '~db/statements';
import { getTimestampBefore, hourMs } from '../shared/dates';
import { commitInGroup } from '../shared/group-commit.server';
import { type AppError, err, ok, type Result } from '../shared/result';
import { sha256 } from '../shared/secrets.server';
import {
  createPhotoError,
  createTooLargeError,
  createTooManyUnusedPhotosError,
  isLikelyHeic,
  maxPhotoBytes,
  noRoomForPhotos,
  type PhotoWidth,
  photoWidths,
  type StoredPhoto,
  unusedPhotoHours,
  unusedPhotoQuota,
} from './photo';
import { estimateCost, findPhotoFormat, isTooCostly, type PhotoCost } from './photo-cost.server';
import { imageQueue, type Logo, makeLogo, makeRenditions, type Renditions } from './renditions.server';

/** Never stored, so that the hashes in the database cannot be traced back to addresses. */
let addressKey: Buffer = randomBytes(32);

/** Sets the key that all processes of the site share, so that they count the photos of an address together. */
export function sharePhotoKey(key: Buffer): void {
  addressKey = key;
}

const hashSource = (address: string): string => createHmac('sha256', addressKey).update(address).digest('base64url');

const queries = memoizePrepared((db) => {
  const selectTotalBytes = () => db.select({ bytes: sum(photos.bytes).mapWith(Number) }).from(photos);
  // A literal, as in the partial index: a bound value would not select it.
  const isUnused = sql`${photos.isUnused} = 1`;
  return {
    ofSource: selectTotalBytes()
      .where(and(isUnused, eq(photos.source, sql.placeholder('source'))))
      .prepare(),
    overall: selectTotalBytes().where(isUnused).prepare(),
  };
});

/** Unused photos are deleted within the hour after two days; some of the quota is usually free much sooner. */
const retryAfterSeconds = 3600;

/** @param quota in bytes @returns the error 'too-many' or 'unavailable'; null while there is room */
function checkQuota(db: Database, address: string, quota = unusedPhotoQuota): AppError | null {
  const { ofSource, overall } = queries(db);
  if ((ofSource.get({ source: hashSource(address) })?.bytes ?? 0) >= quota.ofAddress)
    return createTooManyUnusedPhotosError(retryAfterSeconds);
  return (overall.get()?.bytes ?? 0) >= quota.overall ? noRoomForPhotos : null;
}

/** Some programs put line breaks before a JPEG; every viewer skips them. */
function skipLineBreaks(bytes: Buffer): Buffer {
  const start = bytes.subarray(0, 8).findIndex((byte) => byte !== 0x0d && byte !== 0x0a);
  const rest = bytes.subarray(Math.max(0, start));
  return findPhotoFormat(rest) === 'jpeg' ? rest : bytes;
}

/** By size and header: before it waits, and before anything is decoded. */
function checkPhoto(bytes: Buffer, file: string): Result<PhotoCost> {
  if (bytes.length === 0) return createPhotoError({ code: 'photo_empty', values: { file } });
  if (bytes.length > maxPhotoBytes) return createTooLargeError(file);
  if (isLikelyHeic(bytes)) return createPhotoError({ code: 'photo_is_heic', values: { file } });
  const format = findPhotoFormat(bytes);
  if (!format) return createPhotoError({ code: 'not_a_photo', values: { file } });
  const cost = estimateCost(bytes, format);
  if (!cost) return createPhotoError({ code: 'photo_damaged', values: { file } });
  return isTooCostly(cost) ? createPhotoError({ code: 'photo_too_costly', values: { file } }) : ok(cost);
}

export const readLogo = (upload: Buffer, file: string, address: string): Promise<Result<Logo>> => {
  const bytes = skipLineBreaks(upload);
  const checked = checkPhoto(bytes, file);
  return checked.ok ? imageQueue.run(address, () => makeLogo(bytes, checked.value, file)) : Promise.resolve(checked);
};

/** Not in a transaction. Uploaded bytes are never stored. @returns 'too-large', 'invalid', 'too-many', 'unavailable' */
export async function storePhoto(
  db: Database,
  upload: Buffer,
  file: string,
  now: Date,
  address = '',
): Promise<Result<StoredPhoto>> {
  const made = await processPhoto(db, upload, file, address);
  return made.ok ? commitInGroup(db, () => ok(storeRenditions(db, made.value, now, address))) : made;
}

/** As `storePhoto`, without storing it. */
export async function processPhoto(
  db: Database,
  upload: Buffer,
  file: string,
  address: string,
): Promise<Result<Renditions>> {
  const bytes = skipLineBreaks(upload);
  const checked = checkPhoto(bytes, file);
  if (!checked.ok) return checked;
  return imageQueue.run(address, async () => {
    const error = checkQuota(db, address);
    return error ? err(error) : makeRenditions(bytes, checked.value, file);
  });
}

export const hashRenditions = ({ webp }: Pick<Renditions, 'webp'>): string => sha256(webp[1280]);

/** In a transaction of its own, or in a savepoint. */
export function storeRenditions(db: Database, { size, webp }: Renditions, now: Date, address: string): StoredPhoto {
  const hash = hashRenditions({ webp });
  const createdAt = now.toISOString();
  const bytes = photoWidths.reduce((sum, width) => sum + webp[width].length, 0);
  db.$client
    .transaction(() => {
      // A repeated upload renews the timestamp: the photo must be stored for the form of the last upload.
      db.insert(photos)
        .values({ hash, ...size, createdAt, bytes, source: hashSource(address) })
        .onConflictDoUpdate({ target: photos.hash, set: { createdAt } })
        .run();
      const renditions = photoWidths.map((width) => {
        return { photoHash: hash, width, webp: webp[width], checksum: sha256(webp[width]) };
      });
      db.insert(photoRenditions).values(renditions).onConflictDoNothing().run();
    })
    .immediate();
  return { hash, ...size };
}

const reads = memoizePrepared((db) => {
  const { photoHash } = photoRenditions;
  const isOnListing = (isVisible: (hiddenAt: SQLiteColumn) => SQL) =>
    db
      .select({ hash: listingPhotos.photoHash })
      .from(listingPhotos)
      .innerJoin(listings, eq(listings.id, listingPhotos.listingId))
      .where(and(eq(listingPhotos.photoHash, photoHash), isVisible(listings.hiddenAt)));
  const isOnVehicle = (isVisible: (hiddenAt: SQLiteColumn) => SQL) =>
    db
      .select({ hash: vehiclePhotos.photoHash })
      .from(vehiclePhotos)
      .innerJoin(vehicles, eq(vehicles.id, vehiclePhotos.vehicleId))
      .where(and(eq(vehiclePhotos.photoHash, photoHash), isVisible(vehicles.hiddenAt)));
  const onDraft = db.select({ hash: drafts.photoHash }).from(drafts).where(eq(drafts.photoHash, photoHash));
  const isHidden = and(
    or(exists(isOnListing(isNotNull)), exists(isOnVehicle(isNotNull))),
    notExists(isOnListing(isNull)),
    notExists(isOnVehicle(isNull)),
    notExists(onDraft),
  );
  const select = (condition: SQL | undefined) =>
    db
      .select({ webp: photoRenditions.webp, checksum: photoRenditions.checksum })
      .from(photoRenditions)
      .where(
        and(eq(photoHash, sql.placeholder('hash')), eq(photoRenditions.width, sql.placeholder('width')), condition),
      )
      .prepare();
  return { shown: select(sql`NOT ${isHidden}`), any: select(undefined) };
});

/** Maximum number of renditions remembered as verified since the start, so that verification cannot exhaust memory. */
const maxVerified = 30_000;
const verified = new Set<string>();

/** Whether a WebP file has the length its header declares; a truncated one does not. */
const isWhole = (webp: Buffer): boolean =>
  webp.length > 12 &&
  webp.toString('latin1', 0, 4) === 'RIFF' &&
  webp.toString('latin1', 8, 12) === 'WEBP' &&
  webp.readUInt32LE(4) + 8 === webp.length;

/** Whether the bytes of a rendition are those that were stored. The checksum is verified once per start. */
function isIntact(name: string, { webp, checksum }: { webp: Buffer; checksum: string }): boolean {
  if (!isWhole(webp)) return false;
  if (verified.has(name)) return true;
  if (sha256(webp) !== checksum) return false;
  if (verified.size >= maxVerified) verified.clear();
  verified.add(name);
  return true;
}

/** Thrown for a photo whose stored bytes are damaged, since browsers would cache it for a year. */
export class DamagedPhoto extends Error {}

/** Null also when only hidden content shows it. @throws DamagedPhoto when its bytes are not those stored */
export function findRendition(
  db: Database,
  hash: string,
  width: PhotoWidth,
  { areHiddenShown = false } = {},
): Buffer | null {
  const rendition = reads(db)[areHiddenShown ? 'any' : 'shown'].get({ hash, width });
  if (!rendition) return null;
  if (!isIntact(`${hash}-${width}`, rendition)) {
    throw new DamagedPhoto(`The photo ${hash} is damaged at width ${width}.`);
  }
  return rendition.webp;
}

const isUnusedBy = (
  db: Database,
  tables: readonly (typeof listingPhotos | typeof vehiclePhotos | typeof drafts | typeof stockChangePhotos)[],
): SQL[] =>
  tables.map((table) =>
    notExists(db.select({ hash: table.photoHash }).from(table).where(eq(table.photoHash, photos.hash))),
  );

/** At once, and not after the two days for which an unfinished form may want them; others may show the same photo. */
export function deleteUnusedPhotos(db: Database, hashes: readonly string[]): number {
  return hashes.reduce(
    (deleted, hash) =>
      deleted +
      db
        .delete(photos)
        .where(and(eq(photos.hash, hash), ...isUnusedBy(db, [listingPhotos, vehiclePhotos, stockChangePhotos])))
        .run().changes,
    0,
  );
}

/** Rows deleted in one run, few enough not to delay requests. The next run deletes the rest. */
const batch = 200;

/** At most 200 of each per call, in one immediate transaction. @returns number of photos deleted */
export function purgeStalePhotos(db: Database, now: Date): number {
  const cutoff = getTimestampBefore(now, unusedPhotoHours * hourMs);
  const purge = (): number => {
    const stale = db
      .select({ id: drafts.draftId })
      .from(drafts)
      .groupBy(drafts.draftId)
      .having(lt(max(drafts.createdAt), cutoff))
      .limit(batch)
      .all();
    deleteEach(db, drafts, drafts.draftId, stale);
    const unused = db
      .select({ id: photos.hash })
      .from(photos)
      .where(
        and(lt(photos.createdAt, cutoff), ...isUnusedBy(db, [listingPhotos, vehiclePhotos, drafts, stockChangePhotos])),
      )
      .orderBy(photos.createdAt)
      .limit(batch)
      .all();
    return deleteEach(db, photos, photos.hash, unused);
  };
  return db.$client.transaction(purge).immediate();
}
