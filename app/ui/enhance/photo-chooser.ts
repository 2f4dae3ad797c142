import { maxPhotos } from '~/domain/photos/photo';
import { photoTexts } from '~/domain/shared/error-texts';
import { createPhotoOrder, createWaitingTile } from './photo-tiles';
import { createUploads } from './photo-uploads';

/**
 * The script of a photo chooser (docs/product.md, "Photos"): photos are resized and uploaded as soon as they are
 * chosen, one at a time, each with its progress; they are sorted and removed in place. The form is sent after its
 * photos.
 *
 * @param chooser element of `PhotoChooser`
 * @returns a function that removes its event handlers
 */
export function enhancePhotoChooser(chooser: HTMLElement): () => void {
  const url = chooser.dataset.photos ?? '';
  const form = chooser.closest('form');
  const list = chooser.querySelector('ul');
  const input = chooser.querySelector<HTMLInputElement>('[type=file]');
  const status = chooser.querySelector('[role=status]');
  const place = input?.closest('li');
  const handlers = new AbortController();
  const { signal } = handlers;
  if (!form || !list || !input || !status || !place) return () => undefined;

  const { tiles, number, moveTo, drag } = createPhotoOrder(list, status);
  const count = (): number => tiles().length + uploads.waiting();
  let countWaiting = (): void => undefined;
  const update = (): void => {
    number();
    place.hidden = count() >= maxPhotos;
    for (const [at, guided] of [...chooser.querySelectorAll<HTMLElement>('.photo-places > li')].entries())
      guided.hidden = at < count();
    countWaiting();
  };
  const uploads = createUploads(url, form, tiles, update);

  const choose = (files: Iterable<File>): void => {
    status.textContent = '';
    for (const file of files) {
      if (count() >= maxPhotos) {
        status.textContent = photoTexts.photos_full;
        return;
      }
      const photo = createWaitingTile();
      place.before(photo.tile);
      uploads.add(file, photo);
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
    { signal },
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
  list.addEventListener('pointerdown', drag, { signal });
  list.addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      const tile = button?.closest('li');
      if (!button?.name || !tile) return;
      event.preventDefault();
      const all = tiles();
      const at = all.indexOf(tile);
      if (button.name === 'movePhoto') {
        return moveTo(tile, all[button.value.startsWith('earlier') ? at - 1 : at + 1]);
      }
      tile.remove();
      update();
      input.focus();
    },
    { signal },
  );
  countWaiting = sendAfterPhotos(form, list, status, uploads, signal);

  update();
  // On a slow connection photos may have been chosen before this script loaded.
  if (input.files?.length) chooseFromInput();
  return () => handlers.abort();
}

/** The button at which a press is seen: Enter in a field presses a hidden one with the same value. */
function findShownButton(form: HTMLFormElement, submitter: HTMLElement | null): HTMLButtonElement | null {
  if (!(submitter instanceof HTMLButtonElement)) return null;
  const { name, value } = submitter;
  return (
    [...form.querySelectorAll('button')].filter((button) => button.name === name && button.value === value).at(-1) ??
    null
  );
}

/** Shows at a pressed button that its form waits for photos, which may be screens away. */
function showWaiting(button: HTMLButtonElement) {
  // The text node stays: in a hydrated form it belongs to React.
  const label = [...button.childNodes].find((node) => node instanceof Text);
  const text = label?.data ?? '';
  const note = document.createElement('span');
  note.className = 'note';
  note.role = 'status';
  button.after(note);
  button.ariaBusy = 'true';
  if (label) label.data = button.dataset.busy ?? text;
  return {
    count: (photos: number): void => {
      note.textContent = `Waiting for ${photos} ${photos === 1 ? 'photo' : 'photos'} to be sent`;
    },
    end: (): void => {
      note.remove();
      button.ariaBusy = null;
      if (label) label.data = text;
    },
  };
}

/**
 * Sends the form once its photos are uploaded, and not while the upload of one has failed.
 *
 * @returns a function to call when the number of photos that are not uploaded yet changes
 */
function sendAfterPhotos(
  form: HTMLFormElement,
  list: Element,
  status: Element,
  uploads: ReturnType<typeof createUploads>,
  signal: AbortSignal,
): () => void {
  /** The last button pressed while photos were being sent; undefined if none was. */
  let held: HTMLElement | null | undefined;
  let notice: ReturnType<typeof showWaiting> | null = null;
  const update = (): void => notice?.count(uploads.waiting());
  form.addEventListener(
    'submit',
    (event) => {
      const failed = list.querySelector<HTMLElement>('[data-again]');
      const waiting = uploads.waiting();
      if (waiting === 0 && !failed) return;
      event.preventDefault();
      event.stopPropagation();
      if (waiting === 0) {
        status.textContent = 'A photo was not sent. Try again, or leave it out.';
        // A script that shows one part at a time shows this one.
        failed?.dispatchEvent(new Event('beforematch', { bubbles: true }));
        failed?.focus();
        return;
      }
      const isFirst = held === undefined;
      held = event.submitter;
      notice?.end();
      const button = findShownButton(form, held);
      notice = button && showWaiting(button);
      update();
      if (!isFirst) return;
      void uploads.finished().then(() => {
        const pressed = held ?? null;
        held = undefined;
        notice?.end();
        notice = null;
        form.requestSubmit(pressed);
      });
    },
    { signal },
  );
  return update;
}
