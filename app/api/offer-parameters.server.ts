import type { z } from 'zod';
import { longestTerm } from '~/domain/search/typed-words';
import { aDay, timestampBefore } from '~/domain/shared/dates';
import { isInvertedRange } from '~/http/search-params';
import { bodyStyles } from '~db/enums';
import { oneOf, several, shortText, wholeNumber } from './query-parameters.server';

/** Query parameters of every list of vehicles, under the names that `/browse` and its feeds have. */
export const offerParameters = {
  brand: several(shortText('brand', longestTerm)).optional(),
  bodyStyle: several(oneOf('bodyStyle', bodyStyles)).optional(),
  minPrice: wholeNumber('minPrice').optional(),
  maxPrice: wholeNumber('maxPrice').optional(),
  minYear: wholeNumber('minYear').optional(),
  maxYear: wholeNumber('maxYear').optional(),
  maxKilometres: wholeNumber('maxKilometres').optional(),
  maxOwners: wholeNumber('maxOwners').optional(),
  minCc: wholeNumber('minCc').optional(),
  maxCc: wholeNumber('maxCc').optional(),
  minMileage: wholeNumber('minMileage').optional(),
  minRange: wholeNumber('minRange').optional(),
  postedWithin: wholeNumber('postedWithin').optional(),
  withPhoto: oneOf('withPhoto', ['true', 'false']).optional(),
};
type OfferQuery = z.infer<z.ZodObject<typeof offerParameters>>;

/** The filters of those parameters that are not filters themselves. */
export const offerFilters = (
  { postedWithin, withPhoto }: OfferQuery,
  now: Date,
): { withPhoto: boolean; postedSince?: string } => ({
  withPhoto: withPhoto === 'true',
  ...(postedWithin !== undefined && { postedSince: timestampBefore(now, Math.min(postedWithin, 100_000) * aDay) }),
});

const ranges = [
  ['minPrice', 'maxPrice'],
  ['minYear', 'maxYear'],
  ['minCc', 'maxCc'],
  ['minPower', 'maxPower'],
] as const;

/** Validation errors of ranges whose lower bound is above the upper. */
export const rangeErrors = (query: OfferQuery & { minPower?: number; maxPower?: number }): Record<string, string> =>
  Object.fromEntries(
    ranges
      .filter(([least, most]) => isInvertedRange(query[least], query[most]))
      .map(([least, most]) => [least, `${least} must not be above ${most}`]),
  );

/** The validation error of a filter that is given under both of its names. */
export const sameFilterErrors = (
  query: Readonly<Record<string, unknown>>,
  names: readonly (readonly [older: string, name: string])[],
): Record<string, string> =>
  Object.fromEntries(
    names
      .filter(([older, name]) => query[older] !== undefined && query[name] !== undefined)
      .map(([older, name]) => [older, `${older} is another name of ${name}; give one of them`]),
  );
