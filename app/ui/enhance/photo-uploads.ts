import { formatText } from '~/domain/shared/result';
import { photoTexts } from '~/domain/shared/error-texts';
import { isLikelyHeic, maxPhotoBytes } from '~/domain/photos/photo';
import { networkFailure } from './pages';
import { showFailed, showUploaded, type WaitingTile, createWaitingTile } from './photo-tiles';

export type DraftPhotoResponse = { hash?: string | null; message: string | null };

const isResponse = (value: unknown): value is DraftPhotoResponse =>
  typeof value === 'object' && value !== null && 'message' in value;

/** Sends a photo of an unfinished form. @throws when there is no response */
function sendPhoto(url: string, fields: FormData, onProgress: (share: number) => void): Promise<DraftPhotoResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.setRequestHeader('Accept', 'application/json');
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    request.responseType = 'json';
    request.onloadend = () => (isResponse(request.response) ? resolve(request.response) : reject());
    request.send(fields);
  });
}

/** Maximum length of a side in pixels, more than the widest rendition shows. */
const maxSide = 1600;
const quality = 0.82;
/** A photo smaller than this many bytes is sent unchanged: it takes less than a second on a slow phone. */
const smallBytes = 300_000;

/** Redraws a photo smaller, upright and on white. This drops its metadata, such as the location. */
async function redraw(file: File): Promise<Blob | null> {
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
async function shrinkPhoto(file: File): Promise<Blob | null> {
  const isHeic = isLikelyHeic(new Uint8Array(await file.slice(0, 256).arrayBuffer()));
  if (!isHeic && file.size <= smallBytes) return file;
  const smaller = await redraw(file);
  if (isHeic) return smaller;
  return smaller && smaller.size < file.size ? smaller : file;
}

/** Uploads the photos of a form one after the other: ten must not share a slow connection or a phone's memory. */
export function createUploads(url: string, form: HTMLFormElement, tiles: () => Element[], onChange: () => void) {
  let queue = Promise.resolve();
  let waiting = 0;

  const fields = (): FormData => {
    const made = new FormData();
    for (const [name, value] of new FormData(form))
      if (name === 'idempotencyKey' || name === 'photos') made.append(name, value);
    return made;
  };

  const send = async (file: File, photo: WaitingTile): Promise<void> => {
    const { picture, bar, note } = photo;
    note.textContent = 'Making it smaller...';
    const smaller = await shrinkPhoto(file);
    const values = { file: file.name };
    if (!smaller) return showFailed(photo, formatText(photoTexts.photo_is_heic, values));
    if (smaller.size > maxPhotoBytes) return showFailed(photo, formatText(photoTexts.photo_too_large, values));
    URL.revokeObjectURL(picture.src);
    picture.src = URL.createObjectURL(smaller);
    note.textContent = 'Sending...';
    const sent = fields();
    sent.set('images', smaller, file.name);
    try {
      const { hash, message } = await sendPhoto(url, sent, (share) => {
        bar.value = share;
        note.textContent = `Sending ${Math.round(share * 100)} %`;
      });
      if (!hash) return showFailed(photo, message ?? '');
      const isThere = tiles().some((tile) => tile.querySelector('input')?.value === hash);
      if (isThere) photo.tile.remove();
      else showUploaded(photo, hash);
    } catch {
      showFailed(photo, `${file.name} was not sent. ${networkFailure}`, () => {
        const next = createWaitingTile();
        photo.tile.replaceWith(next.tile);
        add(file, next);
      });
    }
  };

  const add = (file: File, photo: WaitingTile): void => {
    photo.tile.className = 'photo-tile';
    photo.picture.src = URL.createObjectURL(file);
    photo.note.textContent = 'Waiting...';
    waiting += 1;
    queue = queue.then(async () => {
      await send(file, photo);
      waiting -= 1;
      onChange();
    });
    onChange();
  };

  return {
    add,
    waiting: () => waiting,
    /** Resolves when the photos chosen so far are uploaded. */
    finished: () => queue,
  };
}
