import { type PhotoWidth, photoWidths } from './limits';
import { renditionSize, type Size } from './rendition-size';
import type { StoredPhoto } from './stored-photo';

/** Path of a photo's rendition. It is content-addressed, so the response never changes. */
export const photoPath = (hash: string, width: PhotoWidth): string => `/photos/${hash}-${width}.webp`;

/** Parses the last segment of `photoPath`; null for any other text. */
export function parsePhotoFile(file: string): { hash: string; width: PhotoWidth } | null {
  const [, hash, digits] = /^([0-9a-f]{64})-(\d+)\.webp$/.exec(file) ?? [];
  const width = photoWidths.find((known) => String(known) === digits);
  return hash && width ? { hash, width } : null;
}

/** Attributes with which an `<img>` loads a photo at the size its layout needs. */
export type PhotoSources = Size & { src: string; srcSet: string };

/** Sources of a photo, each with its true width in pixels and without duplicates. */
export function photoSources(photo: StoredPhoto): PhotoSources {
  const candidates = photoWidths.map((nominal) => ({
    path: photoPath(photo.hash, nominal),
    width: renditionSize(photo, nominal).width,
  }));
  const different = candidates.filter(({ width }, at) => at === 0 || width !== candidates[at - 1]?.width);
  return {
    src: photoPath(photo.hash, 640),
    srcSet: different.map(({ path, width }) => `${path} ${width}w`).join(', '),
    width: photo.width,
    height: photo.height,
  };
}
