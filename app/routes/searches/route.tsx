import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
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
import { formatCount } from '~/domain/shared/money';
import { selectFields } from '~/submit/form-body.server';
import type { RejectedForm } from '~/submit/form-response.server';
import { readPageNumber } from '~/http/url-params';
import { createSavedQuery, readSearchedFilters } from '~/http/search-params';
import { paths } from '~/paths';
import { FieldNotes, getControlProps } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { EmptyState } from '~/ui/page/empty-state';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Pager } from '~/ui/page/pager';
import { Button, ButtonLink } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import { CompareForm } from '~/ui/vehicles/compare-list';
import { OfferCards } from '~/ui/vehicles/offer-cards';
import { type OfferCard, toOfferCard } from '~/ui/vehicles/offer-list';

export const handle: ScreenHandle = {
  kind: 'plain',
  cacheKeyParameters: [],
  unlisted: true,
};
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Saved searches', 'Your saved searches, with what is new in each.');

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
      json: paths.browseFeed('json', filters),
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
const getNameField = (id: string): string => `name-${id}`;

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
      redisplay: ({ values }, error) => ({ error: renameFields(error, { name: getNameField(values.id ?? '') }) }),
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

type Search = {
  id: string;
  name: string;
  /** Description of the filters, when the search was given a name. */
  words: string | null;
  count: number;
  cards: readonly OfferCard[];
  href: string;
  rss: string;
  json: string;
};

const newText = ({ count }: Pick<Search, 'count'>): string =>
  count === 0 ? 'Nothing new since your last visit' : `${formatCount(count)} new since your last visit`;

type SavedSearchProps = { search: Search; page: number; rejected: RejectedForm | undefined };

function SavedSearch({ search, page, rejected }: SavedSearchProps) {
  const { id, name, words, count, cards, href, rss, json } = search;
  const nameField = { name: getNameField(id), label: 'Name', error: rejected?.errors[getNameField(id)] };
  const stored = words === null ? '' : name;
  return (
    <li id={`search-${id}`}>
      <h2>
        <a href={href}>{name}</a>
      </h2>
      {words && <p className="note">{words}</p>}
      <p className={count > 0 ? 'new-count' : 'note'}>{newText(search)}</p>
      {cards.length > 0 && (
        <CompareForm backTo={`search-${id}`}>
          <OfferCards cards={cards} />
        </CompareForm>
      )}
      <p className="row">
        <ButtonLink href={href}>Show all, newest first</ButtonLink>{' '}
        <span className="row">
          <span className="note">Follow:</span>{' '}
          <a className="action-link" href={rss}>
            RSS<span className="unseen">{` of ${name}`}</span>
          </a>{' '}
          <a className="action-link" href={json}>
            JSON Feed<span className="unseen">{` of ${name}`}</span>
          </a>
        </span>
      </p>
      <details open={nameField.error !== undefined}>
        <summary className="button">
          Rename or delete<span className="unseen">{` ${name}`}</span>
        </summary>
        <form method="post" action={paths.searches({ page: page === 1 ? undefined : page })} className="row">
          <input type="hidden" name="id" value={id} />
          <label htmlFor={nameField.name}>{nameField.label}</label>{' '}
          <input
            {...getControlProps(nameField)}
            name="name"
            defaultValue={nameField.error ? rejected?.values.name : stored}
            placeholder={words === null ? name : words}
          />{' '}
          <FieldNotes {...nameField} />
          <Button name="intent" value="rename">
            Save name
          </Button>{' '}
          <Button kind="danger" name="intent" value="delete">
            Delete search
          </Button>
        </form>
      </details>
    </li>
  );
}

/** The saved searches of a user or a visitor's browser (docs/product.md, "Saved searches"). */
export default function Searches() {
  const { searches, page, pages, isSignedIn } = useLoaderData<typeof loader>();
  const rejected = useActionData<RejectedForm>();
  return (
    <>
      <PageHead
        title="Saved searches"
        subtitle={
          isSignedIn
            ? 'What is new in each since you were last here.'
            : 'Kept in this browser. Sign in to have them everywhere.'
        }
        back={{ text: 'Browse', href: paths.browse() }}
      />
      <section aria-label="Saved searches">
        {rejected && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
        {searches.length === 0 ? (
          <EmptyState
            level="h2"
            title="No saved searches yet"
            hint="Search for a vehicle and press Save this search: its new results appear here."
            picture={{
              drawing: 'adventure',
              colours: { body: '#3f5a3c', accent: '#f6b900' },
              stat: { name: 'Kept', value: '0' },
            }}
          >
            <p className="row">
              <ButtonLink kind="primary" href={paths.browse()}>
                Browse all
              </ButtonLink>
            </p>
          </EmptyState>
        ) : (
          <ul className="saved-searches">
            {searches.map((search) => (
              <SavedSearch key={search.id} search={search} page={page} rejected={rejected} />
            ))}
          </ul>
        )}
        <Pager page={page} pages={pages} getHref={(other) => paths.searches({ page: other })} />
      </section>
    </>
  );
}
