import { sendData, sendProblem } from '~/doors/api-answer.server';
import { malformedParameters } from '~/doors/call-query.server';
import type { bikeCalls } from '~/doors/contract/listing-calls.server';
import { isUpsideDown } from '~/doors/query-rules';
import type { Call, GivenBy } from '~/doors/json-door.server';
import type { ListingFilters } from '~/domain/listings/listing-filters';
import { listingJson } from '~/domain/listings/listing-json.server';
import { listings } from '~/domain/listings/listing-queries.server';
import type { ListingKind } from '~/domain/listings/limits';

/** The same calls stand under `/api/bikes` and `/api/scooters`. */
export const kindOf = ({ url }: Pick<Call, 'url'>): ListingKind =>
  url.pathname.startsWith('/api/scooters') ? 'scooter' : 'bike';

/**
 * Answers a list of listings with the filters of the query.
 *
 * @param fromPath filters that the path itself names, which win over the query
 */
export function sendListings(
  call: Call,
  query: GivenBy<typeof bikeCalls.list>['query'],
  fromPath: ListingFilters = {},
): Response {
  const kind = kindOf(call);
  const { availability, ...asked } = { ...query, ...fromPath };
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
