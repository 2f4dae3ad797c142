import { type BrowseQuery, browseSorts, offerKinds, usualSort } from '~/domain/browse/browse-query';
import { parseBudgetBand, parseFuelType, parseMileageBand, parseVehicleType } from '~/domain/catalogue/bands';
import type { FinderTraits } from '~/domain/catalogue/finder';
import type { ConversationName } from '~/domain/conversations/conversation';
import { longestTerm } from '~/domain/search/limits';
import { vehicleConditions } from '~db/enums';

/** Beyond the last page of any list. */
const lastPage = 10_000;

/** Page number of a list from the URL, starting at 1; 1 if it is invalid. */
export function pageNumber(search: URLSearchParams): number {
  const page = Number(search.get('page'));
  return Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1;
}

/** Whether a range is inverted, with its lower bound above its upper bound; never for an open range. */
export const isInvertedRange = (least: number | undefined, most: number | undefined): boolean =>
  least !== undefined && most !== undefined && least > most;

/** Search text of the URL, `q`; null if it is empty. Truncated to the longest search term. */
export function searchedText(search: URLSearchParams): string | null {
  return search.get('q')?.trim().slice(0, longestTerm) || null;
}

/** The four filters of the finder as set in the URL; invalid values count as unset. */
export const finderFilters = (search: URLSearchParams): FinderTraits => ({
  fuelType: parseFuelType(search.get('fuelType')),
  mileage: parseMileageBand(search.get('mileage'))?.id ?? null,
  vehicleType: parseVehicleType(search.get('vehicleType')),
  budget: parseBudgetBand(search.get('budget'))?.id ?? null,
});

/**
 * Parses which conversation a URL refers to; `key` is the secret of a private link.
 *
 * @param idParameter name of the query parameter that holds the conversation id
 * @returns null if the URL refers to none
 */
export function conversationNamed(
  search: URLSearchParams,
  idParameter: 'id' | 'conversation',
): ConversationName | null {
  const key = search.get('key');
  if (key) return { key };
  const id = search.get(idParameter);
  return id ? { id } : null;
}

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
  const q = searchedText(search);
  return {
    q,
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
    sort: word(browseSorts, search.get('sort')) ?? usualSort({ q }),
    page: pageNumber(search),
  };
}
