import type { Asker } from '~/domain/asker';
import { firstYear, type ListingKind, lastYear } from '~/domain/listings/limits';
import type { Listing } from '~/domain/listings/listing';
import { findListing } from '~/domain/listings/listing-queries.server';
import { newSubmissionId } from '~/doors/submission-id.server';
import { askerOf } from '~/http/asker.server';
import type { Runtime } from '~/http/runtime.server';
import { chosenPhoto } from '~/ui/forms/chosen-photo';
import type { SellForm } from './sell-form';

/** A listing's fields as the form holds them: text, and nothing where nothing was given. */
export function typedListing(listing: Listing): Record<string, string> {
  const { name, brand, year, type, daysUsed, condition, mileage, topSpeed, presentPrice, pastPrice, license } = listing;
  const { engineCapacity, batteryCapacity, kilometresDriven, ownerNumber, city } = listing;
  const given = { name, brand, year, type, daysUsed, condition, mileage, topSpeed, presentPrice, pastPrice, license };
  const optional = { engineCapacity, batteryCapacity, kilometresDriven, ownerNumber, city };
  return {
    ...Object.fromEntries(
      Object.entries({ ...given, ...optional }).map(([field, value]) => [field, String(value ?? '')]),
    ),
    ...(listing.hideLicenseDigits && { hideLicenseDigits: 'on' }),
  };
}

/** The asker's own listing that a form is to change; null when there is none, or it is somebody else's. */
export function ownListing(runtime: Runtime, asker: Asker, kind: ListingKind, id: string): Listing | null {
  const listing = findListing(runtime.db, id, asker);
  return listing?.isMine && listing.kind === kind ? listing : null;
}

/** @returns null when the form is to change a listing that the asker does not hold */
export function loadSellForm(request: Request, runtime: Runtime, kind: ListingKind): SellForm | null {
  const id = new URL(request.url).searchParams.get('listing');
  const listing = id === null ? null : ownListing(runtime, askerOf(request, runtime), kind, id);
  if (id !== null && !listing) return null;
  return {
    view: 'form',
    kind,
    submissionId: newSubmissionId(),
    changing: listing && { id: listing.id, version: listing.version },
    values: listing ? typedListing(listing) : {},
    photos: listing ? listing.photos.map(chosenPhoto) : [],
    years: { first: firstYear, last: lastYear(runtime.clock()) },
  };
}
