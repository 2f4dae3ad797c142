import type { Problem } from '~/domain/outcome';
import { photoMaximumBytes, photosMaximum } from '~/domain/photos/limits';

/** Limits of one form (docs/product.md, "Sizes"). */
export const formLimits = {
  textBytes: 256 * 1024,
  fields: 200,
  fieldNameBytes: 100,
  files: photosMaximum,
  fileBytes: photoMaximumBytes,
  /**
   * Files that are too large are skipped to reach the text after them, as long as the whole body stays within this
   * limit. It is below the limit of the server, so that the form reports the error.
   */
  bodyBytes: 2 * photosMaximum * photoMaximumBytes,
} as const;

export const unreadableForm: Problem = {
  kind: 'invalid',
  message: 'The form did not arrive whole. Please send it again.',
  errors: {},
};
export const tooMuchText: Problem = { kind: 'too-large', message: 'The form holds too much text. Please shorten it.' };
export const tooLargeForm: Problem = {
  kind: 'too-large',
  message: 'The files are too large together. Please send fewer at a time.',
};
