import { looksLikeHeic } from '~/domain/photos/photo';

/** Maximum length of a side in pixels, more than the widest rendition shows. */
const maxSide = 1600;
const quality = 0.82;
/** A photo smaller than this many bytes is sent unchanged: it takes less than a second on a slow phone. */
const smallBytes = 300_000;

/** Redraws a photo smaller, upright and on white. This drops its metadata, such as the location. */
async function draw(file: File): Promise<Blob | null> {
  const image = new Image();
  // An image element applies the orientation in every browser, and decodes HEIC where the system can.
  image.src = URL.createObjectURL(file);
  const canvas = document.createElement('canvas');
  try {
    await image.decode();
    const scale = Math.min(1, maxSide / Math.max(image.naturalWidth, image.naturalHeight));
    canvas.width = Math.round(image.naturalWidth * scale);
    canvas.height = Math.round(image.naturalHeight * scale);
    const context = canvas.getContext('2d');
    if (!context) return null;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(image.src);
    // Phones are slow to free the memory of a canvas.
    canvas.width = 0;
  }
}

/**
 * Resizes a photo in the browser before it is sent (docs/product.md, "Photos"): a JPEG of at most 1,600 pixels. Call
 * for one photo at a time: a decoded phone photo takes 50 MB.
 *
 * @returns the photo itself when it is small already, or the browser cannot decode it; null for a HEIC photo that it
 * cannot decode, which the server could not either
 */
export async function shrinkPhoto(file: File): Promise<Blob | null> {
  const isHeic = looksLikeHeic(new Uint8Array(await file.slice(0, 256).arrayBuffer()));
  if (!isHeic && file.size <= smallBytes) return file;
  const smaller = await draw(file);
  if (isHeic) return smaller;
  return smaller && smaller.size < file.size ? smaller : file;
}
