import { browseListings, type ListingsPage } from '~/domain/browse/browse-listings.server';
import type { BrowseQuery } from '~/domain/browse/browse-query';
import { canUndoSale, type Listing, listingsPerPage } from '~/domain/listings/listing';
import {
  calculateExactDiscountPercent,
  formatConfirmed,
  formatPanelFacts,
  formatStatedPapers,
  formatStillForSaleQuestion,
  formatVerdict,
  getSavings,
  isUnconfirmed,
} from '~/domain/listings/listing-facts';
import {
  findListing,
  findListingsOwnedBy,
  findSampleListings,
  readListingStatistics,
} from '~/domain/listings/listing.queries.server';
import { findPriceVerdict } from '~/domain/listings/similar-prices.server';
import { findOddValues } from '~/domain/listings/usual-values.server';
import { getPhotoSources } from '~/domain/photos/photo';
import type { Actor } from '~/domain/shared/actor';
import { toDay } from '~/domain/shared/dates';
import { addUnknownCity, readBrowseRequest } from '~/http/browse-request.server';
import { getActor } from '~/http/actor.server';
import { getPublicOrigin, readOrFallback, readOrFallbackAsync, type Runtime } from '~/http/runtime.server';
import { toListingFacts } from '~/ui/vehicles/listing-card';
import { createOfferPreview } from '~/ui/vehicles/offer-preview';
import type { ListingKind } from '~db/enums';
import type { SellList } from './list-view';
import type { ListingDetails } from './listing-panel';

function loadDetails({ db, clock }: Runtime, listing: Listing): ListingDetails {
  const { photos, license, seller } = listing;
  const now = clock();
  const verdict = findPriceVerdict(db, listing);
  return {
    ...toListingFacts({ ...listing, photo: photos[0] ?? null }),
    photos: photos.map(getPhotoSources),
    license,
    facts: formatPanelFacts(listing),
    city: listing.city,
    description: listing.description,
    papers: formatStatedPapers(listing, toDay(now)),
    sellerName: seller.name,
    question: listing.isMine && isUnconfirmed(listing, now) ? formatStillForSaleQuestion(listing, now) : null,
    oddValues: listing.isMine && !listing.isSample ? findOddValues(listing, now) : [],
    confirmed: formatConfirmed(listing, now),
    verdict: verdict && formatVerdict(verdict),
    canUndoSale: listing.isMine && canUndoSale(listing.soldAt, now),
    savingsRupees: getSavings(listing),
    percentOff: getSavings(listing) === null ? null : calculateExactDiscountPercent(listing).toFixed(1),
  };
}

const loadSamplesOnly = (
  runtime: Runtime,
  kind: ListingKind,
  { sort, page, ...filters }: BrowseQuery,
): ListingsPage => ({
  listings:
    page === 1
      ? readOrFallback(runtime, 'samples could not be read', () => findSampleListings(runtime.db, kind), []).map(
          (listing) => ({
            ...listing,
            km: null,
          }),
        )
      : [],
  filters,
  unknownCity: null,
  sort,
  hasDistances: false,
  total: 0,
  pages: 1,
  facets: [],
  relaxations: [],
  parsedQuery: null,
});

/**
 * A page of a sell screen with its counters: samples first on the first page, then listings for sale, filtered and
 * sorted as on Browse. When listings cannot be read, samples are still shown; when statistics cannot be read, the error
 * is only logged (docs/product.md, "Selling").
 */
export async function loadSellPage(runtime: Runtime, kind: ListingKind, query: BrowseQuery, actor: Actor) {
  const { db } = runtime;
  const results = await readOrFallbackAsync(
    runtime,
    'listings could not be read',
    () => browseListings(db, kind, query, { limit: listingsPerPage, actor }),
    null,
  );
  const { listings, ...list } = results ?? loadSamplesOnly(runtime, kind, query);
  const statistics = readOrFallback(
    runtime,
    'statistics could not be read',
    () => readListingStatistics(db, kind),
    null,
  );
  const owned = readOrFallback(runtime, 'own listings could not be read', () => findListingsOwnedBy(db, actor), []);
  return {
    kind,
    ...list,
    page: query.page,
    listings: listings.map((listing) => ({ ...toListingFacts(listing), km: listing.km })),
    counters: {
      available: statistics?.available ?? 0,
      yours: owned.filter((listing) => listing.kind === kind).length,
      petrol: statistics?.petrol ?? 0,
      electric: statistics?.electric ?? 0,
    },
    hasFailed: results === null,
  };
}

export async function loadSellList(request: Request, runtime: Runtime, kind: ListingKind): Promise<SellList> {
  const { searchParams } = new URL(request.url);
  const { db } = runtime;
  const actor = getActor(request, runtime);
  const { query, ...invalid } = readBrowseRequest(searchParams);
  const { unknownCity, ...list } = await loadSellPage(runtime, kind, query, actor);
  const openId = searchParams.get('listing');
  const open = openId
    ? readOrFallback(runtime, 'a listing could not be read', () => findListing(db, openId, actor), null)
    : null;
  const isOpenHere = open !== null && open.kind === kind;
  return {
    view: 'list',
    ...list,
    ...addUnknownCity(invalid, unknownCity),
    open: isOpenHere ? loadDetails(runtime, open) : null,
    preview: isOpenHere
      ? createOfferPreview({ kind: 'listing', listing: open }, getPublicOrigin(request, runtime))
      : null,
    isDeleting: isOpenHere && open.isMine && searchParams.get('confirm') === 'delete',
    isGone: openId !== null && openId !== '' && !isOpenHere,
  };
}
