import { z } from 'zod';
import {
  beginning,
  deletedMessage,
  isTooOld,
  type Listing,
  type ListingStatistics,
  listedMessages,
  listingsPerPage,
  offeredAgainMessage,
  placeAt,
  type Place,
  placeOf,
  soldMessage,
  storedDays,
  tokenOf,
} from '~/domain/listings/listing';
import {
  changeListing,
  createListing,
  deleteListing,
  listingNotFound,
  listingToChange,
  markSold,
  undoSale,
} from '~/domain/listings/listing.commands.server';
import { findListing, listings, listingsInFull } from '~/domain/listings/listing.queries.server';
import { listingChanges, listingFields } from '~/domain/listings/listing.schema.server';
import { doubtsAbout } from '~/domain/listings/plausibility.server';
import { changesEpoch, changesSince, lastChange } from '~/domain/listings/listing-changes.server';
import { everyListing, listingStatistics } from '~/domain/listings/listing-search.server';
import { type ListSort, listSorts } from '~/domain/search/offer-filters';
import { longestTerm } from '~/domain/search/typed-words';
import type { Actor } from '~/domain/shared/actor';
import type { ApiResponse } from '~/http/responses.server';
import { availabilities, type ListingKind, listingConditions, listingTypes } from '~db/enums';
import {
  anyone,
  bodyWithImages,
  defineEndpoint,
  type Endpoint,
  idParam,
  keyHolders,
  noInput,
} from '../define-endpoint.server';
import { runEndpointCommand } from '../endpoint-command.server';
import type { EndpointContext } from '../endpoint-context.server';
import { fieldsRule, pageOrAllRules, pickFields, sendList, withChosenFields } from '../lists.server';
import { readListingBody, withPhotos } from '../offer-body.server';
import { offerFilters, offerParameters, rangeErrors, sameFilterErrors } from '../offer-parameters.server';
import {
  cityNeeded,
  from1,
  malformedParameters,
  nearOf,
  oneOf,
  placeParameters,
  several,
  shortText,
  wholeNumber,
} from '../query-parameters.server';
import { sendData, sendError, sendErrorResponse, sendRemoved } from '../respond.server';
import { count, images, isoDateTime, listExample, listOf, removed } from '../shapes.server';
import { exampleFormValues, listing, listingExample, listingJson } from './listing.shape.server';
import { searchFields, searchPart } from './search.shape.server';

const fields = fieldsRule(listing).optional();
const chosenListing = withChosenFields(listing, 'PartialListing');
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
  fields,
});

const statistics = z
  .object({ total: count, available: count, sold: count, petrol: count, electric: count })
  .meta({ id: 'ListingStatistics' }) satisfies z.ZodType<ListingStatistics>;

const warnings = z.record(z.string(), z.string()).optional().meta({
  description: 'Questions about values that are possible but unusual, by field. They were stored as they are.',
});
const changed = listing.extend({ warnings }).meta({ id: 'ChangedListing' });
const created = listing
  .extend({
    warnings,
    manageKey: z.string().optional().meta({
      description:
        'Key that a visitor sends as `X-Manage-Key` to change the listing later. Returned this once, and not when the request is repeated.',
    }),
  })
  .meta({ id: 'CreatedListing' });

/** What the owner of a listing is asked about it. */
function warningsOf(listing: Listing, now: Date): { warnings?: Record<string, string> } {
  const warnings = doubtsAbout(listing, now);
  return Object.keys(warnings).length > 0 ? { warnings } : {};
}

/** Fields that the path and the images give, not the body itself. */
const notInBody = { kind: true, photos: true, confirmed: true } as const;

/** Number of changes in one response: default and maximum. */
const changesAtOnce = { usual: 100, most: 1000 };

/** Value of `since` for a client that needs no earlier changes. */
const fromNow = 'now';

/** A sync token, with the epoch of the changes behind it. */
const tokenIn = (epoch: string, kind: ListingKind, position: Place): string =>
  [tokenOf(kind, position), epoch].filter(Boolean).join('.');

const changesShape = (kind: ListingKind) =>
  z.object({
    changes: z.array(
      z.union([
        z.object({ change: z.enum(['created', 'changed', 'sold']), id: z.string(), [kind]: chosenListing }),
        z.object({ change: z.literal('removed'), id: z.string(), removedAt: isoDateTime }),
      ]),
    ),
    next: z.string().meta({ description: 'Value of `since` for the next request.' }),
    hasMore: z.boolean().meta({ description: 'Whether more changes are available now.' }),
  });

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
          items: items.map((item) => listingJson(item, origin)),
          pagination,
          besides: searchPart(context, understood, pagination.total),
        };
      },
      changes: () => ({
        path: `/api/${kind}s/changes`,
        token: tokenIn(changesEpoch(runtime.db), kind, placeAt(lastChange(runtime.db, kind), now)),
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

/** A client without an account and without a manage key. */
const visitor: Actor = { user: null, manageKeyIds: [] };

/** The endpoints of one kind of listing. Bikes and scooters have the same ones under paths of their own. */
function listingEndpoints(kind: ListingKind): Endpoint[] {
  const plural = `${kind}s` as const;
  const noun = kind === 'bike' ? 'Bike' : 'Scooter';
  const example = listingExample(kind);
  const all = { ...noInput, subject: plural } as const;
  const one = { ...all, path: `/${plural}/{id}`, params: idParam, access: keyHolders } as const;
  const listed = {
    status: 200,
    data: listOf(plural, chosenListing).extend(searchFields),
    example: listExample(plural, example),
  } as const;

  /** A listing of the other kind is not found. */
  function findOfKind({ runtime, actor }: EndpointContext, id: string): Listing | null {
    const found = findListing(runtime.db, id, actor);
    return found?.kind === kind ? found : null;
  }

  return [
    defineEndpoint({
      ...all,
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
      ...all,
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
      ...all,
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
      ...all,
      operationId: `list${noun}Changes`,
      method: 'GET',
      path: `/${plural}/changes`,
      summary: `List changes of ${plural} since the last request, to keep a copy up to date`,
      description: `Changes are in the order in which they happened, and each ${kind} appears once, with its newest state: insert or replace it in the copy, or delete it when it was removed. Start without \`since\` to receive every ${kind}, or with the \`X-Changes-Token\` of the whole list, which is taken before its first row. \`since=${fromNow}\` returns a token for the current time: request it before you read the list, never after. Removals are available for ${storedDays} days: an older token returns 410.`,
      access: anyone,
      query: z.object({
        since: shortText('since', 100).optional(),
        limit: from1('limit', changesAtOnce.most).default(changesAtOnce.usual),
        fields,
      }),
      response: {
        status: 200,
        data: changesShape(kind),
        example: {
          changes: [
            { change: 'sold', id: example.id, [kind]: { ...example, availability: 'sold', version: 2 } },
            { change: 'removed', id: '5f0c1a2b3d4e5f6071829305', removedAt: '2026-11-20T10:00:00.000Z' },
          ],
          next: 'YmlrZSAyIDIgZzlr',
          hasMore: false,
        },
      },
      rejections: [410],
      isCached: true,
      handler({ url, runtime, actor, origin, now }, { query: { since, limit, fields: chosen } }) {
        const last = lastChange(runtime.db, kind);
        const epoch = changesEpoch(runtime.db);
        const [token = '', ofEpoch = ''] = since?.split('.') ?? [];
        const position =
          since === undefined ? beginning(now) : since === fromNow ? placeAt(last, now) : placeOf(kind, token);
        if (!position) return sendError(malformedParameters({ since: 'since is no token of this list' }).error);
        // A backup was restored since: by the command, which begins an epoch, or by another way.
        const isOfAnotherState =
          (since !== undefined && since !== fromNow && ofEpoch !== epoch) || position.change > last;
        if (isTooOld(position, now) || isOfAnotherState) {
          const message = `Changes are told for ${storedDays} days. Please begin again without since.`;
          return sendErrorResponse(410, message, { since: 'since is too old' });
        }
        const { changes, upTo, hasMore } = changesSince(runtime.db, kind, position, limit, actor);
        // Until the client has read all changes, removals count from its last complete update.
        const next = tokenIn(epoch, kind, hasMore ? { ...position, change: upTo } : placeAt(upTo, now));
        const shown = changes.map((one) =>
          one.change === 'removed'
            ? one
            : { change: one.change, id: one.id, [kind]: pickFields(listingJson(one.listing, origin), chosen) },
        );
        const search = new URLSearchParams(url.searchParams);
        search.set('since', next);
        const headers = hasMore ? { Link: `<${origin}${url.pathname}?${search}>; rel="next"` } : undefined;
        return sendData({ changes: shown, next, hasMore }, { headers });
      },
    }),
    defineEndpoint({
      ...all,
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
    defineEndpoint({
      ...all,
      operationId: `list${noun}ForSale`,
      method: 'POST',
      path: `/${plural}`,
      summary: `List a ${kind} for sale`,
      description:
        'The response to a visitor has a `manageKey`, shown this once, which allows changes to the listing later.',
      access: anyone,
      body: bodyWithImages((now) => listingFields(now).omit(notInBody).extend({ images }), exampleFormValues),
      response: {
        status: 201,
        data: created,
        example: { ...example, manageKey: 'K7QF-2M9D-XW4H-8RTB-5ZPC-3NVJ-6GYE-0SAK' },
        message: listedMessages[kind],
      },
      async handler(context) {
        const body = await readListingBody(context);
        if (!body.ok) return sendError(body.error);
        const { fields: given, content, storePhotos } = body.value;
        const result = await runEndpointCommand(
          context,
          createListing,
          { ...given, kind, photos: [], confirmed: undefined },
          { kind, content },
          withPhotos(storePhotos),
        );
        if (!result.ok) return sendError(result.error);
        const { listing: created, manageCode } = result.value;
        return sendData(
          {
            ...listingJson(created, context.origin),
            ...warningsOf(created, context.now),
            ...(manageCode && { manageKey: manageCode }),
          },
          { status: 201, message: listedMessages[kind], headers: { Location: `/api/${plural}/${created.id}` } },
        );
      },
    }),
    defineEndpoint({
      ...one,
      operationId: `get${noun}`,
      method: 'GET',
      summary: `Retrieve a ${kind}`,
      access: anyone,
      query: z.object({ fields }),
      response: { status: 200, data: chosenListing, example },
      rejections: [404],
      isCached: true,
      handler(context, input) {
        const found = findOfKind(context, input.params.id);
        if (!found) return sendError(listingNotFound);
        return sendData(pickFields(listingJson(found, context.origin), input.query.fields));
      },
    }),
    defineEndpoint({
      ...one,
      operationId: `change${noun}`,
      method: 'PUT',
      summary: `Update a ${kind}`,
      description:
        'Absent fields keep their values. `images` replaces all photos; a URL that the API returned keeps its photo.',
      body: bodyWithImages(
        (now) =>
          listingChanges(now)
            .omit({ ...notInBody, id: true })
            .extend({ images }),
        { presentPrice: 50_000, version: 1 },
      ),
      response: {
        status: 200,
        data: changed,
        example: { ...example, presentPrice: 50_000, price: 50_000, discount: 32, version: 2 },
      },
      rejections: [403, 404, 409],
      async handler(context, { params }) {
        const { runtime, actor, origin } = context;
        const target = { ...params, kind };
        const current = findOfKind(context, params.id);
        const asVisitor = findListing(runtime.db, params.id, visitor);
        const body = await readListingBody(context, {
          photos: current?.photos.map(({ hash }) => hash) ?? [],
          // The owner may have read the license number without its last digits, as visitors do.
          shown: [current, asVisitor].flatMap((one) => (one ? listingJson(one, origin) : [])),
        });
        if (!body.ok) return sendError(body.error);
        const { fields: given, content, storePhotos } = body.value;
        const result = await runEndpointCommand(
          context,
          changeListing,
          { ...given, ...target, photos: undefined, confirmed: undefined },
          { about: target, content },
          withPhotos(storePhotos, () => listingToChange(runtime.db, target, actor)),
        );
        return result.ok
          ? sendData({ ...listingJson(result.value, origin), ...warningsOf(result.value, context.now) })
          : sendError(result.error);
      },
    }),
    defineEndpoint({
      ...one,
      operationId: `undo${noun}Sale`,
      method: 'DELETE',
      path: `/${plural}/{id}/sold`,
      summary: `Offer a ${kind} again that was marked as sold in the last 24 hours`,
      response: { status: 200, data: listing, example: { ...example, version: 3 }, message: offeredAgainMessage },
      rejections: [403, 404, 409],
      async handler(context, { params }) {
        const result = await runEndpointCommand(context, undoSale, { ...params, kind });
        if (!result.ok) return sendError(result.error);
        return sendData(listingJson(result.value, context.origin), { message: offeredAgainMessage });
      },
    }),
    defineEndpoint({
      ...one,
      operationId: `delete${noun}`,
      method: 'DELETE',
      summary: `Delete a ${kind}`,
      response: {
        status: 200,
        data: removed,
        example: { _id: example.id, id: example.id },
        message: deletedMessage,
      },
      rejections: [403, 404],
      handler: async (context, { params }) =>
        sendRemoved(await runEndpointCommand(context, deleteListing, { ...params, kind }), deletedMessage),
    }),
    defineEndpoint({
      ...one,
      operationId: `mark${noun}Sold`,
      method: 'PATCH',
      path: `/${plural}/{id}/sold`,
      summary: `Mark a ${kind} as sold, which can be undone for 24 hours`,
      response: {
        status: 200,
        data: listing,
        example: { ...example, availability: 'sold', version: 2 },
        message: soldMessage,
      },
      rejections: [403, 404, 409],
      async handler(context, { params }) {
        const result = await runEndpointCommand(context, markSold, { ...params, kind });
        if (!result.ok) return sendError(result.error);
        return sendData(listingJson(result.value, context.origin), { message: soldMessage });
      },
    }),
  ];
}

export const bikeEndpoints = listingEndpoints('bike');
export const scooterEndpoints = listingEndpoints('scooter');
