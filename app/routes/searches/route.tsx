import { useLoaderData } from '@remix-run/react';
import { paths } from '~/paths';
import { EmptyState } from '~/ui/page/empty-state';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Pager } from '~/ui/page/pager';
import { Button, ButtonLink } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import { CompareForm } from '~/ui/vehicles/compare-list';
import { type OfferCard, OfferCards } from '~/ui/vehicles/offer-cards';
import { loadSearches, searchesAction } from './searches.server';

export const handle: ScreenHandle = {
  kind: 'plain',
  cacheKeyParameters: [],
  unlisted: true,
  stylesheets: ['stat', 'poster', 'field', 'vehicle-grid', 'searches'],
};
export const loader = loadSearches;
export const action = searchesAction;
export const meta = () => pageMeta('Saved searches', 'The searches you keep, with what is new in each.');

type Search = {
  id: string;
  name: string;
  /** What it searches for, where it has a name of its own. */
  words: string | null;
  count: number;
  isExact: boolean;
  cards: readonly OfferCard[];
  href: string;
  rss: string;
  json: string;
};

function newText({ count, isExact }: Pick<Search, 'count' | 'isExact'>): string {
  if (count === 0) return 'Nothing new since your last visit';
  return isExact ? `${count} new since your last visit` : `${count}+ new since your last visit`;
}

function SavedSearch({ search, longestName }: { search: Search; longestName: number }) {
  const { id, name, words, count, cards, href, rss, json } = search;
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
        <ButtonLink href={href}>Show all, newest first</ButtonLink> <span className="note">Follow:</span>{' '}
        <a className="action-link" href={rss}>
          RSS<span className="visually-hidden">{` of ${name}`}</span>
        </a>{' '}
        <a className="action-link" href={json}>
          JSON Feed<span className="visually-hidden">{` of ${name}`}</span>
        </a>
      </p>
      <details>
        <summary className="button">
          Rename or delete<span className="visually-hidden">{` ${name}`}</span>
        </summary>
        <form method="post" action={paths.searches()} className="row">
          <input type="hidden" name="id" value={id} />
          <label htmlFor={`name-${id}`}>Name</label>{' '}
          <input
            id={`name-${id}`}
            name="name"
            maxLength={longestName}
            defaultValue={words === null ? '' : name}
            placeholder={words === null ? name : words}
          />{' '}
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

/** The searches that a user, or a visitor's browser, keeps (docs/product.md, "Saved searches"). */
export default function Searches() {
  const { searches, page, pages, isSignedIn, longestName } = useLoaderData<typeof loader>();
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
        {searches.length === 0 ? (
          <EmptyState
            level="h2"
            title="No search kept yet"
            hint="Search for what you are after and press Save this search: what is new in it waits for you here."
            picture={{
              drawing: 'adventure',
              colours: { body: '#3f5a3c', accent: '#f6b900' },
              stat: { name: 'Kept', value: '0' },
            }}
          >
            <ButtonLink kind="primary" href={paths.browse()}>
              Browse all
            </ButtonLink>
          </EmptyState>
        ) : (
          <ul className="saved-searches">
            {searches.map((search) => (
              <SavedSearch key={search.id} search={search} longestName={longestName} />
            ))}
          </ul>
        )}
        <Pager page={page} pages={pages} hrefOf={(other) => paths.searches({ page: other })} />
      </section>
    </>
  );
}
