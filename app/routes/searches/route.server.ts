import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { findNewOffers, describeSearch } from '~/domain/browse/offer-lists.server';
import {
  deleteSearch,
  findSearches,
  markSearchesVisited,
  renameSearch,
  saveSearch,
} from '~/domain/saved/saved-searches.server';
import { generateSecret, sha256 } from '~/domain/shared/secrets.server';
import { commitInGroup } from '~/domain/shared/group-commit.server';
import { ok } from '~/domain/shared/result';
import { createSearchesCookie, createSearchesCookieHeaders } from '~/http/cookies/visitor.server';
import { getActor } from '~/http/actor.server';
import { isPrefetch } from '~/http/flash.server';
import { allowAnyone, createFormAction, createFormActions, type FormPost, renameFields } from '~/submit/form.server';
import { selectFields } from '~/submit/form-body.server';
import { readPageNumber } from '~/http/url-params';
import { createSavedQuery, readSearchedFilters } from '~/http/search-params';
import { paths } from '~/paths';
import { toOfferCard } from '~/ui/vehicles/offer-list';

const maxShown = 3;

/** The actor's searches with new results; viewing them marks all results as seen for the next visit. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { runtime } = context;
  const { db } = runtime;
  const actor = getActor(request, runtime);
  const isVisit = request.method === 'GET' && !isPrefetch(request);
  const now = runtime.clock();
  if (isVisit && (actor.user || actor.searchesHash)) {
    await commitInGroup(db, () => ok(markSearchesVisited(db, actor, now)));
  }
  const { items, pagination } = findSearches(db, actor, { page: readPageNumber(new URL(request.url).searchParams) });
  const searches = [];
  // Searches run one by one, so that other requests are handled in between.
  for (const { id, query, name, since } of items) {
    const filters = readSearchedFilters(query);
    const { offers, count } = await findNewOffers(db, filters, since, { limit: maxShown, actor });
    const words = describeSearch(db, filters);
    searches.push({
      id,
      name: name ?? words,
      words: name === null ? null : words,
      count,
      cards: offers.map(toOfferCard),
      href: paths.browse({ ...filters, sort: filters.q === null ? null : 'newest' }),
      rss: paths.browseFeed('rss', filters),
    });
  }
  return json(
    {
      searches,
      page: pagination.page,
      pages: pagination.pages,
      isSignedIn: actor.user !== null,
    },
    { headers: actor.user ? {} : createSearchesCookieHeaders(request) },
  );
}

const getId = ({ fields }: FormPost): string => fields.get('id') ?? '';

/** Forms that save, rename and delete a search. A visitor's first one sets the cookie that identifies the browser. */
export const action = createFormActions(
  ({ fields }) => (['save', 'rename', 'delete'] as const).find((intent) => intent === fields.get('intent')) ?? null,
  {
    save: createFormAction({
      access: { check: ({ actor }) => ok(actor.user || actor.searchesHash ? null : generateSecret()) },
      command: saveSearch,
      decode: ({ fields }, secret) => ({
        query: createSavedQuery(readSearchedFilters(fields.get('query') ?? '')),
        ...(secret !== null && { visitorHash: sha256(secret) }),
      }),
      onSuccess: (_search, { request }, secret) => ({
        to: paths.searches(),
        flash: 'search-saved',
        cookies: secret === null ? [] : [createSearchesCookie(request, secret)],
      }),
      redisplay: null,
    }),
    rename: createFormAction({
      access: allowAnyone,
      values: selectFields(['id', 'name']),
      command: renameSearch,
      decode: ({ values: { id, name } }) => ({ id, name }),
      onSuccess: () => ({ to: paths.searches(), flash: 'search-renamed' }),
      redisplay: ({ values }, error) => ({ error: renameFields(error, { name: `name-${values.id}` }) }),
    }),
    delete: createFormAction({
      access: allowAnyone,
      command: deleteSearch,
      decode: (post) => ({ id: getId(post) }),
      onSuccess: () => ({ to: paths.searches(), flash: 'search-deleted' }),
      redisplay: null,
    }),
  },
);
