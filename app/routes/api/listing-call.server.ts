import { type ListingKind, listingsPerPage } from '~/domain/listings/limits';
import { placeAt, tokenOf } from '~/domain/listings/listing-changes';
import { lastChange } from '~/domain/listings/listing-changes.server';
import type { ListingFilters } from '~/domain/listings/listing-filters';
import { listingJson } from '~/domain/listings/listing-json.server';
import { listings, listingsInFull } from '~/domain/listings/listing-queries.server';
import { everyListing } from '~/domain/listings/listing-search.server';
import { sendProblem } from '~/doors/api-answer.server';
import { malformedParameters } from '~/doors/call-query.server';
import { listing } from '~/doors/contract/listing-answer.server';
import type { bikeCalls } from '~/doors/contract/listing-calls.server';
import type { Call, GivenBy } from '~/doors/json-door.server';
import { isUpsideDown } from '~/doors/query-rules';
import { sendList } from '~/doors/whole-list.server';
import type { ApiAnswer } from '~/http/json-answer';

/** The same calls stand under `/api/bikes` and `/api/scooters`. */
export const kindOf = ({ url }: Pick<Call, 'url'>): ListingKind =>
  url.pathname.startsWith('/api/scooters') ? 'scooter' : 'bike';

/**
 * Answers a list of listings with the filters of the query, a page of it or the whole.
 *
 * @param fromPath filters that the path itself names, which win over the query
 */
export function sendListings(
  call: Call,
  query: GivenBy<typeof bikeCalls.list>['query'],
  fromPath: ListingFilters = {},
): ApiAnswer | Promise<ApiAnswer> {
  const { runtime, asker, origin, now } = call;
  const kind = kindOf(call);
  const { page, limit, fields, availability, ...asked } = { ...query, ...fromPath };
  const errors = {
    ...(isUpsideDown(asked.minPrice, asked.maxPrice) && { minPrice: 'minPrice must not be above maxPrice' }),
    ...(isUpsideDown(asked.minYear, asked.maxYear) && { minYear: 'minYear must not be above maxYear' }),
  };
  if (Object.keys(errors).length > 0) {
    return sendProblem(malformedParameters(errors).problem);
  }
  const wanted = { ...asked, kind, ...(availability !== 'all' && { availability }) };
  return sendList(
    call,
    {
      name: `${kind}s`,
      item: listing,
      perPage: listingsPerPage,
      async readPage(place) {
        const { items, pagination } = await listings(runtime.db, { ...wanted, ...place }, asker);
        return { items: items.map((item) => listingJson(item, origin)), pagination };
      },
      changes: () => ({
        path: `/api/${kind}s/changes`,
        token: tokenOf(kind, placeAt(lastChange(runtime.db, kind), now)),
      }),
      *readAll() {
        for (const seqs of everyListing(runtime.db, wanted)) {
          yield listingsInFull(runtime.db, seqs, asker).map((item) => listingJson(item, origin));
        }
      },
    },
    { page, limit, fields },
  );
}
