import { z } from 'zod';
import { getDrawingPath } from '~/domain/photos/drawing';
import type { Listing } from '~/domain/listings/listing';
import { calculateDiscountPercent } from '~/domain/listings/listing-facts';
import { getOfferField, offerFieldNames, pickFields } from '~/domain/listings/offer-fields';
import { formatRupees } from '~/domain/shared/money';
import { getPhotoPath } from '~/domain/photos/photo';
import { availabilities, type ListingKind, listingKinds, transmissions } from '~db/enums';
import { noInput } from '../define-endpoint.server';
import { fieldsParameter, withChosenFields } from '../lists.server';
import {
  count,
  cursorField,
  distanceField,
  isoDateTime,
  nullableText,
  priceText,
  ratings,
  rupees,
  version,
} from '../schemas.server';
import { offerShapes } from './offer.shape.server';

export const listing = z
  .object({
    _id: z.string(),
    id: z.string(),
    kind: z.enum(listingKinds),
    ...offerShapes,
    images: z.array(z.url()),
    lowered: z.object({ from: rupees, at: isoDateTime }).nullable().meta({
      description: 'Lowest former price, and time of the last change, if the price is lower than ever before.',
    }),
    price: rupees,
    priceText,
    originalPriceText: priceText,
    discount: z.int().min(0).max(100).meta({ description: 'Percent by which `presentPrice` is below `pastPrice`.' }),
    fuelType: z.enum(['petrol', 'electric']),
    transmission: z.enum(transmissions),
    description: z.string(),
    features: z.array(z.string()),
    specifications: z.object({ topSpeed: z.number().min(0) }),
    availability: z.enum(availabilities),
    confirmedAt: isoDateTime.nullable().meta({
      description: 'Time at which the seller last confirmed that it is for sale, or changed it; null for a sample.',
    }),
    location: z.object({ city: nullableText, state: nullableText, country: z.string() }),
    seller: z.object({ id: nullableText, name: z.string() }),
    isSample: z.boolean().meta({ description: 'Whether it is a built-in sample.' }),
    isPromoted: z.boolean(),
    isActive: z.boolean(),
    ...ratings,
    viewCount: count.meta({
      description: 'Sample figure of a sample; 0 for a listing, whose views only its seller sees.',
    }),
    version,
    createdAt: isoDateTime,
    updatedAt: isoDateTime,
  })
  .meta({ id: 'Listing' }) satisfies z.ZodType<ReturnType<typeof listingJson>>;

const publicNames = offerFieldNames.filter((name) => getOfferField(name).personal !== 'hidden');
const emptyValues = Object.fromEntries(
  publicNames.map((name) => [name, getOfferField(name).kind === 'flag' ? false : null]),
);

/** The display record of docs/product.md, "Listings". Images are absolute URLs. */
export function listingJson(listing: Listing, origin: string) {
  const { photos, drawing } = listing;
  return {
    _id: listing.id,
    id: listing.id,
    kind: listing.kind,
    ...pickFields(listing, listing.isMine ? offerFieldNames : publicNames),
    images:
      photos.length > 0
        ? photos.map(({ hash }) => origin + getPhotoPath(hash, 1280))
        : [origin + getDrawingPath(drawing.bodyStyle, drawing, 'svg')],
    lowered: listing.lowered,
    price: listing.presentPrice,
    priceText: formatRupees(listing.presentPrice),
    originalPriceText: formatRupees(listing.pastPrice),
    discount: calculateDiscountPercent(listing),
    fuelType: listing.type === 'Electric' ? 'electric' : 'petrol',
    transmission: listing.kind === 'bike' ? 'manual' : 'automatic',
    description: listing.description ?? '',
    features: listing.features,
    specifications: { topSpeed: listing.topSpeed },
    availability: listing.availability,
    confirmedAt: listing.confirmedAt,
    location: { city: listing.city, state: listing.state, country: 'India' },
    seller: listing.seller,
    isSample: listing.isSample,
    isPromoted: listing.isPromoted,
    isActive: true,
    rating: listing.rating ?? listing.sampleRating,
    ratingIsSample: listing.rating === null && listing.sampleRating !== null,
    reviewCount: listing.reviewCount,
    sampleRating: listing.sampleRating,
    sampleReviewCount: listing.sampleReviewCount,
    viewCount: listing.viewCount,
    version: listing.version,
    createdAt: listing.createdAt,
    updatedAt: listing.updatedAt,
  };
}

export const exampleFormValues = {
  name: 'Hero Splendor Plus',
  brand: 'Hero',
  year: 2022,
  type: 'Petrol',
  daysUsed: 900,
  condition: 'Good',
  mileage: 61,
  topSpeed: 87,
  presentPrice: 52_000,
  pastPrice: 74_000,
  license: 'MH 12 AB 1234',
  kilometresDriven: 18_500,
  city: 'Pune',
  state: 'Maharashtra',
} as const;

const listingExample = (kind: ListingKind) => ({
  _id: '5f0c1a2b3d4e5f6071829304',
  id: '5f0c1a2b3d4e5f6071829304',
  kind,
  ...emptyValues,
  ...exampleFormValues,
  images: [
    kind === 'bike'
      ? 'https://bikes.example/drawings/commuter-1d4f91-d9dde3.svg'
      : 'https://bikes.example/drawings/scooter-classic-2f5c92-e7eaee.svg',
  ],
  lowered: null,
  price: exampleFormValues.presentPrice,
  priceText: '₹52,000',
  originalPriceText: '₹74,000',
  discount: 30,
  hasRc: true,
  hasPuc: true,
  insuranceUntil: '2027-03-31',
  fuelType: 'petrol',
  transmission: kind === 'bike' ? 'manual' : 'automatic',
  description: '',
  features: [],
  specifications: { topSpeed: exampleFormValues.topSpeed },
  availability: 'available',
  confirmedAt: '2026-11-20T09:30:00.000Z',
  location: { city: exampleFormValues.city, state: exampleFormValues.state, country: 'India' },
  seller: { id: null, name: 'Private seller' },
  isSample: false,
  isPromoted: false,
  isActive: true,
  rating: null,
  ratingIsSample: false,
  reviewCount: 0,
  sampleRating: null,
  sampleReviewCount: 0,
  viewCount: 0,
  version: 1,
  createdAt: '2026-11-20T09:30:00.000Z',
  updatedAt: '2026-11-20T09:30:00.000Z',
});

const listedListing = listing.extend({ ...distanceField, ...cursorField });
export const chosenListing = withChosenFields(listedListing, 'PartialListing');
export const chosenFields = fieldsParameter(listedListing).optional();

export function listingResource(kind: ListingKind) {
  const plural = `${kind}s` as const;
  const noun = kind === 'bike' ? 'Bike' : 'Scooter';
  return { plural, noun, example: listingExample(kind), common: { ...noInput, subject: plural } } as const;
}
