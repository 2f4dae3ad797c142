import { z } from 'zod';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import { malformedParameters, readQuery } from '~/doors/call-query.server';
import { isUpsideDown, oneOf, pageRules, wholeNumber } from '~/doors/query-rules';
import type { ReadBody } from '~/doors/json-body.server';
import type { Call } from '~/doors/json-door.server';
import type { ListingFilters } from '~/domain/listings/listing-filters';
import { listingJson } from '~/domain/listings/listing-json.server';
import { listings } from '~/domain/listings/listing-queries.server';
import {
  availabilities,
  type ListingKind,
  listingConditions,
  listingSorts,
  listingsPerPage,
  listingTypes,
} from '~/domain/listings/limits';
import { longestTerm } from '~/domain/search/limits';

/** The same calls stand under `/api/bikes` and `/api/scooters`. */
export const kindOf = ({ url }: Pick<Call, 'url'>): ListingKind =>
  url.pathname.startsWith('/api/scooters') ? 'scooter' : 'bike';

const query = z.object({
  ...pageRules(listingsPerPage),
  availability: oneOf('availability', [...availabilities, 'all']).default('all'),
  type: oneOf('type', listingTypes).optional(),
  brand: z.string().max(longestTerm, { error: 'brand is too long' }).optional(),
  condition: oneOf('condition', listingConditions).optional(),
  minPrice: wholeNumber('minPrice').optional(),
  maxPrice: wholeNumber('maxPrice').optional(),
  minYear: wholeNumber('minYear').optional(),
  maxYear: wholeNumber('maxYear').optional(),
  q: z.string().max(longestTerm, { error: 'q is too long' }).optional(),
  sort: oneOf('sort', listingSorts).default('newest'),
});

/** `{type}` of a path. */
export function readType(text: string | undefined): ReadBody<Pick<ListingFilters, 'type'>> {
  const read = oneOf('type', listingTypes).safeParse(text ?? '');
  return read.success
    ? { done: true, value: { type: read.data } }
    : malformedParameters({ type: read.error.issues[0]?.message ?? 'type is not valid' });
}

/** `{min}` and `{max}` of a path; that they are the right way round is looked at with the other filters. */
export function readPriceRange(
  min: string | undefined,
  max: string | undefined,
): ReadBody<Pick<ListingFilters, 'minPrice' | 'maxPrice'>> {
  const read = z
    .object({ minPrice: wholeNumber('minPrice'), maxPrice: wholeNumber('maxPrice') })
    .safeParse({ minPrice: min ?? '', maxPrice: max ?? '' });
  if (read.success) return { done: true, value: read.data };
  return malformedParameters(
    Object.fromEntries(read.error.issues.map((issue) => [issue.path.join('.'), issue.message])),
  );
}

/**
 * Answers a list of listings with the filters of the query.
 *
 * @param fromPath filters that the path itself names, which win over the query
 */
export function sendListings(call: Call, fromPath: ListingFilters = {}): Response {
  const kind = kindOf(call);
  const read = readQuery(call.url, query);
  if (!read.done) return sendProblem(read.problem);
  const { availability, ...asked } = { ...read.value, ...fromPath };
  const errors = {
    ...(isUpsideDown(asked.minPrice, asked.maxPrice) && { minPrice: 'minPrice must not be above maxPrice' }),
    ...(isUpsideDown(asked.minYear, asked.maxYear) && { minYear: 'minYear must not be above maxYear' }),
  };
  if (Object.keys(errors).length > 0) {
    return sendProblem(malformedParameters(errors).problem);
  }
  const { items, pagination } = listings(
    call.runtime.db,
    { ...asked, kind, ...(availability !== 'all' && { availability }) },
    call.asker,
  );
  const shown = items.map((item) => listingJson(item, call.origin));
  return sendData(kind === 'bike' ? { bikes: shown, pagination } : { scooters: shown, pagination });
}
