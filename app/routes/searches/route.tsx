import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { formatCount } from '~/domain/shared/money';
import type { RejectedForm } from '~/submit/form-response.server';
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
import type { OfferCard } from '~/ui/vehicles/offer-list';
import type { loader } from './route.server';

export { action, loader } from './route.server';

export const handle: ScreenHandle = {
  kind: 'plain',
  cacheKeyParameters: [],
  unlisted: true,
};
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Saved searches', 'Your saved searches, with what is new in each.');
const getNameField = (id: string): string => `name-${id}`;

type Search = {
  id: string;
  name: string;
  /** Description of the filters, when the search was given a name. */
  words: string | null;
  count: number;
  cards: readonly OfferCard[];
  href: string;
  rss: string;
};

const newText = ({ count }: Pick<Search, 'count'>): string =>
  count === 0 ? 'Nothing new since your last visit' : `${formatCount(count)} new since your last visit`;

type SavedSearchProps = { search: Search; page: number; rejected: RejectedForm | undefined };

function SavedSearch({ search, page, rejected }: SavedSearchProps) {
  const { id, name, words, count, cards, href, rss } = search;
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
        <a className="action-link" href={rss}>
          Follow in a feed reader<span className="unseen">{`: ${name}`}</span>
        </a>
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
