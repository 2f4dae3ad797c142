import { z } from 'zod';
import type { Reason } from '~/domain/shared/result';
import { findRecordsById } from '~/domain/catalogue/vehicle.queries.server';
import { toVehicleJson } from '~/domain/catalogue/vehicle.serializer.server';
import { maxQueryLength } from '~/domain/names/tokenizer';
import { formatNothingFound, type ParsedQuery } from '~/domain/search/parsed-query';
import { findNearestModels } from '~/domain/search/query-parser.server';
import { dayMs, getTimestampBefore } from '~/domain/shared/dates';
import { isInvertedRange } from '~/http/url-params';
import { bodyStyles } from '~db/enums';
import type { EndpointContext } from '../define-endpoint.server';
import { pickFields } from '../lists.server';
import { oneOf, repeated, shortText, wholeNumber } from '../schemas.server';
import { chosenVehicle } from './vehicle.shape.server';

export const offerParameters = {
  brand: repeated(shortText('brand', maxQueryLength)).optional(),
  bodyStyle: repeated(oneOf('bodyStyle', bodyStyles)).optional(),
  minPrice: wholeNumber('minPrice').optional(),
  maxPrice: wholeNumber('maxPrice').optional(),
  minYear: wholeNumber('minYear').optional(),
  maxYear: wholeNumber('maxYear').optional(),
  maxKilometres: wholeNumber('maxKilometres').optional().meta({ description: 'Highest odometer reading in km.' }),
  maxOwners: wholeNumber('maxOwners').optional().meta({ description: 'Highest number of owners up to now.' }),
  minCc: wholeNumber('minCc').optional().meta({ description: 'Smallest engine in cc.' }),
  maxCc: wholeNumber('maxCc').optional().meta({ description: 'Largest engine in cc.' }),
  minMileage: wholeNumber('minMileage').optional().meta({ description: 'Lowest mileage in km/l.' }),
  minRange: wholeNumber('minRange').optional().meta({ description: 'Shortest range in km a charge.' }),
  maxSeatHeight: wholeNumber('maxSeatHeight').optional().meta({ description: 'Highest seat in mm.' }),
  maxWeight: wholeNumber('maxWeight').optional().meta({ description: 'Highest weight in kg.' }),
  postedWithin: wholeNumber('postedWithin').optional().meta({ description: 'Age of the listing in days, at most.' }),
  withPhoto: oneOf('withPhoto', ['true', 'false']).optional(),
};
type OfferQuery = z.infer<z.ZodObject<typeof offerParameters>>;

export const offerFilters = (
  { postedWithin, withPhoto }: OfferQuery,
  now: Date,
): { withPhoto: boolean; postedSince?: string } => ({
  withPhoto: withPhoto === 'true',
  ...(postedWithin !== undefined && { postedSince: getTimestampBefore(now, postedWithin * dayMs) }),
});

const ranges = [
  ['minPrice', 'maxPrice'],
  ['minYear', 'maxYear'],
  ['minCc', 'maxCc'],
  ['minPower', 'maxPower'],
] as const;

export const getRangeErrors = (query: OfferQuery & { minPower?: number; maxPower?: number }): Record<string, Reason> =>
  Object.fromEntries(
    ranges
      .filter(([least, most]) => isInvertedRange(query[least], query[most]))
      .map(([least, most]) => [least, { code: 'range_inverted', values: { least, most } }]),
  );

export const getSameFilterErrors = (
  query: Readonly<Record<string, unknown>>,
  names: readonly (readonly [older: string, name: string])[],
): Record<string, Reason> =>
  Object.fromEntries(
    names
      .filter(([older, name]) => query[older] !== undefined && query[name] !== undefined)
      .map(([older, name]) => [older, { code: 'doubled_parameter', values: { older, name } }]),
  );

export const searchFields = {
  understood: z
    .array(z.object({ field: z.string(), value: z.string(), text: z.string() }))
    .optional()
    .meta({ description: 'Interpretation of `q`, also as text; absent without `q`.' }),
  corrected: z
    .object({ from: z.string(), to: z.string() })
    .nullable()
    .optional()
    .meta({ description: 'Spelling corrections made to `q`; null without any, absent without `q`.' }),
  alternatives: z
    .object({ message: z.string(), vehicles: z.array(chosenVehicle) })
    .optional()
    .meta({ description: 'If nothing matches, the nearest models on sale. They are not results.' }),
};

export function describeSearch(
  { runtime: { db }, origin }: EndpointContext,
  parsedQuery: ParsedQuery | null,
  total: number,
  fields: readonly string[] | undefined,
) {
  if (!parsedQuery) return {};
  const { chips, corrected } = parsedQuery;
  const list = {
    understood: chips.map(({ field, value, text }) => ({ field, value, text })),
    corrected: corrected && { from: corrected.from, to: corrected.to },
  };
  if (total > 0) return list;
  const vehicles = findRecordsById(db, findNearestModels(db, parsedQuery)).map((item) =>
    pickFields(toVehicleJson(item, origin), fields),
  );
  return { ...list, alternatives: { message: formatNothingFound(vehicles.length), vehicles } };
}
