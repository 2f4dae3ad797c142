/**
 * What a photo may be and how it is kept (docs/product.md, "Photos"). Plain numbers, for every side to show or
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

/** What a rendition never weighs more than, whatever the picture shows: one of noise loses its detail instead. */
export const renditionBytesMaximum = 300_000;

/**
 * Bytes of photos that no listing or vehicle shows, for each client address and for all together. A form with ten photos
 * of ordinary detail takes 2 MB, one with ten pictures of noise 6 MB; many phones share one address.
 */
export const unusedPhotoQuota = { ofAddress: 64 * 1024 * 1024, overall: 512 * 1024 * 1024 } as const;

/** For the `accept` of a file input. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;

/** How long a photo that no listing uses is kept for a form that is not finished yet. */
export const unusedPhotoHours = 48;
