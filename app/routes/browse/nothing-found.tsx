import type { BrowseFilters } from '~/domain/browse/browse-query';
import type { Brand } from '~/domain/catalogue/vehicle-summary';
import { paths } from '~/paths';
import { EmptyState } from '~/ui/page/empty-state';
import { BrandShields } from '~/ui/signs/brand-shields';
import { ButtonLink } from '~/ui/signs/button';
import type { browseAddress } from './browse-address';

type NothingFoundProps = {
  filters: BrowseFilters;
  brands: readonly Brand[];
  /** The list that this page is past the end of; null when nothing is found at all. */
  firstPage: ReturnType<typeof browseAddress> | null;
};

function hintFor({ q, ...others }: BrowseFilters): string {
  const isNarrowed = Object.values(others).some((value) => value !== null);
  if (isNarrowed) return 'Nothing here is all of that. Take a filter away, or start from a brand.';
  return q === null ? 'Nobody offers anything yet.' : `Nothing here is called “${q}”. Try a shorter name, or a brand.`;
}

/** In the place of the list when an address leaves nothing to show. */
export function NothingFound({ filters, brands, firstPage }: NothingFoundProps) {
  return (
    <EmptyState
      level="h2"
      picture={{
        drawing: 'adventure',
        colours: { body: '#3f5a3c', accent: '#f6b900' },
        stone: { name: 'Found', value: '0' },
      }}
      title="Nothing on this road"
      hint={firstPage ? 'This page is past the last of the list.' : hintFor(filters)}
    >
      <BrandShields brands={brands.map(({ id, name }) => ({ name, href: paths.browse({ brand: id }) }))} />
      <p className="row">
        <ButtonLink kind="go" href={paths.browse(firstPage ?? {})}>
          {firstPage ? 'Back to its first page' : 'Browse everything'}
        </ButtonLink>
      </p>
    </EmptyState>
  );
}
