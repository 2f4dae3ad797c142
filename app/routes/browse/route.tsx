import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Fragment, type ReactNode } from 'react';
import type { Facet } from '~/domain/browse/offer-page.server';
import { type BrowseFilters, createBrowseAddress, formatBrowseTitle, noFilters } from '~/domain/browse/browse-query';
import type { OfferKind } from '~/domain/search/search-query';
import { formatCount } from '~/domain/shared/money';
import { browseParameters, createKeyUnlessRelative } from '~/http/search-params';
import { type BrowseView, paths } from '~/paths';
import { FeedLink, SaveSearch, SearchNotes } from '~/ui/page/search-notes';
import { SearchForm } from '~/ui/forms/search-form';
import { AppliedFilters } from '~/ui/page/list-tools';
import { NearCity, nearKilometres } from '~/ui/page/near-city';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Pager } from '~/ui/page/pager';
import { ButtonLink } from '~/ui/primitives/button';
import { Icon } from '~/ui/primitives/icon';
import type { ScreenHandle } from '~/ui/screen-kind';
import { CompareForm } from '~/ui/vehicles/compare-list';
import { OfferCards } from '~/ui/vehicles/offer-cards';
import { OfferRows } from '~/ui/vehicles/offer-list';
import { resultCountText, OfferListTools } from '~/ui/vehicles/offer-list-tools';
import { NothingFound } from './nothing-found';
import { PriceRoad } from './price-road';
import type { loader } from './route.server';

export { loader } from './route.server';

/** Only lists of general interest are indexed; a narrower list is a single visitor's search. */
const indexedParameters: readonly string[] = ['kind', 'brand', 'page'];

/** `view=grid` shows two columns on phones, `view=road` a drawing by price; the feeds have no view. */
const screenParameters = [...browseParameters, 'view'];

export const handle: ScreenHandle = {
  kind: 'enhanced',
  cacheKeyParameters: createKeyUnlessRelative(screenParameters),
  canonicalQuery: indexedParameters,
  unlisted: (search) => screenParameters.some((name) => search.has(name) && !indexedParameters.includes(name)),
};

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return pageMeta(matches, 'Browse');
  const title = formatBrowseTitle(data.filters);
  const address = createBrowseAddress(data.filters, data.sort, data.page);
  const feed = (type: string, format: 'rss' | 'json') => ({
    tagName: 'link',
    rel: 'alternate',
    type,
    title,
    href: paths.browseFeed(format, address),
  });
  return [
    ...pageMeta(matches, title, 'Every bike and scooter in one search, new and second-hand.'),
    feed('application/rss+xml', 'rss'),
    feed('application/feed+json', 'json'),
  ];
};

const kindTabs: readonly { text: string; kind: readonly OfferKind[] }[] = [
  { text: 'All', kind: [] },
  { text: 'Used', kind: ['used', 'listing'] },
  { text: 'New', kind: ['new'] },
  { text: 'Coming soon', kind: ['upcoming'] },
];

type KindTabsProps = { facet: Facet; filters: BrowseFilters; getHref: (changed: BrowseFilters) => string };

/** Tabs for everything or the kinds of one stock, each with its count, unless the search leaves its kinds out. */
function KindTabs({ facet, filters, getHref }: KindTabsProps) {
  const getCount = (kinds: readonly OfferKind[]): ReactNode => {
    const options = facet.options.filter(({ value }) => kinds.length === 0 || kinds.some((kind) => kind === value));
    if (kinds.length > 0 && options.some(({ vehicles }) => vehicles === null)) return null;
    const count = options.reduce((sum, { vehicles }) => sum + (vehicles ?? 0), 0);
    return <b>{formatCount(count)}</b>;
  };
  const chosen = filters.kind.toSorted().join();
  return (
    <nav className="tabs kind-tabs" aria-label="Kind">
      <ul>
        {kindTabs.map(({ text, kind }) => (
          <li key={text}>
            <a
              href={getHref({ ...filters, kind })}
              aria-current={chosen === kind.toSorted().join() ? 'page' : undefined}
            >
              {text} {getCount(kind)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Drawn here because it is not among the icons in the scripts of forms. */
const RoadIcon = () => (
  <svg className="icon" viewBox="0 0 24 24" width="24" aria-hidden="true">
    <path d="M8 4 4 20M16 4l4 16M12 4v3m0 3.5v3m0 3.5v3" />
  </svg>
);

const views: readonly { view: BrowseView | null; icon: ReactNode; text: string }[] = [
  { view: null, icon: <Icon name="rows" />, text: 'Show as a list' },
  { view: 'grid', icon: <Icon name="grid" />, text: 'Show as a grid' },
  { view: 'road', icon: <RoadIcon />, text: 'Price road' },
];

/** The road has rules of its own, so the fragment makes links to and from it load the page. */
function getViewHref(
  address: Parameters<typeof paths.browse>[0] & { view: BrowseView | null },
  current: BrowseView | null,
) {
  const isOther = address.view !== current && (address.view === 'road' || current === 'road');
  return paths.browse(address) + (isOther ? '#found' : '');
}

type ViewLinksProps = { current: BrowseView | null; getHref: (view: BrowseView | null) => string };

const ViewLinks = ({ current, getHref }: ViewLinksProps) => (
  <nav className="views" aria-label="View">
    {views
      .filter(({ view }) => view !== current)
      .map(({ view, icon, text }) => (
        <Fragment key={text}>
          <a
            className={view === 'grid' || (view === null && current === 'grid') ? 'button view-link' : 'button'}
            href={getHref(view)}
          >
            {icon}
            <span className="view-name">{text}</span>
          </a>{' '}
        </Fragment>
      ))}
  </nav>
);

export default function Browse() {
  const data = useLoaderData<typeof loader>();
  const { cards, road, filters, sort, page, pages, total, facets, parsedQuery, errors, formValues, readings } = data;
  const { view, ownCity, city, hasDistances } = data;
  const isFound = cards.length > 0 || road !== null;
  const { q, ...hiddenFields } = { ...createBrowseAddress(filters, sort), view };
  const getHref = (changed: BrowseFilters, order = sort, at = 1): string =>
    paths.browse({ ...createBrowseAddress(changed, order, at), view });
  const address = createBrowseAddress(filters, sort, page);
  const clearHref = getHref(noFilters);
  const applied = [
    ...(parsedQuery?.chips ?? []).map(({ text, rest }) => ({ text, href: getHref({ ...filters, q: rest || null }) })),
    ...facets.flatMap(({ active }) => active.map(({ text, without }) => ({ text, href: getHref(without) }))),
  ];
  const kinds = facets.find(({ name }) => name === 'kind');
  const { maxYear, sort: order } = createBrowseAddress(filters, sort);
  return (
    <>
      <PageHead title={formatBrowseTitle(filters)}>
        <SearchForm
          action={paths.browse()}
          label="Search by name or brand"
          value={formValues.q ?? q}
          error={errors.q}
          hiddenFields={hiddenFields}
        />
        <SearchNotes parsedQuery={parsedQuery} getHref={(text) => getHref({ ...filters, q: text })} />
      </PageHead>
      {kinds && kinds.options.length > 0 && <KindTabs facet={kinds} filters={filters} getHref={getHref} />}
      <div className="list-with-tools" data-list="">
        <OfferListTools
          title={resultCountText(total, ['vehicle', 'vehicles'])}
          action={paths.browse()}
          filters={filters}
          facets={facets}
          errors={errors}
          formValues={formValues}
          readings={readings}
          hiddenFields={{ q, maxYear, sort: order, view }}
          clearHref={clearHref}
          getHref={getHref}
          sort={cards.length > 0 ? sort : null}
          hasDistances={hasDistances}
        >
          {isFound && <ViewLinks current={view} getHref={(other) => getViewHref({ ...address, view: other }, view)} />}
        </OfferListTools>
        <div className="list-results">
          <AppliedFilters filters={applied} clearHref={clearHref} />
          <NearCity
            city={ownCity}
            nearHref={ownCity === filters.city ? null : getHref({ ...filters, city: ownCity, within: nearKilometres })}
            offered={ownCity === city ? null : city}
            returnTo={paths.browse({ ...address, view })}
          />
          {road ? (
            <PriceRoad
              road={road}
              total={total}
              bandHref={(minPrice, maxPrice, as) =>
                getViewHref({ ...createBrowseAddress({ ...filters, minPrice, maxPrice }, sort), view: as }, view)
              }
            />
          ) : cards.length === 0 ? (
            <NothingFound
              filters={filters}
              parsedQuery={parsedQuery}
              relaxations={data.relaxations}
              alternatives={data.alternatives}
              isPlain={view === 'road'}
              firstPage={total > 0 ? getHref(filters) : null}
              getHref={getHref}
            />
          ) : (
            <CompareForm backTo={view === 'grid' ? 'found' : 'offer-'}>
              {view === 'grid' ? <OfferCards cards={cards} /> : <OfferRows cards={cards} />}
            </CompareForm>
          )}
          {!road && <Pager page={page} pages={pages} getHref={(other) => getHref(filters, sort, other)} />}
          <div className="row list-finish">
            {isFound && <SaveSearch href={paths.browse(filters)} />}{' '}
            <FeedLink href={paths.browseFeed('rss', address)} />{' '}
            <ButtonLink href={paths.explore()}>Find by fuel, mileage and budget</ButtonLink>{' '}
            <ButtonLink href={paths.sell()}>Sell your vehicle</ButtonLink>
          </div>
        </div>
      </div>
    </>
  );
}
