import type { BrowsePage } from '~/domain/browse/browse-offers.server';
import type { BrowseFilters } from '~/domain/browse/browse-query';
import type { Brand, VehicleSummary } from '~/domain/catalogue/vehicle';
import { paths } from '~/paths';
import { EmptyList, PastLastPage } from '~/ui/page/empty-state';
import { ButtonLink } from '~/ui/primitives/button';
import { BrandList } from '~/ui/primitives/link-list';
import { Grid } from '~/ui/vehicles/carousel';
import { CompareForm } from '~/ui/vehicles/compare-list';
import { VehicleCard } from '~/ui/vehicles/vehicle-card';
import type { browseAddress } from './browse-address';

type NothingFoundProps = {
  filters: BrowseFilters;
  understood: BrowsePage['understood'];
  brands: readonly Brand[];
  /** The models on sale nearest to what was searched for. */
  alternatives: readonly VehicleSummary[];
  /** URL of the list whose last page was exceeded; null when there are no results at all. */
  firstPage: ReturnType<typeof browseAddress> | null;
};

function hintFor({ q, ...others }: BrowseFilters, chipCount: number): string {
  const isNarrowed = chipCount > 1 || Object.values(others).some((value) => value !== null);
  if (isNarrowed) return 'Nothing here is all of that. Take a filter away, or start from a brand.';
  return q === null ? 'Nobody offers anything yet.' : `Nothing here is called “${q}”. Try a shorter name, or a brand.`;
}

/** Replaces an empty list. */
export function NothingFound({ filters, understood, brands, alternatives, firstPage }: NothingFoundProps) {
  const shields = <BrandList brands={brands.map(({ id, name }) => ({ name, href: paths.browse({ brand: id }) }))} />;
  if (firstPage) return <PastLastPage firstPage={paths.browse(firstPage)}>{shields}</PastLastPage>;
  return (
    <>
      <EmptyList hint={hintFor(filters, understood?.chips.length ?? 0)}>
        {shields}
        <p className="row">
          <ButtonLink kind="primary" href={paths.browse()}>
            Browse everything
          </ButtonLink>
        </p>
      </EmptyList>
      {alternatives.length > 0 && (
        <section aria-labelledby="nearest">
          <h2 id="nearest">The nearest models on sale</h2>
          <CompareForm backTo="nearest">
            <Grid>
              {alternatives.map((vehicle) => (
                <VehicleCard key={vehicle.id} vehicle={vehicle} />
              ))}
            </Grid>
          </CompareForm>
        </section>
      )}
    </>
  );
}
