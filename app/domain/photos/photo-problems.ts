import { type Problem, refused } from '../outcome';

/** Messages of docs/product.md, "Photos", and two more in their tone. `file` is a name returned by `shownFileName`. */
export const photosFull = 'You can add up to 10 photos';
export const photoTooLarge = (file: string): string => `${file} is larger than 8 MB`;
export const notAPhoto = (file: string): string => `${file} is not a JPEG, PNG, WebP or AVIF photo`;
export const photoTooDetailed = (file: string): string => `${file} has more than 40 megapixels`;
export const photosBusy: Problem = {
  kind: 'too-many',
  message: 'Too many photos are being added at once. Please try again in a minute.',
  retryAfterSeconds: 60,
};

/** @param retryAfterSeconds until the first of them may have been deleted */
export const tooManyUnusedPhotos = (retryAfterSeconds: number): Problem => ({
  kind: 'too-many',
  message:
    'Too many photos from your network are waiting in unfinished forms. Please finish one of them, or try again later.',
  retryAfterSeconds,
});
export const noRoomForPhotos: Problem = {
  kind: 'unavailable',
  message: 'No more photos can be added at the moment. Please try again later.',
  retryAfterSeconds: 3600,
};

type Refusal = { done: false; problem: Problem };

export const refuseTooLarge = (file: string): Refusal => refused({ kind: 'too-large', message: photoTooLarge(file) });
export const refusePhoto = (message: string): Refusal => refused({ kind: 'invalid', message, errors: {} });
