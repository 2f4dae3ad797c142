import type { Problem } from '~/domain/outcome';
import { photoMaximumBytes, photosMaximum } from '~/domain/photos/limits';

/** What one form may hold (docs/product.md, "Sizes"). */
export const formLimits = {
  textBytes: 256 * 1024,
  fields: 200,
  fieldNameBytes: 100,
  files: photosMaximum,
  fileBytes: photoMaximumBytes,
  /**
   * Too large a file is read past to get at the text behind it, so long as the whole body keeps within this. Below
   * what the server lets through, so that it is the form that answers.
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
