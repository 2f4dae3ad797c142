import { drawingPath } from '../drawings/drawing';
import { photoPath } from '../photos/photo';
import { discountPercent, type Listing } from './listing';

/**
 * Serialises a listing for the API: the display record of docs/product.md, "Listings". Its id appears twice, as `_id`
 * and `id`. Images are absolute URLs of its photos, or of the illustration that replaces them.
 *
 * @param origin the site's public origin, without a trailing slash
 */
export function listingJson(listing: Listing, origin: string) {
  const { photos, drawing } = listing;
  return {
    _id: listing.id,
    id: listing.id,
    kind: listing.kind,
    name: listing.name,
    brand: listing.brand,
    model: listing.model,
    year: listing.year,
    type: listing.type,
    images:
      photos.length > 0
        ? photos.map(({ hash }) => origin + photoPath(hash, 1280))
        : [origin + drawingPath(drawing.bodyStyle, drawing, 'svg')],
    daysUsed: listing.daysUsed,
    condition: listing.condition,
    mileage: listing.mileage,
    topSpeed: listing.topSpeed,
    presentPrice: listing.presentPrice,
    pastPrice: listing.pastPrice,
    price: listing.presentPrice,
    discount: discountPercent(listing),
    license: listing.license,
    hideLicenseDigits: listing.hideLicenseDigits,
    engineCapacity: listing.engineCapacity,
    batteryCapacity: listing.batteryCapacity,
    kilometresDriven: listing.kilometresDriven,
    ownerNumber: listing.ownerNumber,
    fuelType: listing.type === 'Electric' ? 'electric' : 'petrol',
    transmission: listing.kind === 'bike' ? 'manual' : 'automatic',
    description: listing.description ?? '',
    features: listing.features,
    specifications: { topSpeed: listing.topSpeed },
    availability: listing.availability,
    city: listing.city,
    location: { city: listing.city, state: listing.state, country: 'India' },
    seller: listing.seller,
    isSample: listing.isSample,
    isPromoted: listing.isPromoted,
    isActive: true,
    rating: listing.rating,
    reviewCount: listing.reviewCount,
    viewCount: listing.viewCount,
    version: listing.version,
    createdAt: listing.createdAt,
    updatedAt: listing.updatedAt,
  };
}
