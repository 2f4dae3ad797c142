import { type AppError, err, type Reason } from '../shared/result';

/** Limits of a photo and its renditions (docs/product.md, "Photos"). Plain numbers, shared by server and browser. */
export const maxPhotos = 10;
/** Of several vehicles at once; more can be sent afterwards. */
export const maxNamedPhotos = 40;
export const maxPhotoBytes = 8 * 1024 * 1024;
/** In pixels; a smaller picture shows no vehicle. */
export const minPhotoSide = 16;

/** Widths in pixels in which every photo is stored, narrowest first. */
export const photoWidths = [320, 640, 1280] as const;
export type PhotoWidth = (typeof photoWidths)[number];
/** As a multiple of the nominal width: limits the bytes of a long screenshot. */
export const maxPhotoRatio = 2.5;
/** Target size of a rendition in bytes: SQLite reads blobs of this size faster than the file system opens files. */
export const renditionTargetBytes = 100_000;

/** Maximum size of a rendition in bytes: an image of noise loses detail instead. */
export const maxRenditionBytes = 300_000;

/** In bytes. A form with ten photos takes 2 to 6 MB; many phones share one address. */
export const unusedPhotoQuota = { ofAddress: 64 * 1024 * 1024, overall: 512 * 1024 * 1024 } as const;

export const photoTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;

export const unusedPhotoHours = 48;

export type Size = { width: number; height: number };

/** Size in pixels of a photo's rendition for a nominal width: never enlarged, and never higher than 2.5 widths. */
export function getRenditionSize(photo: Size, nominal: PhotoWidth): Size {
  const scale = Math.min(1, nominal / photo.width, (nominal * maxPhotoRatio) / photo.height);
  return {
    width: Math.max(1, Math.round(photo.width * scale)),
    height: Math.max(1, Math.round(photo.height * scale)),
  };
}

/** Path of a photo's rendition. It is content-addressed, so the response never changes. */
export const getPhotoPath = (hash: string, width: PhotoWidth): string => `/photos/${hash}-${width}.webp`;

/** Parses the last segment of `getPhotoPath`; null for any other text. */
export function parsePhotoFile(file: string): { hash: string; width: PhotoWidth } | null {
  const [, hash, digits] = /^([0-9a-f]{64})-(\d+)\.webp$/.exec(file) ?? [];
  const width = photoWidths.find((known) => String(known) === digits);
  return hash && width ? { hash, width } : null;
}

export type PhotoSources = Size & { src: string; srcSet: string };

export function getPhotoSources(photo: StoredPhoto): PhotoSources {
  const candidates = photoWidths.map((nominal) => ({
    path: getPhotoPath(photo.hash, nominal),
    width: getRenditionSize(photo, nominal).width,
  }));
  const different = candidates.filter(({ width }, at) => at === 0 || width !== candidates[at - 1]?.width);
  return {
    src: getPhotoPath(photo.hash, 640),
    srcSet: different.map(({ path, width }) => `${path} ${width}w`).join(', '),
    width: photo.width,
    height: photo.height,
  };
}

/** The main brand first; none for a file that is not of the ISO container (AVIF, HEIC). */
export function readDeclaredBrands(bytes: Uint8Array): string[] {
  const letters = (from: number, to = from + 4) => String.fromCharCode(...bytes.subarray(from, to));
  if (bytes.length < 16 || letters(4) !== 'ftyp') return [];
  const end = Math.min(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0), bytes.length, 256);
  return [letters(8), ...(letters(16, end).match(/.{4}/gs) ?? [])];
}

const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

/** Whether the first bytes are those of a HEIC or HEIF photo, as iPhones take them. An AVIF may declare `mif1` too. */
export function isLikelyHeic(bytes: Uint8Array): boolean {
  const brands = readDeclaredBrands(bytes);
  return !brands.includes('avif') && !brands.includes('avis') && brands.some((brand) => heicBrands.includes(brand));
}

const maxFileNameLength = 60;

/** No folders, control or bidirectional characters, at most 60 characters. @returns 'This photo' if nothing is left */
export function formatFileName(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const letters = [...base.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, '').trim()];
  if (letters.length === 0) return 'This photo';
  return letters.length > maxFileNameLength ? `${letters.slice(0, maxFileNameLength - 1).join('')}…` : letters.join('');
}

export const photosBusy: AppError = { kind: 'unavailable', code: 'photos_busy', retryAfterSeconds: 60 };

/** While the process for pictures does not start: the release is damaged, or the machine has no memory left. */
export const photosUnavailable: AppError = { kind: 'unavailable', code: 'photos_unavailable', retryAfterSeconds: 300 };

/** @param retryAfterSeconds until the first of them may have been deleted */
export const createTooManyUnusedPhotosError = (retryAfterSeconds: number): AppError => ({
  kind: 'too-many',
  code: 'too_many_unused_photos',
  retryAfterSeconds,
});
export const noRoomForPhotos: AppError = { kind: 'unavailable', code: 'no_room_for_photos', retryAfterSeconds: 3600 };

type ErrorResponse = { ok: false; error: AppError };

/** @param file name from `formatFileName`, as in all errors of photos */
export const createTooLargeError = (file: string): ErrorResponse =>
  err({ kind: 'too-large', code: 'photo_too_large', values: { file } });
/** @param positions of the photos in the form, counted from 1 */
export const createGonePhotosError = (positions: readonly number[]): ErrorResponse => {
  const reason: Reason = {
    code: 'photos_gone',
    values: { count: positions.length, positions: positions.join(', ') },
  };
  return err({ kind: 'invalid', ...reason, errors: { images: reason } });
};
/** Error for a photo that is not accepted; only Safari decodes HEIC, whose codec needs a licence on a server. */
export const createPhotoError = (reason: Reason): ErrorResponse => err({ kind: 'invalid', ...reason, errors: {} });

/** A file that was uploaded for the vehicle its name says: its photo, or why there is none. */
export type NamedPhoto = { file: string; hash: string; problem?: undefined } | { file: string; problem: string };

/** A stored photo: the content hash that names it everywhere, and the size in pixels of its widest rendition. */
export type StoredPhoto = Size & { hash: string };
