import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { pageNumber, searchedText } from '~/doors/list-query';
import { allBrands, searchVehicles } from '~/domain/catalogue/vehicle-queries.server';
import { listingSummaries, sampleListings } from '~/domain/listings/listing-queries.server';
import { countText } from '~/domain/money';
import { askerOf } from '~/http/asker.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths, type SellKind } from '~/paths';
import { SearchForm } from '~/ui/forms/search-form';
import { EmptyState } from '~/ui/page/empty-state';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Pager } from '~/ui/page/pager';
import { SectionHead } from '~/ui/page/section-head';
import type { ScreenHandle } from '~/ui/screen-kind';
import { BrandShields } from '~/ui/signs/brand-shields';
import { ButtonLink } from '~/ui/signs/button';
import { CompareForm } from '~/ui/vehicles/compare-list';
import { Grid } from '~/ui/vehicles/lane';
import { ListingCard } from '~/ui/vehicles/listing-card';
import { listingFacts } from '~/ui/vehicles/listing-facts';
import { VehicleCard } from '~/ui/vehicles/vehicle-card';

export const handle: ScreenHandle = { kind: 'plain', keep: ['q', 'brand', 'page'] };
export const meta = () =>
  pageMeta('Browse', 'Every bike and scooter in one search: new, second-hand and offered by riders.');

const vehiclesShown = 24;
const listingsShown = 12;

/** Everything by name and brand: the catalogue, and what people offer of either kind, the newest first. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const runtime = runtimeOf(context);
  const { db } = runtime;
  const asker = askerOf(request, runtime);
  const { searchParams } = new URL(request.url);
  const brands = allBrands(db);
  const brand = brands.find(({ id }) => id === searchParams.get('brand')) ?? null;
  const q = searchedText(searchParams);
  const term = q ?? brand?.name ?? null;
  const page = pageNumber(searchParams);

  const offers = (kind: SellKind) => {
    const { items, pagination } = listingSummaries(
      db,
      { kind, sort: 'newest', availability: 'available', page, limit: listingsShown, q: term ?? undefined },
      asker,
    );
    const samples = page === 1 ? sampleListings(db, kind, term) : [];
    return {
      kind,
      total: pagination.total,
      pages: pagination.pages,
      listings: [...samples, ...items].map(listingFacts),
    };
  };
  const offered = [offers('bike'), offers('scooter')];
  return json({
    q,
    brand,
    term,
    brands,
    page,
    pages: Math.max(1, ...offered.map(({ pages }) => pages)),
    found: term !== null && page === 1 ? searchVehicles(db, term, { limit: vehiclesShown }) : null,
    offered: offered.filter(({ listings }) => listings.length > 0),
  });
}

const offeredTitles: Record<SellKind, string> = {
  bike: 'Bikes offered by riders',
  scooter: 'Scooters offered by riders',
};

export default function Browse() {
  const { q, brand, term, brands, page, pages, found, offered } = useLoaderData<typeof loader>();
  const vehicles = found?.vehicles ?? [];
  const isEmpty = vehicles.length === 0 && offered.length === 0;
  return (
    <>
      <PageHead
        title={term ? `“${term}”` : 'Browse'}
        subtitle="New, second-hand and offered by riders, in one search."
        back={{ text: 'Home', href: paths.home() }}
      >
        <SearchForm action={paths.browse()} label="Search by name or brand" value={q ?? brand?.name} />
      </PageHead>
      {!term && (
        <section aria-labelledby="brands">
          <h2 id="brands">By brand</h2>
          <BrandShields brands={brands.map(({ id, name }) => ({ name, href: paths.browse({ brand: id }) }))} />
        </section>
      )}
      {found && vehicles.length > 0 && (
        <section aria-labelledby="catalogue">
          <SectionHead id="catalogue" title={`In the catalogue: ${countText(found.total)}`} />
          <CompareForm backTo="catalogue">
            <Grid>
              {vehicles.map((vehicle) => (
                <VehicleCard key={vehicle.id} vehicle={vehicle} />
              ))}
            </Grid>
          </CompareForm>
        </section>
      )}
      {offered.map(({ kind, listings }) => (
        <section key={kind} aria-labelledby={`offered-${kind}`}>
          <SectionHead
            id={`offered-${kind}`}
            title={offeredTitles[kind]}
            more={{ text: 'All', href: paths.sellList(kind, { q: term }) }}
          />
          <CompareForm backTo={`offered-${kind}`}>
            <Grid>
              {listings.map((listing) => (
                <ListingCard key={listing.id} listing={listing} href={paths.listing(kind, listing.id)} />
              ))}
            </Grid>
          </CompareForm>
        </section>
      ))}
      {isEmpty && (
        <section aria-label="Search results">
          <EmptyState
            level="h2"
            picture={{
              drawing: 'adventure',
              colours: { body: '#3f5a3c', accent: '#f6b900' },
              stone: { name: 'Found', value: '0' },
            }}
            title="Nothing on this road"
            hint={`Nothing here is called “${term}”. Try a shorter name, or a brand.`}
          >
            <BrandShields brands={brands.map(({ id, name }) => ({ name, href: paths.browse({ brand: id }) }))} />
            <p className="row">
              <ButtonLink kind="go" href={paths.browse()}>
                Browse everything
              </ButtonLink>
            </p>
          </EmptyState>
        </section>
      )}
      <section aria-label="More">
        <Pager page={page} pages={pages} hrefOf={(other) => paths.browse({ q, brand: brand?.id, page: other })} />
        <p className="row">
          <ButtonLink href={paths.explore()}>Find by fuel, mileage and budget</ButtonLink>
          <ButtonLink href={paths.sell()}>Sell yours</ButtonLink>
        </p>
      </section>
    </>
  );
}
