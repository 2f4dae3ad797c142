import { type PhotoWidth, photoTallest } from './limits';

export type Size = { width: number; height: number };

/** Size in pixels of a photo's rendition for a nominal width: never enlarged, and never higher than 2.5 widths. */
export function renditionSize(photo: Size, nominal: PhotoWidth): Size {
  const scale = Math.min(1, nominal / photo.width, (nominal * photoTallest) / photo.height);
  return {
    width: Math.max(1, Math.round(photo.width * scale)),
    height: Math.max(1, Math.round(photo.height * scale)),
  };
}
