import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { type ListingChangeEvent, type ListingStatistics, listingsPerPage } from '~/domain/listings/listing';
import { findFullListings, readListingStatistics } from '~/domain/listings/listing.queries.server';
import {
  createInitialPosition,
  createPosition,
  createSyncToken,
  findChangesSince,
  findLastChange,
  isTooOld,
  parseSyncToken,
  readChangesEpoch,
  removalRetentionDays,
  type SyncPosition,
} from '~/domain/listings/listing-changes.server';
import { isPlainColumn, type PlainColumn, preparePlainListings } from '~/domain/listings/plain-listings.server';
import { findListings, iterateListings, searchListings } from '~/domain/listings/listing-search.server';
import { fullNames } from '~/domain/listings/models.server';
import { listSorts } from '~/domain/search/search-query';
import { maxQueryLength } from '~/domain/names/tokenizer';
import { availabilities, type ListingKind, listingConditions, listingTypes } from '~db/enums';
import { anyone, defineEndpoint, type Endpoint, type EndpointContext } from '../define-endpoint.server';
import {
  acceptsEvents,
  cursorParameter,
  eventStream,
  pageOrAllParameters,
  pickFields,
  respondWithList,
} from '../lists.server';
import {
  addDistance,
  count,
  getNearFilter,
  isoDateTime,
  listExample,
  listShape,
  oneOf,
  placeParameters,
  positiveNumber,
  repeated,
  requireCity,
  rupees,
  shortText,
  wholeNumber,
} from '../schemas.server';
import {
  type ApiResponse,
  rejectParameters,
  respondWithData,
  respondWithError,
  respondWithStatus,
  StreamedResponse,
} from '../respond.server';
import { chosenFields, chosenListing, listing, listingJson, listingResource } from './listing.shape.server';
import {
  offerFilters,
  offerParameters,
  getRangeErrors,
  getSameFilterErrors,
  searchFields,
  describeSearch,
} from './offer-list.shape.server';

const query = z.object({
  ...pageOrAllParameters(listingsPerPage),
  ...cursorParameter,
  availability: oneOf('availability', [...availabilities, 'all']).default('all'),
  type: repeated(oneOf('type', listingTypes)).optional(),
  fuelType: repeated(oneOf('fuelType', listingTypes)).optional(),
  condition: repeated(oneOf('condition', listingConditions)).optional(),
  ...offerParameters,
  ...placeParameters,
  q: shortText('q', maxQueryLength).optional(),
  sort: oneOf('sort', listSorts).default('relevance'),
  fields: chosenFields,
});

const statistics = z
  .object({ total: count, available: count, sold: count, petrol: count, electric: count })
  .meta({ id: 'ListingStatistics' }) satisfies z.ZodType<ListingStatistics>;

/** @returns null unless each of the fields is a column */
function findPlainColumns(fields: readonly string[]): Record<string, PlainColumn> | null {
  const columns: Record<string, PlainColumn> = {};
  for (const field of fields) {
    const column = field === '_id' ? 'id' : field === 'price' ? 'presentPrice' : field;
    if (!isPlainColumn(column)) return null;
    columns[field] = column;
  }
  return columns;
}

function respondWithListings(
  kind: ListingKind,
  context: EndpointContext,
  { page, limit, after, fields: chosen, availability, city, within, ...filters }: z.infer<typeof query>,
): ApiResponse | Promise<ApiResponse> {
  const { runtime, actor, origin, now } = context;
  const errors = {
    ...requireCity({ city, within, sort: filters.sort }),
    ...getRangeErrors(filters),
    ...getSameFilterErrors(filters, [['type', 'fuelType']]),
  };
  if (Object.keys(errors).length > 0) return respondWithError(rejectParameters(errors).error);
  const requested = {
    ...filters,
    ...offerFilters(filters, now),
    near: getNearFilter({ city, within }),
    kind,
    type: filters.type ?? filters.fuelType,
    ...(availability !== 'all' && { availability }),
  };
  const columns = chosen ? findPlainColumns(chosen) : null;
  return respondWithList(
    context,
    {
      name: `${kind}s`,
      item: listing,
      perPage: listingsPerPage,
      sort: filters.sort,
      async readPage(at) {
        const page = { ...requested, ...at };
        if (columns) {
          const { seqs, parsedQuery, ...results } = await searchListings(runtime.db, page);
          return {
            items: preparePlainListings(runtime.db, columns)(seqs),
            ...results,
            extra: describeSearch(context, parsedQuery, results.pagination.total, chosen),
          };
        }
        const { items, parsedQuery, ...results } = await findListings(runtime.db, page, actor);
        return {
          items: items.map((item) => addDistance(listingJson(item, origin), city)),
          ...results,
          extra: describeSearch(context, parsedQuery, results.pagination.total, chosen),
        };
      },
      changes: () => ({
        path: `/api/${kind}s/changes`,
        token: formatSyncToken(
          readChangesEpoch(runtime.db),
          kind,
          createPosition(findLastChange(runtime.db, kind), now),
        ),
      }),
      *readAll(position) {
        const readItems = columns
          ? preparePlainListings(runtime.db, columns)
          : (seqs: readonly number[]) =>
              findFullListings(runtime.db, seqs, actor).map((item) => listingJson(item, origin));
        for (const { seqs, last } of iterateListings(runtime.db, requested, position))
          yield { items: readItems(seqs), last };
      },
    },
    { page, limit, after, fields: chosen },
  );
}

export function listingListEndpoints(kind: ListingKind): Endpoint[] {
  const { plural, noun, example, common } = listingResource(kind);
  const list = {
    ...common,
    method: 'GET',
    access: anyone,
    query,
    response: {
      status: 200,
      data: listShape(plural, chosenListing).extend(searchFields),
      example: listExample(plural, example),
    },
    wholeList: chosenListing,
    hasChanges: true,
    isCached: true,
  } as const;

  return [
    defineEndpoint({
      ...list,
      operationId: `list${noun}s`,
      path: `/${plural}`,
      summary: `List second-hand ${plural}`,
      description: '`type` is an older name of `fuelType`.',
      handler: (context, input) => respondWithListings(kind, context, input.query),
    }),
    defineEndpoint({
      ...list,
      operationId: `list${noun}sOfType`,
      path: `/${plural}/type/{type}`,
      summary: `List petrol or electric ${plural}`,
      params: z.object({ type: oneOf('type', listingTypes) }),
      handler: (context, input) => respondWithListings(kind, context, { ...input.query, type: [input.params.type] }),
    }),
    defineEndpoint({
      ...list,
      operationId: `list${noun}sInPriceRange`,
      path: `/${plural}/price-range/{minPrice}/{maxPrice}`,
      summary: `List ${plural} in a price range, both ends included`,
      params: z.object({ minPrice: wholeNumber('minPrice'), maxPrice: wholeNumber('maxPrice') }),
      handler: (context, input) => respondWithListings(kind, context, { ...input.query, ...input.params }),
    }),
    defineEndpoint({
      ...common,
      operationId: `list${noun}Models`,
      method: 'GET',
      path: `/${plural}/meta/models`,
      summary: `List the known models of ${plural}, as suggestions for \`model\``,
      access: anyone,
      response: {
        status: 200,
        data: z.object({ models: z.array(z.string()) }),
        example: { models: [kind === 'bike' ? 'Hero Splendor Plus' : 'Honda Activa 6G'] },
      },
      isCached: true,
      handler: () => respondWithData({ models: fullNames[kind] }),
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
      handler: ({ runtime }) => respondWithData(readListingStatistics(runtime.db, kind)),
    }),
  ];
}

const changesPerResponse = { usual: 100, most: 1000 };

const sinceNow = 'now';

/** @returns the value of `since` for the changes after a position */
export const formatSyncToken = (epoch: string, kind: ListingKind, position: SyncPosition): string =>
  [createSyncToken(kind, position), epoch].filter(Boolean).join('.');

const changesShape = (kind: ListingKind) =>
  z.object({
    changes: z.array(
      z.union([
        z.object({
          change: z.enum(['created', 'changed', 'sold']),
          id: z.string(),
          previousPrice: rupees.nullable().meta({
            description:
              'Price in whole rupees before the newest change of the price, if that came after `since`; else null.',
          }),
          [kind]: chosenListing,
        }),
        z.object({ change: z.literal('removed'), id: z.string(), removedAt: isoDateTime }),
      ]),
    ),
    next: z.string().meta({ description: 'Value of `since` for the next request.' }),
    hasMore: z.boolean().meta({ description: 'Whether more changes are available now.' }),
  });

const changeJson = (kind: ListingKind, event: ListingChangeEvent, origin: string, chosen?: readonly string[]) =>
  event.change === 'removed'
    ? event
    : {
        change: event.change,
        id: event.id,
        previousPrice: event.previousPrice,
        [kind]: pickFields(listingJson(event.listing, origin), chosen),
      };

const eventsAtOnce = 50;

/**
 * The id stands with the last event of a portion: a client that left in between gets that portion again. One without an
 * event, at the beginning and when nothing happens, moves a client that waits.
 */
async function* streamChanges(
  { runtime, actor, origin }: EndpointContext,
  kind: ListingKind,
  start: SyncPosition,
  chosen: readonly string[] | undefined,
  left: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  const ended = AbortSignal.any([left, runtime.stopping.signal]);
  const { pollMilliseconds, longestSilence } = runtime.liveTimes;
  const epoch = readChangesEpoch(runtime.db);
  let position = start;
  const formatId = (): string => `id: ${formatSyncToken(epoch, kind, position)}\n\n`;
  yield Buffer.from(`retry: ${pollMilliseconds}\n${formatId()}`);
  let spokenAt = performance.now();
  while (!ended.aborted && readChangesEpoch(runtime.db) === epoch) {
    const hasNews = findLastChange(runtime.db, kind) > position.change;
    if (hasNews) {
      const { changes, upTo, hasMore } = findChangesSince(runtime.db, kind, position, eventsAtOnce, actor);
      position = hasMore ? { ...position, change: upTo } : createPosition(upTo, runtime.clock());
      const events = changes.map((event) => {
        const data = JSON.stringify(changeJson(kind, event, origin, chosen));
        return `event: ${event.change}\ndata: ${data}\n`;
      });
      if (events.length > 0) yield Buffer.from(`${events.join('\n')}${formatId()}`);
    } else if (performance.now() - spokenAt >= longestSilence) {
      position = createPosition(position.change, runtime.clock());
      yield Buffer.from(formatId());
    } else {
      await setTimeout(pollMilliseconds, null, { signal: ended }).catch(() => undefined);
      continue;
    }
    spokenAt = performance.now();
  }
}

export function listingChangesEndpoints(kind: ListingKind): Endpoint[] {
  const { plural, noun, example, common } = listingResource(kind);
  return [
    defineEndpoint({
      ...common,
      operationId: `list${noun}Changes`,
      method: 'GET',
      path: `/${plural}/changes`,
      summary: `List the changes of ${plural} since a token, to keep a copy up to date`,
      description: `Changes are in the order in which they happened, and each ${kind} appears once, with its newest state: insert or replace it in the copy, or delete it when it was removed. Start without \`since\` to receive every ${kind}, or with the \`X-Changes-Token\` of the whole list, which is taken before its first row. \`since=${sinceNow}\` returns a token for the current time: request it before you read the list, never after. Removals are available for ${removalRetentionDays} days: an older token returns 410.`,
      access: anyone,
      query: z.object({
        since: shortText('since', 100).optional(),
        limit: positiveNumber('limit', changesPerResponse.most).default(changesPerResponse.usual),
        fields: chosenFields,
      }),
      response: {
        status: 200,
        data: changesShape(kind),
        example: {
          changes: [
            {
              change: 'sold',
              id: example.id,
              previousPrice: null,
              [kind]: { ...example, availability: 'sold', version: 2 },
            },
            { change: 'removed', id: '5f0c1a2b3d4e5f6071829305', removedAt: '2026-11-20T10:00:00.000Z' },
          ],
          next: 'YmlrZSAyIDIgZzlr',
          hasMore: false,
        },
      },
      rejections: { 410: ['changes_token_too_old', 'changes_gone'] },
      isCached: true,
      hasEvents: true,
      handler(context, { query: { since: stated, limit, fields: chosen } }) {
        const { url, runtime, actor, origin, now, request } = context;
        const isLive = acceptsEvents(request.headers.get('Accept'));
        // A browser that connects again repeats the first URL.
        const since = (isLive && request.headers.get('Last-Event-ID')) || stated;
        const last = findLastChange(runtime.db, kind);
        const epoch = readChangesEpoch(runtime.db);
        const [token = '', ofEpoch = ''] = since?.split('.') ?? [];
        const position =
          since === undefined
            ? createInitialPosition(now)
            : since === sinceNow
              ? createPosition(last, now)
              : parseSyncToken(kind, token);
        if (!position) return respondWithError(rejectParameters({ since: { code: 'invalid_changes_token' } }).error);
        // A backup was restored since: by the command, which starts a new epoch, or in another way.
        const isOfAnotherState =
          (since !== undefined && since !== sinceNow && ofEpoch !== epoch) || position.change > last;
        if (isTooOld(position, now) || isOfAnotherState) {
          const reason = { code: 'changes_gone', values: { days: removalRetentionDays } } as const;
          return respondWithStatus(410, reason, { since: { code: 'changes_token_too_old' } });
        }
        if (isLive) {
          const headers = { 'Content-Type': eventStream };
          return new StreamedResponse((left) => streamChanges(context, kind, position, chosen, left), { headers });
        }
        const { changes, upTo, hasMore } = findChangesSince(runtime.db, kind, position, limit, actor);
        // Until the client has read all changes, removals count from its last complete update.
        const next = formatSyncToken(epoch, kind, hasMore ? { ...position, change: upTo } : createPosition(upTo, now));
        const events = changes.map((event) => changeJson(kind, event, origin, chosen));
        const search = new URLSearchParams(url.searchParams);
        search.set('since', next);
        const headers = hasMore ? { Link: `<${origin}${url.pathname}?${search}>; rel="next"` } : undefined;
        return respondWithData({ changes: events, next, hasMore }, { headers });
      },
    }),
  ];
}
