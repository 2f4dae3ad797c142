import { type BrowseQuery, browseSorts, offerKinds } from '~/domain/browse/browse-query';
import { parseFuelType, parseVehicleType } from '~/domain/catalogue/bands';
import { vehicleConditions } from '~/domain/catalogue/vehicle-filters';
import { longestTerm } from '~/domain/search/limits';
import { pageNumber, searchedText } from './list-query';

/** Query parameters of the browse screen and of its feeds, in the order that kept answers are named by. */
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

/** One of a few words, in any case; null for any other. */
const word = <Word extends string>(words: readonly Word[], text: string | null): Word | null =>
  words.find((one) => one.toLowerCase() === text?.trim().toLowerCase()) ?? null;

/** A figure as people type it, ₹ and commas included; null for anything that is none, or that no vehicle has. */
function figure(text: string | null): number | null {
  const plain = text?.replace(/[₹,\s]/gu, '') ?? '';
  return /^\d{1,10}(?:\.\d+)?$/.test(plain) ? Math.round(Number(plain)) : null;
}

/** What an address asks the browse screen for. What it does not understand does not narrow. */
export function browseQuery(search: URLSearchParams): BrowseQuery {
  const kind = search.get('kind');
  return {
    q: searchedText(search),
    kind: word(offerKinds, kind),
    // `kind=bike` says it too, as long as no type is named.
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
