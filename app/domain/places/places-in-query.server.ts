import type { ParsedQuery } from '../search/parsed-query';
import { type OfferFilters, unknownPlaceKey } from '../search/search-query';
import { findPlaceById, findPlacesAround } from './places.server';

/** Without a distance, offers of unknown places are included: their texts contain the place as typed. */
export function findPlacesInQuery({ cities, within }: ParsedQuery['filters']): OfferFilters['near'] {
  const [first] = cities;
  if (!first) return undefined;
  const centre = within === null ? null : findPlaceById(first.id);
  const named = cities.map(({ id }): [string, number] => [id, 0]);
  return new Map(centre ? [...named, ...findPlacesAround(centre, within)] : [...named, [unknownPlaceKey, 0]]);
}
