import type { BrowseFilters } from '~/domain/browse/browse-query';
import type { Brand } from '~/domain/catalogue/vehicle';
import { paths } from '~/paths';
import { EmptyList, PastLastPage } from '~/ui/page/empty-state';
import { BrandList } from '~/ui/primitives/link-list';
import { ButtonLink } from '~/ui/primitives/button';
import type { browseAddress } from './browse-address';

type NothingFoundProps = {
  filters: BrowseFilters;
  brands: readonly Brand[];
  /** URL of the list whose last page was exceeded; null when there are no results at all. */
  firstPage: ReturnType<typeof browseAddress> | null;
};

function hintFor({ q, ...others }: BrowseFilters): string {
  const isNarrowed = Object.values(others).some((value) => value !== null);
  if (isNarrowed) return 'Nothing here is all of that. Take a filter away, or start from a brand.';
  return q === null ? 'Nobody offers anything yet.' : `Nothing here is called “${q}”. Try a shorter name, or a brand.`;
}

/** Replaces an empty list. */
export function NothingFound({ filters, brands, firstPage }: NothingFoundProps) {
  const shields = <BrandList brands={brands.map(({ id, name }) => ({ name, href: paths.browse({ brand: id }) }))} />;
  if (firstPage) return <PastLastPage firstPage={paths.browse(firstPage)}>{shields}</PastLastPage>;
  return (
    <EmptyList hint={hintFor(filters)}>
      {shields}
      <p className="row">
        <ButtonLink kind="primary" href={paths.browse()}>
          Browse everything
        </ButtonLink>
      </p>
    </EmptyList>
  );
}
