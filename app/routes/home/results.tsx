import { Fragment } from 'react';
import type { OfferKind } from '~/domain/search/search-query';
import type { SearchResults } from '~/domain/browse/offer-lists.server';
import { formatCount } from '~/domain/shared/money';
import { paths } from '~/paths';
import { SearchForm } from '~/ui/forms/search-form';
import { EmptyState } from '~/ui/page/empty-state';
import { AppliedFilters } from '~/ui/page/list-tools';
import { PageHead, SectionHead } from '~/ui/page/page-head';
import { FeedLink, SaveSearch, SearchNotes } from '~/ui/page/search-notes';
import { ButtonLink } from '~/ui/primitives/button';
import { CompareForm } from '~/ui/vehicles/compare-list';
import { type OfferCard, OfferRows } from '~/ui/vehicles/offer-list';
import { type HeroText, homeSearchFilters, noMatchTitle } from './showcase';

type ResultSection = { cards: readonly OfferCard[]; total: number };

type ResultsProps = {
  hero: HeroText;
  q: string;
  secondHand: ResultSection;
  newVehicles: ResultSection;
} & Pick<SearchResults, 'chips' | 'corrected' | 'unfiltered' | 'action' | 'alternatives'>;

const overviewLink = { text: 'Show everything', href: paths.home() };

const Chips = ({ chips }: Pick<ResultsProps, 'chips'>) => (
  <AppliedFilters
    filters={chips.map(({ text, rest }) => ({ text, href: paths.home({ q: rest }) }))}
    clearHref={overviewLink.href}
  />
);

function NoMatch({ q, chips, alternatives, ...parsedQuery }: Omit<ResultsProps, 'hero'>) {
  const isRecognized = chips.some(({ field }) => field !== 'words');
  const search = { q };
  return (
    <>
      <section aria-label="Search results">
        <SearchNotes parsedQuery={parsedQuery} getHref={(text) => paths.home({ q: text })} />
        <Chips chips={chips} />
        <EmptyState
          level="h2"
          picture={{
            drawing: 'moped',
            colours: { body: '#27476E', accent: '#D9C27A' },
          }}
          title={noMatchTitle}
          hint={
            isRecognized
              ? `Nothing for “${q}” is for sale at the moment. Save this search to see new offers.`
              : `No vehicle here is called “${q}”. Try a shorter name or a brand, or look through what riders sell.`
          }
        >
          <div className="row">
            <ButtonLink kind="primary" href={paths.browse(search)}>
              Search everything
            </ButtonLink>{' '}
            <SaveSearch href={paths.browse(search)} />{' '}
            <ButtonLink href={overviewLink.href}>{overviewLink.text}</ButtonLink>
          </div>
          <FeedLink href={paths.browseFeed('rss', search)} />
        </EmptyState>
      </section>
      {alternatives.length > 0 && (
        <section aria-labelledby="nearest">
          <SectionHead id="nearest" title="The nearest models on sale" />
          <CompareForm backTo="nearest">
            <OfferRows cards={alternatives.map((vehicle) => ({ kind: 'vehicle', vehicle, km: null }))} />
          </CompareForm>
        </section>
      )}
    </>
  );
}

type ResultListProps = {
  id: string;
  title: string;
  part: ResultSection;
  href: string;
};

function ResultList({ id, title, part, href }: ResultListProps) {
  if (part.total === 0) return null;
  return (
    <section aria-labelledby={id}>
      <SectionHead
        id={id}
        title={title}
        {...(part.total > part.cards.length && { more: { text: `All ${formatCount(part.total)}`, href } })}
      />
      <CompareForm backTo={id}>
        <OfferRows cards={part.cards} />
      </CompareForm>
    </section>
  );
}

function ResultLists({ q, secondHand, newVehicles, chips, ...parsedQuery }: Omit<ResultsProps, 'hero'>) {
  const total = secondHand.total + newVehicles.total;
  const getHref = (kind: OfferKind[]) => paths.browse({ q, kind });
  const parts = [
    newVehicles.total > 0 && { id: 'new', text: `${formatCount(newVehicles.total)} new` },
    secondHand.total > 0 && { id: 'second-hand', text: `${formatCount(secondHand.total)} second-hand` },
  ].filter((part) => part !== false);
  return (
    <>
      <section className="results-head" aria-labelledby="results">
        <SectionHead
          id="results"
          title={`${formatCount(total)} ${total === 1 ? 'vehicle matches' : 'vehicles match'} “${q}”`}
          more={{ text: 'Search everything', href: paths.browse({ q }) }}
        />
        <SearchNotes parsedQuery={parsedQuery} getHref={(text) => paths.home({ q: text })} />
        <Chips chips={chips} />
        <p>
          {parts.map(({ id, text }, position) => (
            <Fragment key={id}>
              {position > 0 && ' · '}
              <a href={`#${id}`}>{text}</a>
            </Fragment>
          ))}
        </p>
      </section>
      <ResultList id="second-hand" title="Second-hand" part={secondHand} href={getHref(['used', 'listing'])} />
      <ResultList id="new" title="New" part={newVehicles} href={getHref(['new', 'upcoming'])} />
    </>
  );
}

export function Results({ hero, ...results }: ResultsProps) {
  return (
    <>
      <PageHead title={hero.title} back={overviewLink}>
        <SearchForm
          action={paths.home()}
          label={hero.searchPlaceholder}
          placeholder="Search by name"
          value={results.q}
          filters={homeSearchFilters}
        />
      </PageHead>
      {results.secondHand.total + results.newVehicles.total === 0 ? (
        <NoMatch {...results} />
      ) : (
        <ResultLists {...results} />
      )}
    </>
  );
}
