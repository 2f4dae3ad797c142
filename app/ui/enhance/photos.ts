import { photosInPlace } from '../forms/photos-in-place';

/* The script of photo choosers on enhanced screens. That of the sell form contains it. */
for (const chooser of document.querySelectorAll<HTMLElement>('[data-photos]')) photosInPlace(chooser);
