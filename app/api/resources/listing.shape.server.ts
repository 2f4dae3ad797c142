import { z } from 'zod';
import type { listingJson } from '~/domain/listings/listing.serializer.server';
import {
  availabilities,
  type ListingKind,
  listingConditions,
  listingKinds,
  listingTypes,
  transmissions,
} from '~db/enums';
import { count, isoDateTime, rupees, version, words } from '../shapes.server';

/** Schema of a listing in API responses. */
export const listing = z
  .object({
    _id: z.string(),
    id: z.string(),
    kind: z.enum(listingKinds),
    name: z.string(),
    brand: z.string(),
    model: words,
    year: z.int(),
    type: z.enum(listingTypes),
    images: z.array(z.url()),
    daysUsed: count,
    condition: z.enum(listingConditions),
    mileage: z
      .number()
      .min(0)
      .meta({ description: 'Kilometres per litre, or kilometres per charge for an electric vehicle.' }),
    topSpeed: z.number().min(0).meta({ description: 'Kilometres per hour.' }),
    presentPrice: rupees,
    pastPrice: rupees,
    price: rupees,
    discount: z.int().min(0).max(100),
    license: z.string(),
    hideLicenseDigits: z.boolean(),
    engineCapacity: words,
    batteryCapacity: words,
    kilometresDriven: count.nullable(),
    ownerNumber: z.int().min(1).nullable(),
    fuelType: z.enum(['petrol', 'electric']),
    transmission: z.enum(transmissions),
    description: z.string(),
    features: z.array(z.string()),
    specifications: z.object({ topSpeed: z.number().min(0) }),
    availability: z.enum(availabilities),
    city: words,
    location: z.object({ city: words, state: words, country: z.string() }),
    seller: z.object({ id: words, name: z.string() }),
    isSample: z.boolean(),
    isPromoted: z.boolean(),
    isActive: z.boolean(),
    rating: z.number().min(1).max(5).nullable(),
    reviewCount: count,
    viewCount: count,
    version,
    createdAt: isoDateTime,
    updatedAt: isoDateTime,
  })
  .meta({ id: 'Listing' }) satisfies z.ZodType<ReturnType<typeof listingJson>>;

/** Request body that creates the example listing. */
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
} as const;

/** @param kind sets the transmission and the placeholder drawing */
export const listingExample = (kind: ListingKind) => ({
  _id: '5f0c1a2b3d4e5f6071829304',
  id: '5f0c1a2b3d4e5f6071829304',
  kind,
  ...exampleFormValues,
  model: null,
  images: [
    kind === 'bike'
      ? 'https://bikes.example/drawings/commuter-1d4f91-d9dde3.svg'
      : 'https://bikes.example/drawings/scooter-classic-2f5c92-e7eaee.svg',
  ],
  price: exampleFormValues.presentPrice,
  discount: 30,
  hideLicenseDigits: false,
  engineCapacity: null,
  batteryCapacity: null,
  ownerNumber: null,
  fuelType: 'petrol',
  transmission: kind === 'bike' ? 'manual' : 'automatic',
  description: '',
  features: [],
  specifications: { topSpeed: exampleFormValues.topSpeed },
  availability: 'available',
  location: { city: exampleFormValues.city, state: null, country: 'India' },
  seller: { id: null, name: 'Private seller' },
  isSample: false,
  isPromoted: false,
  isActive: true,
  rating: null,
  reviewCount: 0,
  viewCount: 0,
  version: 1,
  createdAt: '2026-11-20T09:30:00.000Z',
  updatedAt: '2026-11-20T09:30:00.000Z',
});
