import type { ReactNode } from 'react';
import { type BrowseFilters, type BrowseSort, browseSorts } from '~/domain/browse/browse-query';
import { formatCount } from '~/domain/shared/money';
import { FilterForm, type FilterFormProps } from '../page/filter-form';
import { SortLinks, ToolPanel } from '../page/list-tools';

const sortTexts: Readonly<Record<BrowseSort, string>> = {
  relevance: 'Best match',
  newest: 'Newest first',
  price: 'Lowest price',
  '-price': 'Highest price',
  kilometres: 'Fewest kilometres',
  '-kilometres': 'Most kilometres',
  '-year': 'Newest model year',
  year: 'Oldest model year',
  '-mileage': 'Best mileage',
  mileage: 'Lowest mileage',
  distance: 'Nearest first',
};

/** The sort orders that screens offer; a URL can have any. */
const offeredSorts = browseSorts.filter((sort) => !['-kilometres', 'year', 'mileage'].includes(sort));

/** '12 bikes'. */
export const resultCountText = (
  total: number,
  [singular, plural]: readonly [singular: string, plural: string],
): string => `${formatCount(total)} ${total === 1 ? singular : plural}`;

type OfferListToolsProps = Omit<FilterFormProps, 'getHref'> & {
  /** Number of offers; screen readers announce it when the list changes. */
  title: string;
  /** Null for a list without a sort order, such as an empty one. */
  sort: BrowseSort | null;
  hasDistances: boolean;
  getHref: (changed: BrowseFilters, sort?: BrowseSort) => string;
  /** Whether a panel is open over the list, in which case a link to the list replaces filters and sort order. */
  isBehindPanel?: boolean;
  children?: ReactNode;
};

export function OfferListTools({
  title,
  sort,
  hasDistances,
  isBehindPanel = false,
  getHref,
  children,
  ...form
}: OfferListToolsProps) {
  const { filters, facets, errors } = form;
  const activeCount = facets.reduce((sum, { active }) => sum + active.length, 0);
  const sorts = offeredSorts.filter(
    (one) => (one !== 'relevance' || filters.q !== null) && (one !== 'distance' || hasDistances),
  );
  return (
    <div className="list-tools">
      <h2 id="found" tabIndex={-1}>
        {title}
      </h2>
      {isBehindPanel ? (
        <a className="button tool-sidebar" href={getHref(filters)}>
          Filters
        </a>
      ) : (
        <ToolPanel
          title={activeCount > 0 ? `Filters (${activeCount})` : 'Filters'}
          icon="filter"
          isSidebar
          isOpen={Object.keys(errors).length > 0}
        >
          <FilterForm {...form} getHref={getHref} />
        </ToolPanel>
      )}
      <div className="tools-end">
        {sort !== null && !isBehindPanel && (
          <ToolPanel title="Sort" icon="sort">
            <SortLinks
              sorts={sorts.map((order) => ({
                text: sortTexts[order],
                href: getHref(filters, order),
                isCurrent: order === sort,
              }))}
            />
          </ToolPanel>
        )}
        {children}
      </div>
    </div>
  );
}
