import { photoPath } from '~/domain/photos/photo-address';
import type { ChosenPhoto } from './photo-chooser';

/** A stored photo as its thumbnail in a form. */
export const chosenPhoto = ({ hash }: { hash: string }): ChosenPhoto => ({ hash, src: photoPath(hash, 320) });
