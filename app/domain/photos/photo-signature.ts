/** Four-character codes are ASCII in WebP and AVIF files. */
const letters = (bytes: Buffer, from: number, to = from + 4): string => bytes.toString('latin1', from, to);

const jpegStart = Buffer.from([0xff, 0xd8, 0xff]);
const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const startsWith = (bytes: Buffer, start: Buffer): boolean => bytes.subarray(0, start.length).equals(start);

/** HEIC uses the same container as AVIF; only the declared brands tell them apart. */
function isAvif(bytes: Buffer): boolean {
  if (bytes.length < 16 || letters(bytes, 4) !== 'ftyp') return false;
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256);
  const brands = [letters(bytes, 8)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(letters(bytes, at));
  return brands.includes('avif') || brands.includes('avis');
}

/**
 * Whether the first bytes are those of a JPEG, PNG, WebP or AVIF. The file name and media type of the upload are
 * ignored.
 */
export function looksLikePhoto(bytes: Buffer): boolean {
  return (
    startsWith(bytes, jpegStart) ||
    startsWith(bytes, pngStart) ||
    (letters(bytes, 0) === 'RIFF' && letters(bytes, 8) === 'WEBP') ||
    isAvif(bytes)
  );
}
