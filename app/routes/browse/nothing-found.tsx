import type { BrowsePage } from '~/domain/browse/browse-offers.server';
import type { BrowseFilters } from '~/domain/browse/browse-query';
import type { VehicleSummary } from '~/domain/catalogue/vehicle';
import { formatPrice } from '~/domain/shared/money';
import { paths } from '~/paths';
import { RelaxationList, SaveSearch } from '~/ui/page/search-notes';
import { EmptyState, PastLastPage } from '~/ui/page/empty-state';
import { ButtonLink } from '~/ui/primitives/button';
import { FigureList } from '~/ui/primitives/link-list';
import { CompareForm } from '~/ui/vehicles/compare-list';
import { OfferRows } from '~/ui/vehicles/offer-list';

type NothingFoundProps = {
  filters: BrowseFilters;
  parsedQuery: BrowsePage['parsedQuery'];
  relaxations: BrowsePage['relaxations'];
  alternatives: readonly VehicleSummary[];
  /** Whether these are shown as lines of text: the price road has no styles for cards. */
  isPlain: boolean;
  /** URL of the list when the page number was past its end; null when there are no results at all. */
  firstPage: string | null;
  getHref: (changed: BrowseFilters) => string;
};

/** @param isRecognized whether the search is a name, a place or another term of the dictionary */
function getHint(q: string | null, filterCount: number, hasRelaxations: boolean, isRecognized: boolean): string {
  if (hasRelaxations) return 'Remove a filter:';
  if (filterCount > 1) return 'Nothing matches all of these filters. Remove one, or start again.';
  if (q === null) return 'Nothing is for sale yet.';
  return isRecognized
    ? `Nothing for “${q}” is for sale at the moment. Save this search to see new offers.`
    : `Nothing here is called “${q}”. Try a shorter name, or a brand.`;
}

export function NothingFound({
  filters,
  parsedQuery,
  relaxations,
  alternatives,
  isPlain,
  firstPage,
  getHref,
}: NothingFoundProps) {
  if (firstPage) return <PastLastPage firstPage={firstPage} />;
  const { q, ...conditions } = filters;
  const set = Object.values(conditions).filter((value) => (Array.isArray(value) ? value.length > 0 : value)).length;
  const chips = parsedQuery?.chips ?? [];
  const filterCount = set + chips.length;
  const isRecognized = chips.some(({ field }) => field !== 'words');
  return (
    <>
      <EmptyState
        level="h2"
        picture={{
          drawing: filters.vehicleType.includes('Scooter') ? 'scooter-classic' : 'adventure',
          colours: { body: '#3f5a3c', accent: '#f6b900' },
        }}
        title={filterCount > 1 ? 'No vehicle matches all filters' : 'Nothing found'}
        hint={getHint(q, filterCount, relaxations.length > 0, isRecognized)}
      >
        <RelaxationList relaxations={relaxations} getHref={getHref} />
        <div className="row">
          <ButtonLink kind={relaxations.length > 0 ? 'plain' : 'primary'} href={paths.browse()}>
            Browse everything
          </ButtonLink>{' '}
          <SaveSearch href={paths.browse(filters)} />
        </div>
      </EmptyState>
      {alternatives.length > 0 && (
        <section className="nearest" aria-labelledby="nearest">
          <h2 id="nearest">The nearest models on sale</h2>
          {isPlain ? (
            <div className="callout">
              <FigureList
                rows={alternatives.map(({ id, name, priceRupees }) => ({
                  name,
                  value: formatPrice(priceRupees),
                  href: paths.vehicle(id),
                }))}
              />
            </div>
          ) : (
            <CompareForm backTo="nearest">
              <OfferRows cards={alternatives.map((vehicle) => ({ kind: 'vehicle', vehicle, km: null }))} />
            </CompareForm>
          )}
        </section>
      )}
    </>
  );
}
