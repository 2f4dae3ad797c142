import type { ListingsPage } from '~/domain/browse/browse-listings.server';
import { type BrowseFilters, createBrowseAddress, noFilters } from '~/domain/browse/browse-query';
import type { FieldReadings } from '~/domain/shared/typed-numbers';
import { paths } from '~/paths';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { FeedLink, RelaxationList, SaveSearch, SearchNotes } from '~/ui/page/search-notes';
import { SearchForm } from '~/ui/forms/search-form';
import { EmptyState, PastLastPage } from '~/ui/page/empty-state';
import { AppliedFilters } from '~/ui/page/list-tools';
import { PageHead } from '~/ui/page/page-head';
import { Pager } from '~/ui/page/pager';
import { ButtonLink } from '~/ui/primitives/button';
import { Drawing } from '~/ui/primitives/drawing';
import { Stats } from '~/ui/primitives/stat';
import type { OfferPreview } from '~/ui/vehicles/offer-preview';
import { CompareForm } from '~/ui/vehicles/compare-list';
import type { ListingFacts } from '~/ui/vehicles/listing-card';
import { resultCountText, OfferListTools } from '~/ui/vehicles/offer-list-tools';
import { SellRows } from '~/ui/vehicles/offer-list';
import type { ListingKind } from '~db/enums';
import { type ListingDetails, ListingPanel } from './listing-panel';
import { searchHint, sellLabels } from '../sell-screens';

export type SellList = Omit<ListingsPage, 'listings' | 'unknownCity'> & {
  view: 'list';
  kind: ListingKind;
  /** Validation errors of ignored numbers and of an unknown city, and their raw text. */
  errors: Readonly<Record<string, string>>;
  formValues: Readonly<Record<string, string>>;
  readings: FieldReadings;
  page: number;
  listings: ListingFacts[];
  counters: { available: number; yours: number; petrol: number; electric: number };
  open: ListingDetails | null;
  isDeleting: boolean;
  /** Whether the listings could not be read, in which case only samples are shown. */
  hasFailed: boolean;
  isGone: boolean;
  preview: OfferPreview | null;
};

const getBrowseFilters = (filters: BrowseFilters, kind: ListingKind): BrowseFilters => ({
  ...filters,
  kind: ['listing'],
  vehicleType: [kind === 'bike' ? 'Bike' : 'Scooter'],
});

type NoListingsProps = Pick<SellList, 'kind' | 'filters' | 'relaxations'> & {
  getHref: (changed: BrowseFilters) => string;
};

function NoListings({ kind, filters, relaxations, getHref }: NoListingsProps) {
  const labels = sellLabels[kind];
  const { q } = filters;
  const isNarrowed = paths.browse(filters) !== paths.browse();
  return (
    <EmptyState
      picture={{ drawing: labels.drawing, colours: labels.colours }}
      title={labels.noneFound}
      level="h2"
      hint={isNarrowed ? searchHint : labels.startHint}
    >
      <RelaxationList relaxations={relaxations} getHref={getHref} />
      <p className="row">
        <ButtonLink kind="theme" href={paths.sellForm(kind)}>
          {labels.listYours}
        </ButtonLink>{' '}
        {q && (
          <>
            <ButtonLink href={paths.browse({ q })}>Search new vehicles too</ButtonLink>{' '}
          </>
        )}
        {isNarrowed && <ButtonLink href={paths.sellList(kind)}>Show all</ButtonLink>}
      </p>
    </EmptyState>
  );
}

export function SellCounters({ kind, counters }: Pick<SellList, 'kind' | 'counters'>) {
  const { drawing, colours } = sellLabels[kind];
  return (
    <Stats
      stats={[
        { name: 'Available', value: String(counters.available) },
        { name: 'Your Listings', value: String(counters.yours) },
        { name: 'Petrol', value: String(counters.petrol) },
        { name: 'Electric', value: String(counters.electric) },
      ]}
      vehicle={<Drawing of={drawing} colours={colours} />}
    />
  );
}

/** '18 bikes and 6 samples' */
export function formatListTitle({ kind, total, listings }: Pick<SellList, 'kind' | 'total' | 'listings'>): string {
  const { one: noun } = sellLabels[kind];
  const samples = listings.filter(({ isSample }) => isSample).length;
  return [
    total > 0 || samples === 0 ? resultCountText(total, [noun, `${noun}s`]) : null,
    samples > 0 ? resultCountText(samples, ['sample', 'samples']) : null,
  ]
    .filter((part) => part !== null)
    .join(' and ');
}

export function SellListView(list: SellList) {
  const { kind, filters, sort, hasDistances, page, pages, total, facets, parsedQuery, relaxations } = list;
  const { listings, counters, errors, formValues, readings, open, isDeleting, hasFailed, isGone } = list;
  const labels = sellLabels[kind];
  const address = createBrowseAddress(filters, sort, page);
  const { q, maxYear, sort: order, ...hiddenFields } = createBrowseAddress(filters, sort);
  const getHref = (changed: BrowseFilters, by = sort, at = 1): string =>
    paths.sellList(kind, createBrowseAddress(changed, by, at));
  const listingHref = (id: string): string => paths.listing(kind, id, address);
  const clearHref = getHref(noFilters);
  const listPath = paths.sellList(kind, address);
  const applied = [
    ...(parsedQuery?.chips ?? []).map(({ text, rest }) => ({ text, href: getHref({ ...filters, q: rest || null }) })),
    ...facets.flatMap(({ active }) => active.map(({ text, without }) => ({ text, href: getHref(without) }))),
  ];
  const feedHref = paths.browseFeed('rss', createBrowseAddress(getBrowseFilters(filters, kind), sort));
  return (
    <>
      <PageHead
        title={labels.title}
        back={{ text: 'Home', href: paths.home() }}
        action={
          <ButtonLink
            icon="refresh"
            href={listPath}
            data-refresh={labels.loading}
            data-refresh-failure={labels.loadFailure}
          >
            Refresh
          </ButtonLink>
        }
      >
        <SearchForm
          action={paths.sellList(kind)}
          label="Search by name or brand"
          value={formValues.q ?? q}
          error={errors.q}
          isShort
          hiddenFields={{ ...hiddenFields, maxYear, sort: order }}
          filters={{ list: 'listings', unit: `${labels.one}s`, none: `${labels.noneFound}. ${searchHint}.` }}
        />
      </PageHead>
      <SellCounters kind={kind} counters={counters} />
      {open && <ListingPanel kind={kind} labels={labels} listing={open} closeHref={listPath} isDeleting={isDeleting} />}
      <div className="list-with-tools" data-list="">
        <OfferListTools
          title={formatListTitle(list)}
          action={paths.sellList(kind)}
          filters={filters}
          facets={facets}
          errors={errors}
          formValues={formValues}
          readings={readings}
          hiddenFields={{ q, maxYear, sort: order }}
          clearHref={clearHref}
          getHref={getHref}
          sort={listings.length > 0 ? sort : null}
          hasDistances={hasDistances}
          isBehindPanel={open !== null}
        >
          <ButtonLink kind="primary" icon="plus" href={paths.sellForm(kind)}>
            {labels.sellNew}
          </ButtonLink>
        </OfferListTools>
        <div className="list-results">
          {hasFailed && <ErrorSummary message={labels.loadFailure} />}
          {isGone && <ErrorSummary message={`This ${labels.one} is no longer listed.`} />}
          <SearchNotes parsedQuery={parsedQuery} getHref={(text) => getHref({ ...filters, q: text })} />
          <AppliedFilters filters={applied} clearHref={clearHref} />
          <div id="listings">
            {listings.length > 0 ? (
              <CompareForm backTo="offer-">
                <SellRows listings={listings} getHref={listingHref} openId={open?.id ?? null} />
              </CompareForm>
            ) : total > 0 ? (
              <PastLastPage firstPage={getHref(filters)} />
            ) : (
              !open && <NoListings kind={kind} filters={filters} relaxations={relaxations} getHref={getHref} />
            )}
          </div>
          <Pager page={page} pages={pages} getHref={(other) => getHref(filters, sort, other)} />
          <div className="row list-finish">
            {applied.length > 0 && <SaveSearch href={paths.browse(getBrowseFilters(filters, kind))} />}{' '}
            <FeedLink href={feedHref} />
          </div>
        </div>
      </div>
    </>
  );
}
