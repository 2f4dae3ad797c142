import type { ListingKind } from '~/domain/listings/limits';
import type { ListingSummary } from '~/domain/listings/listing';
import { photoSources } from '~/domain/photos/photo-address';
import type { ListingFacts } from './listing-card';

/** A listing as its card shows it. */
export function listingFacts(listing: ListingSummary): ListingFacts & { kind: ListingKind } {
  const { drawing, photo, isMine, presentPrice, pastPrice, ...same } = listing;
  return {
    ...same,
    presentPriceRupees: presentPrice,
    pastPriceRupees: pastPrice,
    photo: photo && photoSources(photo),
    bodyStyle: drawing.bodyStyle,
    colours: { body: drawing.body, accent: drawing.accent },
    isYours: isMine,
  };
}
