import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { browseOffers, type Facet } from '~/domain/browse/browse-offers.server';
import {
  type BrowseFilters,
  type BrowseSort,
  browseSorts,
  noFilters,
  type OfferKind,
} from '~/domain/browse/browse-query';
import { placeName, unknownPlace } from '~/domain/places/places.server';
import { countText } from '~/domain/shared/money';
import { getActor } from '~/http/actor.server';
import { readCity } from '~/http/cookies.server';
import { runtimeOf } from '~/http/runtime.server';
import { browseParameters, unlessRelative } from '~/http/search-params';
import { paths } from '~/paths';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { SaveSearch } from '~/ui/forms/save-search';
import { SearchForm } from '~/ui/forms/search-form';
import { Applied, SortLinks, Tool } from '~/ui/page/list-tools';
import { NearCity, nearKilometres } from '~/ui/page/near-city';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Pager } from '~/ui/page/pager';
import { Corrected } from '~/ui/page/understood-search';
import { ButtonLink } from '~/ui/primitives/button';
import { Icon } from '~/ui/primitives/icon';
import type { ScreenHandle } from '~/ui/screen-kind';
import { CompareForm } from '~/ui/vehicles/compare-list';
import { OfferCards, offerCard } from '~/ui/vehicles/offer-cards';
import { OfferRows } from '~/ui/vehicles/offer-rows';
import { browseAddress, browseTitle } from './browse-address';
import { readBrowseRequest } from './browse-request.server';
import { FilterForm } from './filter-form';
import { NothingFound } from './nothing-found';

/** Lists for search engines; a narrower list is a single visitor's search. */
const findable: readonly string[] = ['kind', 'brand', 'page'];

/** `view=grid` shows two in a row on phones; the feeds have no view. */
const screenParameters = [...browseParameters, 'view'];

export const handle: ScreenHandle = {
  kind: 'enhanced',
  cacheKeyParameters: unlessRelative(screenParameters),
  canonicalQuery: findable,
  unlisted: (search) => screenParameters.some((name) => search.has(name) && !findable.includes(name)),
  stylesheets: ['tabs', 'stat', 'poster', 'link-list', 'list-tools', 'offer-rows', 'near-city', 'browse'],
};

/** All offers, of the catalogue and of riders, filtered and paginated by the query string. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const runtime = runtimeOf(context);
  const { db } = runtime;
  const { searchParams } = new URL(request.url);
  const { query, ...invalid } = readBrowseRequest(searchParams);
  const { offers, ...found } = await browseOffers(db, query, getActor(request, runtime));
  const cards = offers.map(offerCard);
  const isUnknown = query.city !== null && found.filters.city === null;
  const own = readCity(request);
  return json({
    ...found,
    ownCity: own && placeName(own),
    errors: isUnknown ? { ...invalid.errors, city: unknownPlace(query.city ?? '') } : invalid.errors,
    formValues: isUnknown ? { ...invalid.formValues, city: query.city ?? '' } : invalid.formValues,
    cards,
    page: query.page,
    isGrid: searchParams.get('view') === 'grid',
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data) return pageMeta('Browse');
  const title = browseTitle(data.filters);
  const address = browseAddress(data.filters, data.sort, data.page);
  const feed = (type: string, format: 'rss' | 'json') => ({
    tagName: 'link',
    rel: 'alternate',
    type,
    title,
    href: paths.browseFeed(format, address),
  });
  return [
    ...pageMeta(title, 'Every bike and scooter in one search: new, second-hand and offered by riders.'),
    feed('application/rss+xml', 'rss'),
    feed('application/feed+json', 'json'),
  ];
};

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

/** The orders that the screen offers; a URL may ask for any. */
const offeredSorts = browseSorts.filter((sort) => !['-kilometres', 'year', 'mileage'].includes(sort));

const kindTabs: readonly { text: string; kind: readonly OfferKind[] }[] = [
  { text: 'All', kind: [] },
  { text: 'Second-hand', kind: ['used', 'listing'] },
  { text: 'New', kind: ['new'] },
  { text: 'Coming soon', kind: ['upcoming'] },
];

function foundText(total: number, isExact: boolean): string {
  if (!isExact) return `At least ${countText(total)} vehicles`;
  return total === 1 ? '1 vehicle' : `${countText(total)} vehicles`;
}

type KindTabsProps = { facet: Facet; filters: BrowseFilters; hrefOf: (changed: BrowseFilters) => string };

/** Everything, or the kinds of one stock, each with its count. */
function KindTabs({ facet, filters, hrefOf }: KindTabsProps) {
  const counts = new Map(facet.options.map(({ value, vehicles }) => [value, vehicles ?? 0]));
  const countOf = (kind: readonly OfferKind[]): number =>
    [...counts].reduce(
      (sum, [value, count]) => (kind.length === 0 || kind.some((one) => one === value) ? sum + count : sum),
      0,
    );
  const chosen = filters.kind.toSorted().join();
  return (
    <nav className="tabs" aria-label="Kind">
      <ul>
        {kindTabs.map(({ text, kind }) => (
          <li key={text}>
            <a
              href={hrefOf({ ...filters, kind })}
              aria-current={chosen === kind.toSorted().join() ? 'page' : undefined}
            >
              {text} <b>{countText(countOf(kind)) + (facet.isAtLeast ? '+' : '')}</b>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export default function Browse() {
  const data = useLoaderData<typeof loader>();
  const { cards, filters, sort, page, pages, total, isExact, facets, understood, errors, formValues, isGrid, ownCity } =
    data;
  const view = isGrid ? 'grid' : null;
  const { q, ...others } = { ...browseAddress(filters, sort), view };
  const hrefOf = (changed: BrowseFilters, order = sort, at = 1): string =>
    paths.browse({ ...browseAddress(changed, order, at), view });
  const address = browseAddress(filters, sort, page);
  const clearHref = hrefOf(noFilters);
  const applied = [
    ...(understood?.chips ?? []).map(({ text, rest }) => ({ text, href: hrefOf({ ...filters, q: rest || null }) })),
    ...facets.flatMap(({ set }) => set.map(({ text, without }) => ({ text, href: hrefOf(without) }))),
  ];
  const kinds = facets.find(({ name }) => name === 'kind');
  const setCount = facets.reduce((sum, { set }) => sum + set.length, 0);
  const { maxYear, sort: order } = browseAddress(filters, sort);
  const hasErrors = Object.keys(errors).length > 0;
  return (
    <>
      <PageHead title={browseTitle(filters)} isSlim>
        <SearchForm action={paths.browse()} label="Search by name or brand" value={q} hiddenFields={others} />
        <Corrected corrected={understood?.corrected ?? null} hrefOf={(text) => hrefOf({ ...filters, q: text })} />
      </PageHead>
      {kinds && kinds.options.length > 0 && <KindTabs facet={kinds} filters={filters} hrefOf={hrefOf} />}
      <div className="with-tools" data-list="">
        <div className="list-tools">
          <h2 id="found" tabIndex={-1}>
            {foundText(total, isExact)}
          </h2>
          <Tool title={setCount > 0 ? `Filters (${setCount})` : 'Filters'} icon="filter" isBeside isOpen={hasErrors}>
            <FilterForm
              filters={filters}
              facets={facets}
              errors={errors}
              formValues={formValues}
              kept={{ q, maxYear, sort: order, view }}
              clearHref={clearHref}
              hrefOf={hrefOf}
            />
          </Tool>
          {cards.length > 0 && (
            <>
              <Tool title="Sort" icon="sort">
                <SortLinks
                  sorts={offeredSorts
                    .filter(
                      (one) => (one !== 'relevance' || q !== null) && (one !== 'distance' || filters.city !== null),
                    )
                    .map((one) => ({ text: sortTexts[one], href: hrefOf(filters, one), isCurrent: one === sort }))}
                />
              </Tool>
              <a className="button view-link" href={paths.browse({ ...address, view: isGrid ? null : 'grid' })}>
                <Icon name={isGrid ? 'rows' : 'grid'} />
                <span className="visually-hidden">{isGrid ? 'Show as a list' : 'Show as a grid'}</span>
              </a>
            </>
          )}
        </div>
        <div className="list-results">
          {hasErrors && <ErrorSummary message="Left out of this search:" errors={errors} />}
          <Applied filters={applied} clearHref={clearHref} />
          <NearCity
            city={ownCity}
            nearHref={ownCity === filters.city ? null : hrefOf({ ...filters, city: ownCity, within: nearKilometres })}
            offered={ownCity === filters.city ? null : filters.city}
            returnTo={paths.browse({ ...address, view })}
          />
          {cards.length === 0 ? (
            <NothingFound
              filters={filters}
              understood={understood}
              letGo={data.letGo}
              alternatives={data.alternatives}
              firstPage={total > 0 ? hrefOf(filters) : null}
              hrefOf={hrefOf}
            />
          ) : (
            <CompareForm backTo="found">
              {isGrid ? <OfferCards cards={cards} /> : <OfferRows cards={cards} />}
            </CompareForm>
          )}
          <Pager page={page} pages={pages} hrefOf={(other) => hrefOf(filters, sort, other)} />
          <div className="row list-finish">
            {cards.length > 0 && <SaveSearch href={paths.browse(filters)} />}{' '}
            <span className="note">Follow this search:</span>{' '}
            <a className="action-link" href={paths.browseFeed('rss', address)}>
              RSS
            </a>{' '}
            <a className="action-link" href={paths.browseFeed('json', address)}>
              JSON Feed
            </a>{' '}
            <ButtonLink href={paths.explore()}>Find by fuel, mileage and budget</ButtonLink>{' '}
            <ButtonLink href={paths.sell()}>Sell yours</ButtonLink>
          </div>
        </div>
      </div>
    </>
  );
}
