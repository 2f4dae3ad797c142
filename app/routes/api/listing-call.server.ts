import type { ListingKind } from '~db/enums';
import { type ListingFilters, listingsPerPage, placeAt, tokenOf } from '~/domain/listings/listing';
import { lastChange } from '~/domain/listings/listing-changes.server';
import { listingJson } from '~/domain/listings/listing.serializer.server';
import { listings, listingsInFull } from '~/domain/listings/listing.queries.server';
import { everyListing } from '~/domain/listings/listing-search.server';
import { sendError } from '~/api/respond.server';
import { malformedParameters } from '~/api/request-query.server';
import { listing } from '~/api/contract/listing.shape.server';
import type { bikeEndpoints } from '~/api/contract/listing.contract.server';
import type { EndpointContext, GivenBy } from '~/api/define-endpoint.server';
import { isUpsideDown } from '~/api/query-rules';
import { sendList } from '~/api/whole-list.server';
import type { ApiResponse } from '~/http/responses.server';

/** The same calls stand under `/api/bikes` and `/api/scooters`. */
export const kindOf = ({ url }: Pick<EndpointContext, 'url'>): ListingKind =>
  url.pathname.startsWith('/api/scooters') ? 'scooter' : 'bike';

/**
 * Answers a list of listings with the filters of the query, a page of it or the whole.
 *
 * @param fromPath filters that the path itself names, which win over the query
 */
export function sendListings(
  context: EndpointContext,
  query: GivenBy<typeof bikeEndpoints.list>['query'],
  fromPath: ListingFilters = {},
): ApiResponse | Promise<ApiResponse> {
  const { runtime, actor, origin, now } = context;
  const kind = kindOf(context);
  const { page, limit, fields, availability, ...requested } = { ...query, ...fromPath };
  const errors = {
    ...(isUpsideDown(requested.minPrice, requested.maxPrice) && { minPrice: 'minPrice must not be above maxPrice' }),
    ...(isUpsideDown(requested.minYear, requested.maxYear) && { minYear: 'minYear must not be above maxYear' }),
  };
  if (Object.keys(errors).length > 0) {
    return sendError(malformedParameters(errors).error);
  }
  const wanted = { ...requested, kind, ...(availability !== 'all' && { availability }) };
  return sendList(
    context,
    {
      name: `${kind}s`,
      item: listing,
      perPage: listingsPerPage,
      async readPage(place) {
        const { items, pagination } = await listings(runtime.db, { ...wanted, ...place }, actor);
        return { items: items.map((item) => listingJson(item, origin)), pagination };
      },
      changes: () => ({
        path: `/api/${kind}s/changes`,
        token: tokenOf(kind, placeAt(lastChange(runtime.db, kind), now)),
      }),
      *readAll() {
        for (const seqs of everyListing(runtime.db, wanted)) {
          yield listingsInFull(runtime.db, seqs, actor).map((item) => listingJson(item, origin));
        }
      },
    },
    { page, limit, fields },
  );
}
