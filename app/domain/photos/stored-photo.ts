import type { Size } from './rendition-size';

/** A photo that is kept: its name everywhere, a hash of its content, and the size in pixels of its widest rendition. */
export type StoredPhoto = Size & { hash: string };
