import { photosInPlace } from '../forms/photos-in-place';

/** The script of photo choosers. On the sell form React starts it, which renders the chooser anew after a response. */
export { photosInPlace };

if (!('__remixContext' in window)) {
  for (const chooser of document.querySelectorAll<HTMLElement>('[data-photos]')) photosInPlace(chooser);
}
