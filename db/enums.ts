/** Limits and options of a listing, shared by forms and validation rules (docs/product.md, "Listings"). */

export type ListingKind = 'bike' | 'scooter';

export type ListingType = 'Petrol' | 'Electric';

export type ListingCondition = 'Excellent' | 'Good' | 'Fair' | 'Poor';

export type Availability = 'available' | 'sold';

export const listingKinds = ['bike', 'scooter'] as const satisfies readonly ListingKind[];

export const listingTypes = ['Petrol', 'Electric'] as const satisfies readonly ListingType[];

export const listingConditions = ['Excellent', 'Good', 'Fair', 'Poor'] as const satisfies readonly ListingCondition[];

export const availabilities = ['available', 'sold'] as const satisfies readonly Availability[];

/** Tag of the contact messages that are bookings. */
export const bookingTag = 'booking';
