import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { browseOffers } from '~/domain/browse/browse-offers.server';
import { type BrowseSort, browseSorts } from '~/domain/browse/browse-query';
import { allBrands } from '~/domain/catalogue/vehicle.queries.server';
import { countText } from '~/domain/shared/money';
import { getActor } from '~/http/actor.server';
import { runtimeOf } from '~/http/runtime.server';
import { browseParameters } from '~/http/search-params';
import { paths } from '~/paths';
import { SearchForm } from '~/ui/forms/search-form';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Pager } from '~/ui/page/pager';
import { ButtonLink } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import { CompareForm } from '~/ui/vehicles/compare-list';
import { Facts } from '~/ui/vehicles/facts';
import { OfferCards, offerCard } from '~/ui/vehicles/offer-cards';
import { browseAddress, browseTitle } from './browse-address';
import { readBrowseRequest } from './browse-request.server';
import { Narrowing } from './narrowing';
import { NothingFound } from './nothing-found';

/** Lists for search engines; a narrower list is a single visitor's search. */
const findable: readonly string[] = ['kind', 'brand', 'page'];

export const handle: ScreenHandle = {
  kind: 'plain',
  cacheKeyParameters: browseParameters,
  canonicalQuery: findable,
  unlisted: (search) => browseParameters.some((name) => search.has(name) && !findable.includes(name)),
  stylesheets: ['stat', 'poster', 'link-list', 'brand-list', 'filters', 'browse'],
};

/** All offers, of the catalogue and of riders, filtered and paginated by the query string. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const runtime = runtimeOf(context);
  const { db } = runtime;
  const { query, ...invalid } = readBrowseRequest(new URL(request.url).searchParams);
  const { offers, ...found } = await browseOffers(db, query, getActor(request, runtime));
  const cards = offers.map(offerCard);
  return json({
    ...found,
    ...invalid,
    cards,
    page: query.page,
    brands: cards.length === 0 ? allBrands(db) : [],
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
};

function foundText(total: number, isExact: boolean): string {
  if (!isExact) return `At least ${countText(total)} vehicles`;
  return total === 1 ? '1 vehicle' : `${countText(total)} vehicles`;
}

export default function Browse() {
  const {
    cards,
    filters,
    sort,
    page,
    pages,
    total,
    isExact,
    facets,
    understood,
    alternatives,
    brands,
    errors,
    formValues,
  } = useLoaderData<typeof loader>();
  const { q, ...others } = browseAddress(filters, sort);
  const address = browseAddress(filters, sort, page);
  return (
    <>
      <PageHead
        title={browseTitle(filters)}
        subtitle="New, second-hand and offered by riders, in one search."
        back={{ text: 'Home', href: paths.home() }}
      >
        <SearchForm action={paths.browse()} label="Search by name or brand" value={q} hiddenFields={others} />
      </PageHead>
      <Narrowing
        filters={filters}
        sort={sort}
        facets={facets}
        understood={understood}
        errors={errors}
        formValues={formValues}
      />
      <section aria-label="Search results">
        {cards.length === 0 ? (
          <NothingFound
            filters={filters}
            understood={understood}
            brands={brands}
            alternatives={alternatives}
            firstPage={total > 0 ? browseAddress(filters, sort) : null}
          />
        ) : (
          <>
            <h2 id="found">{foundText(total, isExact)}</h2>
            <nav className="sort-links" aria-label="Order">
              <Facts
                facts={browseSorts
                  .filter((one) => one !== 'relevance' || q !== null)
                  .map((one) => (
                    <a
                      key={one}
                      href={paths.browse(browseAddress(filters, one))}
                      aria-current={one === sort || undefined}
                    >
                      {sortTexts[one]}
                    </a>
                  ))}
              />
            </nav>
            <CompareForm backTo="found">
              <OfferCards cards={cards} />
            </CompareForm>
          </>
        )}
        <Pager page={page} pages={pages} hrefOf={(other) => paths.browse(browseAddress(filters, sort, other))} />
      </section>
      <section className="stack" aria-label="More">
        <p className="row">
          <ButtonLink href={paths.explore()}>Find by fuel, mileage and budget</ButtonLink>{' '}
          <ButtonLink href={paths.sell()}>Sell yours</ButtonLink>
        </p>
        <p className="row">
          <span className="note">Follow this search:</span>{' '}
          <a className="action-link" href={paths.browseFeed('rss', address)}>
            RSS
          </a>{' '}
          <a className="action-link" href={paths.browseFeed('json', address)}>
            JSON Feed
          </a>
        </p>
      </section>
    </>
  );
}
