import type { Understood } from '~/domain/search/understood';
import type { ListingKind } from '~db/enums';

import { paths } from '~/paths';
import { Drawing } from '~/ui/primitives/drawing';
import { CityForm } from '~/ui/forms/city-form';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { SaveSearch } from '~/ui/forms/save-search';
import { SearchForm } from '~/ui/forms/search-form';
import { Split } from '~/ui/page/details-panel';
import { EmptyState } from '~/ui/page/empty-state';
import { PageHead } from '~/ui/page/page-head';
import { Pager } from '~/ui/page/pager';
import { ChosenFilters, Corrected } from '~/ui/page/understood-search';
import { ButtonLink } from '~/ui/primitives/button';
import { Stats, withoutSamples } from '~/ui/primitives/stat';
import { CompareForm } from '~/ui/vehicles/compare-list';
import { Grid } from '~/ui/vehicles/carousel';
import { ListingCard, type ListingFacts } from '~/ui/vehicles/listing-card';
import { type ListingDetails, ListingPanel } from './listing-panel';
import { searchHint, sellLabels } from './sell-form';

export type SellList = {
  view: 'list';
  kind: ListingKind;
  q: string | null;
  /** How the search was understood; null without one. */
  understood: Pick<Understood, 'chips' | 'corrected'> | null;
  /** The city that is asked for, as it is known; or as typed, with an error. */
  city: string | null;
  cityError: string | null;
  /** Kilometres around it. */
  within: number | null;
  page: number;
  pages: number;
  listings: ListingFacts[];
  counters: { available: number; yours: number; petrol: number; electric: number };
  /** The listing whose panel is open. */
  open: ListingDetails | null;
  isDeleting: boolean;
  /** Whether the listings could not be read; only samples are shown then. */
  hasFailed: boolean;
  /** Whether the query names a listing that does not or no longer exist. */
  isGone: boolean;
};

/** List, search, counters and details of the sell screens. */
export function SellListView({
  kind,
  q,
  understood,
  city,
  cityError,
  within,
  page,
  pages,
  listings,
  counters,
  open,
  isDeleting,
  hasFailed,
  isGone,
}: SellList) {
  const words = sellLabels[kind];
  const filters = { q, city, within };
  const listPath = paths.sellList(kind, { ...filters, page: page > 1 ? page : undefined });
  return (
    <>
      <PageHead
        title={words.title}
        back={{ text: 'Home', href: paths.home() }}
        actions={
          <>
            <ButtonLink kind="primary" icon="plus" href={paths.sellForm(kind)}>
              {words.sellNew}
            </ButtonLink>{' '}
            <ButtonLink
              icon="refresh"
              href={listPath}
              data-refresh={words.loading}
              data-refresh-failure={words.loadFailure}
            >
              Refresh
            </ButtonLink>
          </>
        }
      >
        <SearchForm
          action={paths.sellList(kind)}
          label="Search by name or brand"
          value={q}
          isShort
          hiddenFields={{ city, within }}
          filters={pages > 1 ? undefined : 'listings'}
        />
        <CityForm
          action={paths.sellList(kind)}
          hiddenFields={{ q }}
          city={city}
          within={within}
          error={cityError ?? undefined}
        />
      </PageHead>
      <Stats
        stats={[
          { name: 'Available', value: String(counters.available) },
          { name: 'Your Listings', value: String(counters.yours) },
          { name: 'Petrol', value: String(counters.petrol) },
          { name: 'Electric', value: String(counters.electric) },
        ]}
        vehicle={<Drawing of={words.drawing} colours={words.colours} />}
      />
      <section aria-label={words.title}>
        {!open && <p className="note">{withoutSamples}</p>}
        <Corrected corrected={understood?.corrected ?? null} hrefOf={(text) => paths.sellList(kind, { q: text })} />
        <ChosenFilters
          filters={(understood?.chips ?? []).map(({ text, rest }) => ({
            text,
            href: paths.sellList(kind, { q: rest || null }),
          }))}
          clearHref={paths.sellList(kind)}
        />
        {hasFailed && <ErrorSummary message={words.loadFailure} />}
        {isGone && <ErrorSummary message={`This ${words.one} is no longer listed.`} />}
        {listings.length === 0 && !open ? (
          <EmptyState
            picture={{ drawing: words.drawing, colours: words.colours, stat: { name: 'Found', value: '0' } }}
            title={words.noneFound}
            level="h2"
            hint={q || city ? searchHint : words.startHint}
          >
            <p className="row">
              <ButtonLink kind="theme" href={paths.sellForm(kind)}>
                {words.listYours}
              </ButtonLink>{' '}
              {q && (
                <>
                  <ButtonLink href={paths.browse({ q })}>Search new vehicles too</ButtonLink>{' '}
                </>
              )}
              {(q || city) && <ButtonLink href={paths.sellList(kind)}>Show all</ButtonLink>}
            </p>
          </EmptyState>
        ) : (
          <Split>
            {open && (
              <ListingPanel kind={kind} words={words} listing={open} closeHref={listPath} isDeleting={isDeleting} />
            )}
            <div id="listings">
              <h2 className="visually-hidden">Listings</h2>
              <CompareForm backTo="listings">
                <Grid>
                  {listings.map((listing) => (
                    <ListingCard
                      key={listing.id}
                      listing={listing}
                      href={paths.listing(kind, listing.id, { ...filters, page: page > 1 ? page : undefined })}
                      isOpen={listing.id === open?.id}
                      hasArrow
                    />
                  ))}
                </Grid>
              </CompareForm>
            </div>
          </Split>
        )}
        <Pager page={page} pages={pages} hrefOf={(other) => paths.sellList(kind, { ...filters, page: other })} />
        {(q || city) && <SaveSearch href={paths.browse({ ...filters, kind: 'listing', vehicleType: kind })} />}
      </section>
    </>
  );
}
