import { z } from 'zod';
import { type ListingStatistics, listingsPerPage } from '~/domain/listings/listing';
import { positionAt } from '~/domain/listings/sync-token';
import { listings, listingsInFull } from '~/domain/listings/listing.queries.server';
import { changesEpoch, lastChange } from '~/domain/listings/listing-changes.server';
import { everyListing, listingStatistics } from '~/domain/listings/listing-search.server';
import { fullNames } from '~/domain/listings/models.server';
import { type ListSort, listSorts } from '~/domain/search/offer-filters';
import { longestTerm } from '~/domain/search/typed-words';
import type { ApiResponse } from '~/http/responses.server';
import { availabilities, type ListingKind, listingConditions, listingTypes } from '~db/enums';
import { anyone, defineEndpoint, type Endpoint } from '../define-endpoint.server';
import type { EndpointContext } from '../endpoint-context.server';
import { pageOrAllRules, sendList } from '../lists.server';
import { offerFilters, offerParameters, rangeErrors, sameFilterErrors } from '../offer-parameters.server';
import {
  cityNeeded,
  malformedParameters,
  nearOf,
  oneOf,
  placeParameters,
  several,
  shortText,
  wholeNumber,
  withDistance,
} from '../query-parameters.server';
import { sendData, sendError } from '../respond.server';
import { count, listExample, listOf } from '../shapes.server';
import { chosenFields, chosenListing, listing, listingJson, listingResource } from './listing.shape.server';
import { changesToken } from './listing-changes.endpoints.server';
import { searchFields, searchPart } from './search.shape.server';

const query = z.object({
  ...pageOrAllRules(listingsPerPage),
  availability: oneOf('availability', [...availabilities, 'all']).default('all'),
  type: several(oneOf('type', listingTypes)).optional(),
  fuelType: several(oneOf('fuelType', listingTypes)).optional(),
  condition: several(oneOf('condition', listingConditions)).optional(),
  ...offerParameters,
  ...placeParameters,
  q: shortText('q', longestTerm).optional(),
  sort: oneOf('sort', listSorts).default('relevance'),
  fields: chosenFields,
});

const statistics = z
  .object({ total: count, available: count, sold: count, petrol: count, electric: count })
  .meta({ id: 'ListingStatistics' }) satisfies z.ZodType<ListingStatistics>;

/** A whole list is read along an index, and none has distances: it comes in the order of time. */
const inTimeForDistance = <Query extends { sort: ListSort }>(query: Query): Query =>
  query.sort === 'distance' ? { ...query, sort: 'newest' } : query;

/**
 * Sends a page of the listings of a kind, or all of them.
 *
 * @param query filters of the query, overridden by those of the path
 */
function sendListings(
  kind: ListingKind,
  context: EndpointContext,
  { page, limit, fields: chosen, availability, city, within, ...filters }: z.infer<typeof query>,
): ApiResponse | Promise<ApiResponse> {
  const { runtime, actor, origin, now } = context;
  const errors = {
    ...cityNeeded({ city, within, sort: filters.sort }),
    ...rangeErrors(filters),
    ...sameFilterErrors(filters, [['type', 'fuelType']]),
  };
  if (Object.keys(errors).length > 0) return sendError(malformedParameters(errors).error);
  const requested = {
    ...filters,
    ...offerFilters(filters, now),
    near: nearOf({ city, within }),
    kind,
    type: filters.type ?? filters.fuelType,
    ...(availability !== 'all' && { availability }),
  };
  return sendList(
    context,
    {
      name: `${kind}s`,
      item: listing,
      perPage: listingsPerPage,
      async readPage(at) {
        const { items, pagination, understood } = await listings(runtime.db, { ...requested, ...at }, actor);
        return {
          items: items.map((item) => withDistance(listingJson(item, origin), city)),
          pagination,
          besides: searchPart(context, understood, pagination.total),
        };
      },
      changes: () => ({
        path: `/api/${kind}s/changes`,
        token: changesToken(changesEpoch(runtime.db), kind, positionAt(lastChange(runtime.db, kind), now)),
      }),
      *readAll() {
        for (const seqs of everyListing(runtime.db, inTimeForDistance(requested))) {
          yield listingsInFull(runtime.db, seqs, actor).map((item) => listingJson(item, origin));
        }
      },
    },
    { page, limit, fields: chosen },
  );
}

/** The lists of one kind of listing, and how many there are. */
export function listingListEndpoints(kind: ListingKind): Endpoint[] {
  const { plural, noun, example, common } = listingResource(kind);
  const listed = {
    status: 200,
    data: listOf(plural, chosenListing).extend(searchFields),
    example: listExample(plural, example),
  } as const;

  return [
    defineEndpoint({
      ...common,
      operationId: `list${noun}s`,
      method: 'GET',
      path: `/${plural}`,
      summary: `List second-hand ${plural}`,
      access: anyone,
      query,
      response: listed,
      wholeList: chosenListing,
      hasChanges: true,
      isCached: true,
      handler: (context, input) => sendListings(kind, context, input.query),
    }),
    defineEndpoint({
      ...common,
      operationId: `list${noun}sOfType`,
      method: 'GET',
      path: `/${plural}/type/{type}`,
      summary: `List petrol or electric ${plural}`,
      access: anyone,
      params: z.object({ type: oneOf('type', listingTypes) }),
      query,
      response: listed,
      wholeList: chosenListing,
      hasChanges: true,
      isCached: true,
      handler: (context, input) => sendListings(kind, context, { ...input.query, type: [input.params.type] }),
    }),
    defineEndpoint({
      ...common,
      operationId: `list${noun}sInPriceRange`,
      method: 'GET',
      path: `/${plural}/price-range/{minPrice}/{maxPrice}`,
      summary: `List ${plural} in a price range, both ends included`,
      access: anyone,
      params: z.object({ minPrice: wholeNumber('minPrice'), maxPrice: wholeNumber('maxPrice') }),
      query,
      response: listed,
      wholeList: chosenListing,
      hasChanges: true,
      isCached: true,
      handler: (context, input) => sendListings(kind, context, { ...input.query, ...input.params }),
    }),
    defineEndpoint({
      ...common,
      operationId: `list${noun}Models`,
      method: 'GET',
      path: `/${plural}/meta/models`,
      summary: `List the models of ${plural} that the catalogue knows, as suggestions`,
      access: anyone,
      response: {
        status: 200,
        data: z.object({ models: z.array(z.string()) }),
        example: { models: [kind === 'bike' ? 'Hero Splendor Plus' : 'Honda Activa 6G'] },
      },
      isCached: true,
      handler: () => sendData({ models: fullNames[kind] }),
    }),
    defineEndpoint({
      ...common,
      operationId: `get${noun}Statistics`,
      method: 'GET',
      path: `/${plural}/stats/overview`,
      summary: `Retrieve counts of ${plural} by availability and fuel, without samples`,
      access: anyone,
      response: {
        status: 200,
        data: statistics,
        example: { total: 120, available: 96, sold: 24, petrol: 98, electric: 22 },
      },
      isCached: true,
      handler: ({ runtime }) => sendData(listingStatistics(runtime.db, kind)),
    }),
  ];
}
