import type { Database } from '~db/connection';
import type { ListingKind } from '~db/enums';
import type { ListingSummary } from '../listings/listing';
import { findListingsBySeq } from '../listings/listing.queries.server';
import { loadOfferTables } from '../search/offer-tables.server';
import type { Actor } from '../shared/actor';
import { type BrowseQuery, noFilters } from './browse-query';
import { facetNames, listingFacetNames } from './facet-choices';
import { getFacetParameters } from './facets';
import { countFacets, findRelaxations, type OfferPage, resolveQuery, summarizeQuery } from './offer-page.server';
import { createSearch, searchOffers, searchSamples } from './offer-search.server';

const withoutCatalogueFilters = Object.fromEntries(
  facetNames
    .filter((name) => !listingFacetNames.includes(name))
    .flatMap((name) => getFacetParameters(name).map((parameter) => [parameter, noFilters[parameter]])),
);

export type ListingsPage = OfferPage & {
  /** The first page starts with samples, which no count includes. `km`: distance from the requested city. */
  listings: (ListingSummary & { km: number | null })[];
};

export async function browseListings(
  db: Database,
  kind: ListingKind,
  request: BrowseQuery,
  { limit, actor }: { limit: number; actor: Actor },
): Promise<ListingsPage> {
  const { page } = request;
  await loadOfferTables(db);
  const resolved = resolveQuery(db, { ...request, ...withoutCatalogueFilters });
  const { filters, parsedQuery, sort, hasDistances, unknownCity } = resolved;
  const search = createSearch(filters, parsedQuery);
  const matches = searchOffers(db, search, { sort, scope: kind });
  const { selection, order, getLocation } = matches;
  const { total } = selection;
  const samples = page === 1 ? searchSamples(db, search, kind) : [];
  const offers = selection.getOffers(order, (page - 1) * limit, page * limit);
  const listings = findListingsBySeq(db, [...samples, ...offers.map(({ seq }) => seq)], actor);
  return {
    listings: listings.map((listing) => ({ ...listing, km: getLocation(listing.place).km })),
    filters,
    unknownCity,
    sort,
    hasDistances,
    total,
    pages: Math.ceil(total / limit),
    facets: await countFacets(db, resolved, { matches, scope: kind }),
    relaxations: total === 0 ? await findRelaxations(db, resolved, kind) : [],
    parsedQuery: summarizeQuery(parsedQuery),
  };
}
