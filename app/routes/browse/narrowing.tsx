import { Fragment } from 'react';
import type { Facet } from '~/domain/browse/browse-offers.server';
import { type BrowseFilters, type BrowseSort, noFilters } from '~/domain/browse/browse-query';
import { facetTitles, without } from '~/domain/browse/facets';
import { paths } from '~/paths';
import { KeptFields } from '~/ui/forms/kept-fields';
import { Icon } from '~/ui/icons/icon';
import { Filters } from '~/ui/page/filters';
import { Button, WayLink } from '~/ui/signs/button';
import { browseAddress } from './browse-address';

type NarrowingProps = { filters: BrowseFilters; sort: BrowseSort; facets: readonly Facet[] };

/** Any price at all, beside the four that are options. */
function PriceRange({ filters, sort }: Omit<NarrowingProps, 'facets'>) {
  const { minPrice, maxPrice, ...others } = browseAddress(filters, sort);
  return (
    <form action={paths.browse()} className="range">
      <KeptFields fields={others} />
      <label>
        From ₹ <input name="minPrice" inputMode="numeric" maxLength={14} defaultValue={minPrice ?? undefined} />
      </label>{' '}
      <label>
        to ₹ <input name="maxPrice" inputMode="numeric" maxLength={14} defaultValue={maxPrice ?? undefined} />
      </label>{' '}
      <Button>Show</Button>
    </form>
  );
}

/** The filters with what each option would leave, and those that are set, each with a way to be rid of it. */
export function Narrowing({ filters, sort, facets }: NarrowingProps) {
  const hrefOf = (changed: BrowseFilters): string => paths.browse(browseAddress(changed, sort));
  const set = [
    ...(filters.q === null ? [] : [{ text: `“${filters.q}”`, href: hrefOf({ ...filters, q: null }) }]),
    ...facets.flatMap(({ name, selected }) =>
      selected === null ? [] : [{ text: selected, href: hrefOf(without(filters, name)) }],
    ),
  ];
  return (
    <section aria-label="Filters">
      <Filters
        filters={facets.map(({ name, selected, options, isAtLeast }) => ({
          title: facetTitles[name],
          selected,
          isAtLeast,
          options: options.map(({ text, setting, isSelected, vehicles }) => ({
            text,
            href: hrefOf({ ...filters, ...setting }),
            isSelected,
            count: vehicles,
          })),
          more: name === 'price' ? <PriceRange filters={filters} sort={sort} /> : undefined,
        }))}
      />
      {set.length > 0 && (
        <p className="row set">
          {set.map(({ text, href }) => (
            <Fragment key={text}>
              <a className="btn" href={href}>
                <span className="vh">Without</span> {text} <Icon name="close" />
              </a>{' '}
            </Fragment>
          ))}
          <WayLink href={paths.browse(browseAddress(noFilters, sort))}>Clear all</WayLink>
        </p>
      )}
    </section>
  );
}
