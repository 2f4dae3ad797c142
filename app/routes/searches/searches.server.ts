import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { newOffers, searchText } from '~/domain/browse/found-offers.server';
import {
  deleteSearch,
  longestSearchName,
  renameSearch,
  saveSearch,
  searchesOf,
  visitSearches,
} from '~/domain/saved-searches/saved-searches.server';
import { newSecret, sha256 } from '~/domain/shared/crypto.server';
import { commitWithOthers } from '~/domain/shared/group-commit.server';
import { ok } from '~/domain/shared/result';
import { getActor, searchesCookie, searchesCookieHeaders } from '~/http/actor.server';
import { anyone, type FormPost, formAction, formActions } from '~/http/form-action.server';
import { isFetchedAhead } from '~/http/request-headers';
import { runtimeOf } from '~/http/runtime.server';
import { pageNumber, savedQuery, searchedFilters } from '~/http/search-params';
import { paths } from '~/paths';
import { offerCard } from '~/ui/vehicles/offer-cards';

/** Number of new offers that are shown of each search. */
const mostShown = 3;

/** The actor's searches with what is new in each; opening them marks all as seen, for the next visit. */
export async function loadSearches({ request, context }: LoaderFunctionArgs) {
  const runtime = runtimeOf(context);
  const { db } = runtime;
  const actor = getActor(request, runtime);
  const isVisit = request.method === 'GET' && !isFetchedAhead(request);
  const now = runtime.clock();
  if (isVisit && (actor.user || actor.searchesHash)) {
    await commitWithOthers(db, () => ok(visitSearches(db, actor, now)));
  }
  const { items, pagination } = searchesOf(db, actor, { page: pageNumber(new URL(request.url).searchParams) });
  const searches = [];
  // A page of them, one after the other: other requests are answered in between.
  for (const { id, query, name, since } of items) {
    const filters = searchedFilters(query);
    const { offers, count, isExact } = await newOffers(db, filters, since, { shown: mostShown, actor });
    const words = searchText(db, filters);
    searches.push({
      id,
      name: name ?? words,
      words: name === null ? null : words,
      count,
      isExact,
      cards: offers.map(offerCard),
      href: paths.browse({ ...filters, sort: filters.q === null ? null : 'newest' }),
      rss: paths.browseFeed('rss', filters),
      json: paths.browseFeed('json', filters),
    });
  }
  return json(
    {
      searches,
      page: pagination.page,
      pages: pagination.pages,
      isSignedIn: actor.user !== null,
      longestName: longestSearchName,
    },
    { headers: actor.user ? {} : searchesCookieHeaders(request) },
  );
}

const idOf = ({ fields }: FormPost): string => fields.get('id') ?? '';
const values = () => ({});

/** Forms that save, rename and delete a search. A visitor's first one sets the cookie that keeps them. */
export const searchesAction = formActions(
  ({ fields }) => (['save', 'rename', 'delete'] as const).find((intent) => intent === fields.get('intent')) ?? null,
  {
    save: formAction({
      access: ({ actor }) => ok(actor.user || actor.searchesHash ? null : newSecret()),
      values,
      command: saveSearch,
      decode: ({ fields }, secret) => ({
        query: savedQuery(searchedFilters(fields.get('query') ?? '')),
        ...(secret !== null && { visitorHash: sha256(secret) }),
      }),
      onSuccess: (_search, { request }, secret) => ({
        to: paths.searches(),
        flash: 'search-saved',
        cookies: secret === null ? [] : [searchesCookie(request, secret)],
      }),
      redisplay: null,
    }),
    rename: formAction({
      access: anyone,
      values,
      command: renameSearch,
      decode: (post) => ({ id: idOf(post), name: post.fields.get('name') ?? '' }),
      onSuccess: () => ({ to: paths.searches(), flash: 'search-renamed' }),
      redisplay: null,
    }),
    delete: formAction({
      access: anyone,
      values,
      command: deleteSearch,
      decode: (post) => ({ id: idOf(post) }),
      onSuccess: () => ({ to: paths.searches(), flash: 'search-deleted' }),
      redisplay: null,
    }),
  },
);
