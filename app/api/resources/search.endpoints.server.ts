import { z } from 'zod';
import {
  type DescribedSuggestion,
  describeSearch,
  describeSuggestions,
  findNewOffers,
} from '~/domain/browse/offer-lists.server';
import { suggestPlaces } from '~/domain/places/place-names.server';
import {
  deleteSearch,
  findSearches,
  maxSearchNameLength,
  renameSearch,
  type SavedSearch,
  saveSearch,
  searchDeleted,
  searchesPerPage,
  searchFields,
  searchSaved,
} from '~/domain/saved/saved-searches.server';
import { findSuggestions, type SuggestionKind, suggestionKinds } from '~/domain/search/suggestions.server';
import { maxQueryLength } from '~/domain/names/tokenizer';
import type { Actor } from '~/domain/shared/actor';
import { formatCount, formatRupees } from '~/domain/shared/money';
import { createSavedQuery, readSearchedFilters } from '~/http/search-params';
import { paths } from '~/paths';
import {
  anyone,
  defineEndpoint,
  type Endpoint,
  type EndpointContext,
  idParam,
  jsonBody,
  noInput,
  users,
} from '../define-endpoint.server';
import { runEndpointCommand } from '../endpoint-command.server';
import { respondWithPage, pageParameters } from '../lists.server';
import {
  count,
  isoDateTime,
  listExample,
  listShape,
  oneOf,
  removed,
  removedExample,
  rupees,
  shortText,
  version,
} from '../schemas.server';
import { respondWithCreated, respondWithData, respondWithDeleted, respondWithItem } from '../respond.server';

const searchShape = z
  .object({
    _id: z.string(),
    id: z.string(),
    name: z.string().meta({ description: 'Name given by its owner, or a description of the search.' }),
    query: z.string().meta({ description: 'Query string of `/browse`, without sort order and page.' }),
    url: z.url(),
    rss: z.url(),
    jsonFeed: z.url(),
    version,
    createdAt: isoDateTime,
  })
  .meta({ id: 'SavedSearch' });
const listedSearch = searchShape
  .extend({
    newOffers: count.meta({ description: 'Number of offers since your last visit of `/searches`.' }),
  })
  .meta({ id: 'SavedSearchWithNew' });

const query = 'q=activa&maxPrice=60000';
const example = {
  _id: '5d0c1e9a-7b54-4a0e-9a53-4b1c7e2f8d10',
  id: '5d0c1e9a-7b54-4a0e-9a53-4b1c7e2f8d10',
  name: 'Honda Activa, Up to ₹60,000',
  query,
  url: `https://bikes.example/browse?${query}`,
  rss: `https://bikes.example/browse.rss?${query}`,
  jsonFeed: `https://bikes.example/browse.json?${query}`,
  version: 1,
  createdAt: '2026-11-20T09:30:00.000Z',
};

function searchJson(
  { id, query: saved, name, version: stored, createdAt }: SavedSearch,
  { origin, runtime }: EndpointContext,
) {
  const filters = readSearchedFilters(saved);
  return {
    _id: id,
    id,
    name: name ?? describeSearch(runtime.db, filters),
    query: saved,
    url: origin + paths.browse(filters),
    rss: origin + paths.browseFeed('rss', filters),
    jsonFeed: origin + paths.browseFeed('json', filters),
    version: stored,
    createdAt,
  } satisfies z.infer<typeof searchShape>;
}

async function withNew(search: SavedSearch, context: EndpointContext, actor: Actor) {
  const filters = readSearchedFilters(search.query);
  const newOffers = await findNewOffers(context.runtime.db, filters, search.since, { limit: 0, actor });
  return {
    ...searchJson(search, context),
    newOffers: newOffers.count,
  } satisfies z.infer<typeof listedSearch>;
}

const suggestedSearch = z
  .object({
    text: z.string().meta({ description: 'The whole search, to send as `q`.' }),
    kind: z.enum(suggestionKinds).meta({ description: 'What the last words are.' }),
    offers: count.meta({ description: 'Number of offers on Browse that the search finds.' }),
    fromPrice: rupees
      .nullable()
      .meta({ description: 'Lowest price among them, in whole rupees; null without an offer.' }),
    note: z.string().meta({ description: 'The same in words, to show beside the text.' }),
  })
  .meta({ id: 'SuggestedSearch' });

const kindLabels: Readonly<Record<SuggestionKind, string | null>> = {
  ...{ brand: 'Brand', model: 'Model', type: 'Type', place: 'Place' },
  ...{ price: null, word: null },
};

/** 'Model · 12 from ₹60,000' */
function toDetails({ text, kind, offers, fromPrice }: DescribedSuggestion): z.infer<typeof suggestedSearch> {
  const label = kindLabels[kind];
  const stock = fromPrice === null ? 'none for sale' : `${formatCount(offers)} from ${formatRupees(fromPrice)}`;
  return { text, kind, offers, fromPrice, note: label === null ? stock : `${label} · ${stock}` };
}

const exampleSuggestion = toDetails({ text: 'Honda Activa', kind: 'model', offers: 12, fromPrice: 60_000 });

const all = { ...noInput, subject: 'searches' } as const;

export const searchEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...all,
    operationId: 'suggestSearches',
    method: 'GET',
    path: '/suggestions',
    summary: 'Suggest searches while typing',
    description:
      'Returns up to six brands, models, places and other known words that begin with `q` or with its last words, in any ' +
      'script; if there are none, the corrected `q`; `details` has the same with what each finds. With `kind=place`, places ' +
      'only, as for the city of a listing, and no details.',
    access: anyone,
    query: z.object({ q: shortText('q', maxQueryLength).optional(), kind: oneOf('kind', ['place']).optional() }),
    response: {
      status: 200,
      data: z.object({
        suggestions: z.array(z.string()),
        details: z.array(suggestedSearch).optional().meta({ description: 'The same, each with what it finds.' }),
      }),
      example: { suggestions: ['Honda Activa'], details: [exampleSuggestion] },
    },
    isCached: true,
    async handler({ runtime: { db } }, { query: { q = '', kind } }) {
      if (kind === 'place') return respondWithData({ suggestions: suggestPlaces(q) });
      const described = await describeSuggestions(db, findSuggestions(db, q));
      return respondWithData({ suggestions: described.map(({ text }) => text), details: described.map(toDetails) });
    },
  }),
  defineEndpoint({
    ...all,
    operationId: 'listSearches',
    method: 'GET',
    path: '/searches',
    summary: 'List your saved searches, newest first',
    description:
      'Each has the number of new offers since your last visit of `/searches`. Requests do not count as visits.',
    access: users,
    query: z.object(pageParameters(searchesPerPage)),
    response: {
      status: 200,
      data: listShape('searches', listedSearch),
      example: listExample('searches', { ...example, newOffers: 2 }),
    },
    async handler(context, { query: page }) {
      const { items, pagination } = findSearches(context.runtime.db, context.actor, page);
      const searches = [];
      for (const search of items) searches.push(await withNew(search, context, context.actor));
      return respondWithPage(context, pagination, { searches, pagination });
    },
  }),
  defineEndpoint({
    ...all,
    operationId: 'saveSearch',
    method: 'POST',
    path: '/searches',
    summary: 'Save a search',
    description: 'A search that is already saved is returned unchanged.',
    access: users,
    body: jsonBody(() => searchFields, { query }),
    response: { status: 201, data: searchShape, example, message: searchSaved },
    rejections: { 409: ['too_many_searches'] },
    async handler(context, { body }) {
      const canonical = typeof body.query === 'string' ? createSavedQuery(readSearchedFilters(body.query)) : body.query;
      const saved = await runEndpointCommand(context, saveSearch, { query: canonical });
      return respondWithCreated(saved, (search) => searchJson(search, context), '/api/searches', searchSaved);
    },
  }),
  defineEndpoint({
    ...all,
    operationId: 'renameSearch',
    method: 'PATCH',
    path: '/searches/{id}',
    params: idParam,
    summary: 'Rename one of your saved searches',
    access: users,
    body: jsonBody(
      () =>
        z.object({
          name: z
            .string()
            .max(maxSearchNameLength)
            .meta({ description: 'Its name in one line; empty for the description of what it searches for.' }),
        }),
      { name: 'For my sister' },
    ),
    response: { status: 200, data: searchShape, example: { ...example, name: 'For my sister', version: 2 } },
    rejections: { 404: ['saved_search_not_found'] },
    async handler(context, { params: { id }, body: { name } }) {
      const renamed = await runEndpointCommand(context, renameSearch, { id, name });
      return respondWithItem(renamed, (search) => searchJson(search, context));
    },
  }),
  defineEndpoint({
    ...all,
    operationId: 'deleteSearch',
    method: 'DELETE',
    path: '/searches/{id}',
    params: idParam,
    summary: 'Delete one of your saved searches',
    access: users,
    response: { status: 200, data: removed, example: removedExample, message: searchDeleted },
    rejections: { 404: ['saved_search_not_found'] },
    handler: async (context, { params }) =>
      respondWithDeleted(await runEndpointCommand(context, deleteSearch, params), searchDeleted),
  }),
];
