import type { ListingKind } from '~/domain/listings/limits';
import type { ListingSummary } from '~/domain/listings/listing';
import { photoSources } from '~/domain/photos/photo-address';
import type { ListingFacts } from './listing-card';

/** A listing as its card shows it; field by field, as in the rows it comes from. */
export function listingFacts(listing: ListingSummary): ListingFacts & { kind: ListingKind } {
  const { drawing, photo } = listing;
  return {
    id: listing.id,
    kind: listing.kind,
    name: listing.name,
    brand: listing.brand,
    year: listing.year,
    type: listing.type,
    condition: listing.condition,
    daysUsed: listing.daysUsed,
    mileage: listing.mileage,
    presentPriceRupees: listing.presentPrice,
    pastPriceRupees: listing.pastPrice,
    kilometresDriven: listing.kilometresDriven,
    availability: listing.availability,
    photo: photo && photoSources(photo),
    bodyStyle: drawing.bodyStyle,
    colours: { body: drawing.body, accent: drawing.accent },
    isSample: listing.isSample,
    isYours: listing.isMine,
  };
}
