/** Limits of a photo and its renditions (docs/product.md, "Photos"). Plain numbers, shared by server and browser. */
export const photosMaximum = 10;
export const photoMaximumBytes = 8 * 1024 * 1024;
export const photoMaximumPixels = 40_000_000;

/** Widths in pixels in which every photo is stored, narrowest first. */
export const photoWidths = [320, 640, 1280] as const;
export type PhotoWidth = (typeof photoWidths)[number];
/**
 * Maximum height of a rendition, as a multiple of its nominal width: a long screenshot must not weigh as much as ten
 * photos.
 */
export const photoTallest = 2.5;
/** Target size of a rendition in bytes: SQLite reads blobs of this size faster than the file system opens files. */
export const renditionBytesAim = 100_000;

/** Maximum size of a rendition in bytes, whatever the image: one of noise loses detail instead. */
export const renditionBytesMaximum = 300_000;

/**
 * Quota in bytes for photos that no listing or vehicle shows, per client address and in total. A form with ten photos
 * of ordinary detail takes 2 MB, one with ten images of noise 6 MB; many phones share one address.
 */
export const unusedPhotoQuota = { ofAddress: 64 * 1024 * 1024, overall: 512 * 1024 * 1024 } as const;

/** Value of the `accept` attribute of file inputs. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;

/** Hours for which a photo that no listing uses is kept for an unfinished form. */
export const unusedPhotoHours = 48;
