import { type PhotoWidth, photoWidths } from './limits';
import { renditionSize, type Size } from './rendition-size';
import type { StoredPhoto } from './stored-photo';

/** Where a photo's rendition is served; the address names its content, so that it never changes. */
export const photoPath = (hash: string, width: PhotoWidth): string => `/photos/${hash}-${width}.webp`;

/** The last part of `photoPath`, read back; null when it is none. */
export function parsePhotoFile(file: string): { hash: string; width: PhotoWidth } | null {
  const [, hash, digits] = /^([0-9a-f]{64})-(\d+)\.webp$/.exec(file) ?? [];
  const width = photoWidths.find((known) => String(known) === digits);
  return hash && width ? { hash, width } : null;
}

/** What an `<img>` needs to show a photo in the size that its place asks for. */
export type PhotoSources = Size & { src: string; srcSet: string };

/** The sources of a photo, each with its true width in pixels and none twice. */
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
