import { enhancePhotoChooser } from './photo-chooser';

/* The script of photo choosers on enhanced screens. The sell form's own script includes it. */
for (const chooser of document.querySelectorAll<HTMLElement>('[data-photos]')) enhancePhotoChooser(chooser);
