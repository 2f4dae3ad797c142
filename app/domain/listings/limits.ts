import { dayOf } from '../dates';

/** Limits and options of a listing, shared by forms and validation rules (docs/product.md, "Listings"). */

export type ListingKind = 'bike' | 'scooter';
export type ListingType = 'Petrol' | 'Electric';
export type ListingCondition = 'Excellent' | 'Good' | 'Fair' | 'Poor';
export type Availability = 'available' | 'sold';
export type ListingSort = 'newest' | 'price' | '-price';

export const listingKinds = ['bike', 'scooter'] as const satisfies readonly ListingKind[];
export const listingTypes = ['Petrol', 'Electric'] as const satisfies readonly ListingType[];
export const listingConditions = ['Excellent', 'Good', 'Fair', 'Poor'] as const satisfies readonly ListingCondition[];
export const availabilities = ['available', 'sold'] as const satisfies readonly Availability[];
export const listingSorts = ['newest', 'price', '-price'] as const satisfies readonly ListingSort[];

/** Fields of the sell form in display order, with their labels, which validation errors use as well. */
export const listingLabels = {
  name: 'Name',
  brand: 'Brand',
  year: 'Year',
  type: 'Type',
  daysUsed: 'Days used',
  condition: 'Condition',
  mileage: 'Mileage',
  topSpeed: 'Top speed',
  presentPrice: 'Present price',
  pastPrice: 'Past price',
  license: 'License number',
  engineCapacity: 'Engine capacity',
  batteryCapacity: 'Battery capacity',
  kilometresDriven: 'Kilometres driven',
  ownerNumber: 'Owner number',
  city: 'City',
} as const;

export type ListingField = keyof typeof listingLabels;

/** Message above the sell form when a required field was left empty (docs/product.md, "Listings"). */
export const requiredMessage = 'Please fill in all required fields';

/** Maximum number of characters of each text field. */
export const longestText = {
  name: 80,
  brand: 40,
  license: 20,
  engineCapacity: 30,
  batteryCapacity: 30,
  city: 60,
} as const satisfies Partial<Record<ListingField, number>>;

/**
 * Maximum values, beyond which the input is certainly a typing error. Days, km/l or km per charge, km/h, rupees,
 * kilometres.
 */
export const largestNumber = {
  daysUsed: 36_500,
  mileage: 10_000,
  topSpeed: 1_000,
  presentPrice: 1_000_000_000,
  pastPrice: 1_000_000_000,
  kilometresDriven: 10_000_000,
  ownerNumber: 9,
} as const satisfies Partial<Record<ListingField, number>>;

export const firstYear = 2000;
const lastYearOfTheSpecification = 2025;

/** Latest model year of a listing: the current year in Asia/Kolkata, at least 2025. */
export function lastYear(now: Date): number {
  return Math.max(lastYearOfTheSpecification, Number(dayOf(now).slice(0, 4)));
}

/** Page size of the sell screens and default page size of the API. */
export const listingsPerPage = 50;
