import type { MetaFunction } from '@remix-run/node';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { cardsPerPage } from '~/domain/shared/pagination.server';
import { readPageNumber } from '~/http/url-params';
import { readFinderFilters } from '~/http/search-params';
import { createFilterChoices, filterTitles, hasFilters, noFilters } from '~/domain/catalogue/finder';
import { countTraits, findByFilters } from '~/domain/catalogue/finder.queries.server';
import { findBanner } from '~/domain/content/vehicle-content.server';
import { formatCount } from '~/domain/shared/money';
import { paths } from '~/paths';
import { PastLastPage } from '~/ui/page/empty-state';
import { pageMeta } from '~/ui/page/page-meta';
import { Pager } from '~/ui/page/pager';
import type { ScreenHandle } from '~/ui/screen-kind';
import { SlideShow, vehicleSlides } from '~/ui/vehicles/carousel';
import { filtersId, FinderFilters, FinderGrid, FinderStatus, FoundHead } from '~/ui/vehicles/finder';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  cacheKeyParameters: ['fuelType', 'mileage', 'vehicleType', 'budget', 'page'],
  canonicalQuery: ['page'],
  // The poster appears only on a page past the last one, which is never the default.
};

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Explore', 'Find your bike or scooter by fuel, mileage, type and budget.');

export function loader({ request, context }: LoaderFunctionArgs) {
  const { db, clock } = context.runtime;
  const { searchParams } = new URL(request.url);
  const filters = readFinderFilters(searchParams);
  const page = readPageNumber(searchParams);
  const matches = findByFilters(db, 'everything', filters, {
    limit: cardsPerPage,
    offset: (page - 1) * cardsPerPage,
  });
  return {
    filters,
    isSet: hasFilters(filters),
    choices: createFilterChoices(countTraits(db, 'everything'), filters),
    matches: { ...matches, dropped: matches.dropped.map((name) => filterTitles[name]) },
    page,
    pages: Math.ceil(matches.total / cardsPerPage),
    banner: findBanner(db, 'finder', clock()),
  };
}

/** The vehicle finder (docs/product.md, "Explore"). */
export default function Explore() {
  const { filters, isSet, choices, matches, page, pages, banner } = useLoaderData<typeof loader>();
  const isPastLast = matches.total > 0 && matches.vehicles.length === 0;
  return (
    <>
      <SlideShow
        label="Find your ride"
        slides={vehicleSlides(banner)}
        title="Explore"
        back={{ text: 'Back', href: paths.home() }}
      />
      <FinderFilters choices={choices} getHref={paths.explore} dropped={matches.dropped} />
      <section className="filter-results" aria-labelledby="found">
        {isSet ? (
          <FoundHead id="found" clearHref={paths.explore(noFilters, filtersId)} />
        ) : (
          <h2 id="found">All Vehicles</h2>
        )}
        {isPastLast ? (
          <PastLastPage firstPage={paths.explore(filters, 'found')} />
        ) : (
          <>
            {isSet ? (
              <FinderStatus {...matches} />
            ) : (
              <p className="note">{`Select filters above to narrow down all ${formatCount(matches.total)} vehicles, new, used and upcoming.`}</p>
            )}
            <FinderGrid results={matches} backTo="found" />
          </>
        )}
        <Pager page={page} pages={pages} getHref={(other) => paths.explore({ ...filters, page: other }, 'found')} />
      </section>
    </>
  );
}
