import { exactDiscountPercent, savingsRupees } from '~/domain/listings/discount';
import { type ListingKind, listingsPerPage } from '~/domain/listings/limits';
import type { Listing } from '~/domain/listings/listing';
import {
  findListing,
  listingSummaries,
  listingsHeldBy,
  sampleListings,
} from '~/domain/listings/listing-queries.server';
import { listingStatistics } from '~/domain/listings/listing-search.server';
import { photoSources } from '~/domain/photos/photo-address';
import { pageNumber, searchedText } from '~/doors/list-query';
import { askerOf } from '~/http/asker.server';
import { orElse } from '~/http/or-else.server';
import type { Runtime } from '~/http/runtime.server';
import { listingFacts } from '~/ui/vehicles/listing-facts';
import type { SellList } from './list-view';
import type { ListingDetails } from './listing-panel';

function details(listing: Listing): ListingDetails {
  const { photos, topSpeed, license, seller } = listing;
  return {
    ...listingFacts({ ...listing, photo: photos[0] ?? null }),
    photos: photos.map(photoSources),
    license,
    topSpeedKmph: topSpeed,
    engineCapacity: listing.engineCapacity,
    batteryCapacity: listing.batteryCapacity,
    ownerNumber: listing.ownerNumber,
    city: listing.city,
    description: listing.description,
    sellerName: seller.name,
    savingsRupees: savingsRupees(listing),
    percentOff: savingsRupees(listing) === null ? null : exactDiscountPercent(listing).toFixed(1),
  };
}

/**
 * The list of a sell screen: samples ahead on the first page, then what is for sale, the newest first. When listings
 * can't be read the samples still show, and statistics that can't be read are only logged (docs/product.md, "Listings").
 */
export function loadSellList(request: Request, runtime: Runtime, kind: ListingKind): SellList {
  const { searchParams } = new URL(request.url);
  const { db } = runtime;
  const asker = askerOf(request, runtime);
  const q = searchedText(searchParams);
  const page = pageNumber(searchParams);
  const openId = searchParams.get('listing');

  const query = {
    kind,
    sort: 'newest',
    page,
    limit: listingsPerPage,
    availability: 'available',
    q: q ?? undefined,
  } as const;
  const found = orElse(runtime, 'listings could not be read', () => listingSummaries(db, query, asker), null);
  const samples = page === 1 ? orElse(runtime, 'samples could not be read', () => sampleListings(db, kind, q), []) : [];
  const statistics = orElse(runtime, 'statistics could not be read', () => listingStatistics(db, kind), null);
  const held = orElse(runtime, 'own listings could not be read', () => listingsHeldBy(db, asker), []);
  const yours = held.filter((listing) => listing.kind === kind);
  const open = openId
    ? orElse(runtime, 'a listing could not be read', () => findListing(db, openId, asker), null)
    : null;
  const isOpenHere = open !== null && open.kind === kind;
  return {
    view: 'list',
    kind,
    q,
    page,
    pages: found?.pagination.pages ?? 1,
    listings: [...samples, ...(found?.items ?? [])].map(listingFacts),
    counters: {
      available: statistics?.available ?? 0,
      yours: yours.length,
      petrol: statistics?.petrol ?? 0,
      electric: statistics?.electric ?? 0,
    },
    open: isOpenHere ? details(open) : null,
    isDeleting: isOpenHere && open.isMine && searchParams.get('confirm') === 'delete',
    hasFailed: found === null,
    isGone: openId !== null && !isOpenHere,
  };
}
