import type { FoundOffers } from '~/domain/browse/browse-offers.server';
import { countText } from '~/domain/shared/money';
import { paths } from '~/paths';
import { SearchForm } from '~/ui/forms/search-form';
import { EmptyState } from '~/ui/page/empty-state';
import { PageHead, SectionHead } from '~/ui/page/page-head';
import { ButtonLink } from '~/ui/primitives/button';
import { CompareForm } from '~/ui/vehicles/compare-list';
import { type OfferCard, OfferCards } from '~/ui/vehicles/offer-cards';
import type { HeroText } from './showcase';

type ResultsProps = {
  hero: HeroText;
  q: string;
  cards: readonly OfferCard[];
  total: number;
  secondHand: number;
  isExact: boolean;
  corrected: FoundOffers['corrected'];
};

const overview = { text: 'Show everything', href: paths.home() };

function NoMatch({ q }: { q: string }) {
  return (
    <section aria-label="Search results">
      <EmptyState
        level="h2"
        picture={{
          drawing: 'moped',
          colours: { body: '#27476E', accent: '#D9C27A' },
          stat: { name: 'Found', value: '0' },
        }}
        title="No match on this road"
        hint={`No vehicle here is called “${q}”. Try a shorter name or a brand, or look through what riders sell.`}
      >
        <p className="row">
          <ButtonLink kind="primary" href={paths.browse({ q })}>
            Search all listings
          </ButtonLink>{' '}
          <ButtonLink href={overview.href}>{overview.text}</ButtonLink>
        </p>
      </EmptyState>
    </section>
  );
}

function Matches({ q, cards, total, secondHand, isExact, corrected }: Omit<ResultsProps, 'hero'>) {
  const others = total - secondHand;
  return (
    <section aria-labelledby="results">
      <SectionHead
        id="results"
        title={`${isExact ? '' : 'At least '}${countText(total)} ${total === 1 ? 'vehicle matches' : 'vehicles match'} “${q}”`}
        more={{ text: 'Search all listings', href: paths.browse({ q }) }}
      />
      {corrected && (
        <p>
          Showing results for <strong>{corrected.to}</strong> ·{' '}
          <a href={paths.home({ q: corrected.literal })}>search for {corrected.from} instead</a>
        </p>
      )}
      {isExact && secondHand > 0 && (
        <p>{others > 0 ? `${countText(others)} new · ${countText(secondHand)} second-hand` : 'All second-hand'}</p>
      )}
      <CompareForm backTo="results">
        <OfferCards cards={cards} />
      </CompareForm>
    </section>
  );
}

/** Results of the search on the home screen; the search stays above them. */
export function Results({ hero, ...found }: ResultsProps) {
  return (
    <>
      <PageHead title={hero.title} back={overview}>
        <SearchForm
          action={paths.home()}
          label={hero.searchPlaceholder}
          placeholder="Search by name"
          value={found.q}
          filters="main"
        />
      </PageHead>
      {found.total === 0 ? <NoMatch q={found.q} /> : <Matches {...found} />}
    </>
  );
}
