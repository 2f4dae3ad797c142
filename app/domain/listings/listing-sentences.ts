import type { ListingKind } from './limits';

/**
 * What is said of a listing once something was done with it, by the screens and the API alike (docs/product.md, "Listings").
 */
export const listedSentences = {
  bike: 'Your bike has been listed successfully!',
  scooter: 'Your scooter has been listed successfully!',
} as const satisfies Record<ListingKind, string>;
export const soldSentence = 'The listing is marked as sold.';
export const alreadySoldSentence = 'The listing is already marked as sold.';
/** Who sells what nobody with an account sells (docs/product.md, "Listings": the specification's fixed placeholder). */
export const privateSeller = 'Private seller';
export const deletedSentence = 'The listing has been deleted.';
