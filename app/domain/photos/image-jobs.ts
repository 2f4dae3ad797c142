import type { Size } from './photo';
import type { PhotoFormat } from './photo-cost.server';

/** A photo to decode. `pixels` and `isWhole` are those of its header. */
type PhotoJob = { bytes: Uint8Array; format: PhotoFormat; pixels: number; isWhole: boolean };

/** Work of the image process. SVG is never untrusted input. */
export type ImageJob =
  | ({ kind: 'renditions' } & PhotoJob)
  | ({ kind: 'logo' } & PhotoJob)
  /** One of our own illustrations, as PNG. */
  | { kind: 'drawing'; svg: string }
  /**
   * One of our own illustrations over a photo, as a JPEG for messengers. The whole photo is shown in the area down to
   * `pictureHeight`, on a blurred copy that fills the area.
   */
  | { kind: 'overlay'; svg: string; size: Size & { pictureHeight: number }; photo: Uint8Array | null };

/** Why a photo is refused by its content. */
export const photoFailures = ['too-small', 'damaged', 'too-costly'] as const;
export type PhotoFailure = (typeof photoFailures)[number];

/** Reply of the image process. `error` is the message of an exception in a job of our own. */
export type ImageReply = { value: unknown } | { failure: PhotoFailure } | { error: string };
