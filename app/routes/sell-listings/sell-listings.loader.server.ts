import { browseListings, type ListingsPage } from '~/domain/browse/browse-offers.server';
import type { BrowseQuery } from '~/domain/browse/browse-query';
import {
  canUndoSale,
  firstYear,
  formatStatedPapers,
  getLastYear,
  type Listing,
  listingFieldNames,
  listingFlagNames,
} from '~/domain/listings/listing';
import {
  calculateExactDiscountPercent,
  formatConfirmed,
  formatStillForSaleQuestion,
  formatVerdict,
  getSavings,
  isUnconfirmed,
} from '~/domain/listings/listing-facts';
import { listingNotFound } from '~/domain/listings/own-listing.commands.server';
import { findListing, findListingsOwnedBy, findSampleListings } from '~/domain/listings/listing.queries.server';
import { readListingStatistics } from '~/domain/listings/listing-search.server';
import { findPriceVerdict } from '~/domain/listings/usual-values.server';
import { findOddValues } from '~/domain/listings/usual-values.server';
import { getPhotoSources } from '~/domain/photos/photo';
import { largestPlaces, states } from '~/domain/places/places.server';
import { type Actor, requireUser } from '~/domain/shared/actor';
import { toDay } from '~/domain/shared/dates';
import { listingsPerPage } from '~/domain/shared/pagination.server';
import { err, ok, type Result } from '~/domain/shared/result';
import { addUnknownCity, readBrowseRequest } from '~/http/browse-request.server';
import { getActor } from '~/http/actor.server';
import { readPhotosOfForm } from '~/http/photos-of-form';
import { generateIdempotencyKey, readUnfinishedForm, redirectToSignIn } from '~/http/form-response.server';
import { getPublicOrigin, readOrFallback, readOrFallbackAsync, type Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';
import { toChosenPhoto } from '~/ui/forms/photo-chooser';
import { toListingFacts } from '~/ui/vehicles/listing-card';
import { createOfferPreview } from '~/ui/vehicles/offer-preview';
import type { ListingKind } from '~db/enums';
import type { SellList } from './list-view';
import type { ListingDetails } from './listing-panel';
import type { SellForm } from './sell-form';

/** Form values of a listing: text, empty for absent values. */
export function toListingFormValues(listing: Listing): Record<string, string> {
  return {
    ...Object.fromEntries(listingFieldNames.map((field) => [field, String(listing[field] ?? '')])),
    ...Object.fromEntries(listingFlagNames.flatMap((flag) => (listing[flag] ? [[flag, 'on']] : []))),
  };
}

/**
 * The actor's own listing to edit.
 *
 * @returns not-found also for another seller's; unauthenticated when its owner has an account and the actor is a
 * visitor, such as an owner whose session has expired
 */
export function findOwnListing(runtime: Runtime, actor: Actor, kind: ListingKind, id: string): Result<Listing> {
  const listing = findListing(runtime.db, id, actor);
  if (listing?.kind !== kind) return err(listingNotFound);
  if (listing.isMine) return ok(listing);
  const user = requireUser(actor);
  return listing.seller.id !== null && !user.ok ? user : err(listingNotFound);
}

/**
 * @returns null when the actor does not own the listing to edit
 * @throws a redirect to sign-in for a visitor to whom the listing may belong
 */
export function loadSellForm(request: Request, runtime: Runtime, kind: ListingKind): SellForm | null {
  const id = new URL(request.url).searchParams.get('listing');
  const found = id === null ? null : findOwnListing(runtime, getActor(request, runtime), kind, id);
  if (id !== null && found?.ok === false) {
    if (found.error.kind === 'unauthenticated') throw redirectToSignIn(request, paths.editListing(kind, id));
    return null;
  }
  const listing = found?.ok ? found.value : null;
  const unfinished = listing && readUnfinishedForm(request, runtime);
  const idempotencyKey = unfinished?.idempotencyKey ?? generateIdempotencyKey();
  return {
    view: 'form',
    kind,
    idempotencyKey,
    changing: listing && { id: listing.id, version: unfinished?.version ?? String(listing.version) },
    values: unfinished ?? (listing ? toListingFormValues(listing) : {}),
    photos: readPhotosOfForm(unfinished, listing?.photos ?? []).map(toChosenPhoto),
    years: { first: firstYear, last: getLastYear(runtime.clock()) },
    cities: largestPlaces.map(({ city, state }) => ({ city, state })),
    states: states.map(({ name }) => name),
  };
}

function loadDetails({ db, clock }: Runtime, listing: Listing): ListingDetails {
  const { photos, topSpeed, license, seller } = listing;
  const now = clock();
  const verdict = findPriceVerdict(db, listing);
  return {
    ...toListingFacts({ ...listing, photo: photos[0] ?? null }),
    photos: photos.map(getPhotoSources),
    license,
    topSpeedKmph: topSpeed,
    engineCapacity: listing.engineCapacity,
    batteryCapacity: listing.batteryCapacity,
    ownerNumber: listing.ownerNumber,
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

/** Only samples, when the listings could not be read. */
const loadSamplesOnly = (
  runtime: Runtime,
  kind: ListingKind,
  { sort, page, ...filters }: BrowseQuery,
): ListingsPage => ({
  listings:
    page === 1
      ? readOrFallback(runtime, 'samples could not be read', () => findSampleListings(runtime.db, kind), []).map(
          (one) => ({
            ...one,
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
  const found = await readOrFallbackAsync(
    runtime,
    'listings could not be read',
    () => browseListings(db, kind, query, { limit: listingsPerPage, actor }),
    null,
  );
  const { listings, ...list } = found ?? loadSamplesOnly(runtime, kind, query);
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
    hasFailed: found === null,
  };
}

/** The list of a sell screen, with the details of the listing that its URL opens. */
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
