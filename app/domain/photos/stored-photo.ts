import type { Size } from './rendition-size';

/** A stored photo: the content hash that names it everywhere, and the size in pixels of its widest rendition. */
export type StoredPhoto = Size & { hash: string };
