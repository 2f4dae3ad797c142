import { type BrowseQuery, browseSorts, offerKinds } from '~/domain/browse/browse-query';
import { parseFuelType, parseVehicleType } from '~/domain/catalogue/bands';
import { vehicleConditions } from '~/domain/catalogue/vehicle-filters';
import { longestTerm } from '~/domain/search/limits';
import { pageNumber, searchedText } from './list-query';

/** Query parameters of the browse screen and its feeds, in the order used by cache keys. */
export const browseParameters = [
  'q',
  'kind',
  'vehicleType',
  'brand',
  'fuelType',
  'condition',
  'minPrice',
  'maxPrice',
  'minYear',
  'maxYear',
  'maxKilometres',
  'sort',
  'page',
] as const;

/** Matches one of several words, ignoring case; null if none matches. */
const word = <Word extends string>(words: readonly Word[], text: string | null): Word | null =>
  words.find((one) => one.toLowerCase() === text?.trim().toLowerCase()) ?? null;

/**
 * Parses a number as people type it, including ₹ and commas; null if it is not a number or is out of range for any
 * vehicle.
 */
function figure(text: string | null): number | null {
  const plain = text?.replace(/[₹,\s]/gu, '') ?? '';
  return /^\d{1,10}(?:\.\d+)?$/.test(plain) ? Math.round(Number(plain)) : null;
}

/** Parses the browse query of a URL. Invalid parameters are ignored. */
export function browseQuery(search: URLSearchParams): BrowseQuery {
  const kind = search.get('kind');
  return {
    q: searchedText(search),
    kind: word(offerKinds, kind),
    // `kind=bike` also sets the vehicle type, unless `vehicleType` is given.
    vehicleType: parseVehicleType(search.get('vehicleType') ?? kind),
    brand: search.get('brand')?.trim().slice(0, longestTerm) || null,
    fuelType: parseFuelType(search.get('fuelType')),
    condition: word(vehicleConditions, search.get('condition')),
    minPrice: figure(search.get('minPrice')),
    maxPrice: figure(search.get('maxPrice')),
    minYear: figure(search.get('minYear')),
    maxYear: figure(search.get('maxYear')),
    maxKilometres: figure(search.get('maxKilometres')),
    sort: word(browseSorts, search.get('sort')) ?? 'newest',
    page: pageNumber(search),
  };
}
