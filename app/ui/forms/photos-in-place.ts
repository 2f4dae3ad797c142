import { photoIsHeic, maxPhotoBytes, photosFull, maxPhotos, photoTooLarge } from '~/domain/photos/photo';
import { networkFailure } from '../enhance/forms';
import { fail, finish, orderOfPhotos, type WaitingTile, waitingTile } from './photo-tiles';
import { shrinkPhoto } from './shrink-photo';

/** Response of `/draft-photos`: the photo that was added, or the error. */
export type DraftPhotoResponse = { hash: string | null; message: string | null };

const isResponse = (value: unknown): value is DraftPhotoResponse =>
  typeof value === 'object' && value !== null && 'hash' in value && 'message' in value;

/** Sends a change of an unfinished form's photos. @throws when there is no response */
function post(url: string, fields: FormData, onProgress?: (share: number) => void): Promise<DraftPhotoResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.setRequestHeader('Accept', 'application/json');
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded / total);
    request.responseType = 'json';
    request.onloadend = () => (isResponse(request.response) ? resolve(request.response) : reject());
    request.send(fields);
  });
}

/**
 * The script of a photo chooser (docs/product.md, "Photos"): photos are resized and uploaded as soon as they are
 * chosen, one at a time, each with its progress; they are sorted and removed in place. The form is sent after its
 * photos.
 *
 * @param chooser element of `PhotoChooser`
 * @returns a function that removes its event handlers
 */
export function photosInPlace(chooser: HTMLElement): () => void {
  const url = chooser.dataset.photos ?? '';
  const form = chooser.closest('form');
  const list = chooser.querySelector('ul');
  const input = chooser.querySelector<HTMLInputElement>('[type=file]');
  const status = chooser.querySelector('[role=status]');
  const place = input?.closest('li');
  const handlers = new AbortController();
  const { signal } = handlers;
  if (!form || !list || !input || !status || !place) return () => undefined;

  /** Uploads run one after the other: ten photos must not share a slow connection or the memory of a phone. */
  let queue = Promise.resolve();
  let waiting = 0;
  let isHeld = false;

  const fields = (): FormData => {
    const key = new FormData(form).get('idempotencyKey');
    const made = new FormData();
    if (key !== null) made.set('idempotencyKey', key);
    return made;
  };
  const { tiles, moveTo, ...order } = orderOfPhotos(list, status);

  const number = (): void => {
    order.number();
    place.hidden = tiles().length + waiting >= maxPhotos;
  };

  const send = async (file: File, photo: WaitingTile): Promise<void> => {
    const { picture, bar, note } = photo;
    note.textContent = 'Making it smaller...';
    const smaller = await shrinkPhoto(file);
    if (!smaller) return fail(photo, photoIsHeic(file.name));
    if (smaller.size > maxPhotoBytes) return fail(photo, photoTooLarge(file.name));
    picture.src ||= URL.createObjectURL(smaller);
    note.textContent = 'Sending...';
    const sent = fields();
    sent.set('images', smaller, file.name);
    try {
      const { hash, message } = await post(url, sent, (share) => {
        bar.value = share;
      });
      if (hash === null) return fail(photo, message ?? '');
      const isThere = tiles().some((tile) => tile.querySelector('input')?.value === hash);
      if (isThere) photo.tile.remove();
      else finish(photo, hash);
    } catch {
      fail(photo, `${file.name} was not sent. ${networkFailure}`, () => {
        const next = waitingTile();
        photo.tile.replaceWith(next.tile);
        take(file, next);
      });
    }
  };

  const take = (file: File, photo: WaitingTile): void => {
    photo.tile.className = 'photo-tile';
    photo.note.textContent = 'Waiting...';
    waiting += 1;
    queue = queue.then(async () => {
      await send(file, photo);
      waiting -= 1;
      number();
    });
    number();
  };

  const choose = (files: Iterable<File>): void => {
    status.textContent = '';
    for (const file of files) {
      if (tiles().length + waiting >= maxPhotos) {
        status.textContent = photosFull;
        return;
      }
      const photo = waitingTile();
      place.before(photo.tile);
      take(file, photo);
    }
  };

  const chooseFromInput = (): void => {
    const files = [...(input.files ?? [])];
    input.value = '';
    choose(files);
  };
  input.addEventListener('change', chooseFromInput, { signal });
  chooser.addEventListener(
    'dragover',
    (event) => event.dataTransfer?.types.includes('Files') && event.preventDefault(),
    {
      signal,
    },
  );
  chooser.addEventListener(
    'drop',
    (event) => {
      if (!event.dataTransfer?.files.length) return;
      event.preventDefault();
      choose(event.dataTransfer.files);
    },
    { signal },
  );

  list.addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      const tile = button?.closest('li');
      if (!button?.name || !tile) return;
      event.preventDefault();
      const all = tiles();
      const at = all.indexOf(tile);
      if (button.name === 'movePhoto') return moveTo(tile, all[button.value.startsWith('earlier') ? at - 1 : at + 1]);
      tile.remove();
      number();
      input.focus();
      const removal = fields();
      removal.set('removePhoto', button.value);
      // If this request fails, the photo reappears with the form's next response.
      queue = queue
        .then(() => post(url, removal))
        .then(
          () => undefined,
          () => undefined,
        );
    },
    { signal },
  );

  list.addEventListener('pointerdown', order.drag, { signal });

  form.addEventListener(
    'submit',
    (event) => {
      const { submitter } = event;
      const failed = list.querySelector<HTMLElement>('[data-again]');
      if (waiting === 0 && !failed) return;
      event.preventDefault();
      event.stopPropagation();
      if (waiting === 0) {
        status.textContent = 'A photo was not sent. Try again, or leave it out.';
        failed?.focus();
        return;
      }
      status.textContent = 'The form is sent as soon as its photos have arrived.';
      if (isHeld) return;
      isHeld = true;
      void queue.then(() => {
        isHeld = false;
        if (!list.querySelector('[data-again]')) status.textContent = '';
        form.requestSubmit(submitter);
      });
    },
    { signal },
  );

  number();
  // On a slow connection photos may have been chosen before this script loaded.
  if (input.files?.length) chooseFromInput();
  return () => handlers.abort();
}
