import type { ListingKind } from './limits';

/** Messages after an action on a listing, shared by the screens and the API (docs/product.md, "Listings"). */
export const listedSentences = {
  bike: 'Your bike has been listed successfully!',
  scooter: 'Your scooter has been listed successfully!',
} as const satisfies Record<ListingKind, string>;
export const soldSentence = 'The listing is marked as sold.';
export const alreadySoldSentence = 'The listing is already marked as sold.';
/** Seller name of a listing without an account (docs/product.md, "Listings": the specification's fixed placeholder). */
export const privateSeller = 'Private seller';
export const deletedSentence = 'The listing has been deleted.';
