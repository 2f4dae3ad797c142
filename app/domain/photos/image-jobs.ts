import type { Size } from './photo';
import type { PhotoFormat } from './photo-cost.server';

type PhotoJob = { bytes: Uint8Array; format: PhotoFormat; pixels: number; isWhole: boolean };

/** Work of the image process. SVG is never untrusted input. */
export type ImageJob =
  | ({ kind: 'renditions' } & PhotoJob)
  | ({ kind: 'logo' } & PhotoJob)
  | { kind: 'drawing'; svg: string }
  /** As a JPEG for messengers; the whole photo is shown down to `pictureHeight`, on a blurred copy. */
  | { kind: 'overlay'; svg: string; size: Size & { pictureHeight: number }; photo: Uint8Array | null };

export const photoFailures = ['too-small', 'damaged', 'too-costly'] as const;
export type PhotoFailure = (typeof photoFailures)[number];

/** Reply of the image process. `error` is the message of an exception in a job of our own. */
export type ImageReply = { value: unknown } | { failure: PhotoFailure } | { error: string };
