import type { OfferFilters } from '../search/offer-filters';
import { nowhere } from '../search/search-query';
import type { Understood } from '../search/understood';
import { placeById, placesAround } from './places.server';

/**
 * The places that the words of a search name, with the surroundings of the first where they ask for them. Without
 * surroundings offers of no known place are among them: their text says whether they are there.
 */
export function placesMeant({ cities, within }: Understood['limits']): OfferFilters['near'] {
  const [first] = cities;
  if (!first) return undefined;
  const centre = within === null ? null : placeById(first.id);
  const others = cities.map(({ id }): [string, number] => [id, 0]);
  return centre ? new Map([...others, ...placesAround(centre, within)]) : new Map([...others, [nowhere, 0]]);
}
