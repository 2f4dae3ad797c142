/**
 * What a photo may be and how it is kept (decisions.md sections 5 and 6). Plain numbers, for every side to show or
 * check.
 */
export const photosMaximum = 10;
export const photoMaximumBytes = 8 * 1024 * 1024;
export const photoMaximumPixels = 40_000_000;

/** Widths in pixels that every photo is kept in, narrowest first. */
export const photoWidths = [320, 640, 1280] as const;
export type PhotoWidth = (typeof photoWidths)[number];
/**
 * A rendition is at most this many times as high as its nominal width: a long screenshot must not weigh like ten
 * photos.
 */
export const photoTallest = 2.5;
/** What a rendition should weigh at most: SQLite reads blobs of this size faster than the file system opens files. */
export const renditionBytesAim = 100_000;

/** For the `accept` of a file input. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;

/** How long a photo that no listing uses is kept for a form that is not finished yet. */
export const unusedPhotoHours = 48;
