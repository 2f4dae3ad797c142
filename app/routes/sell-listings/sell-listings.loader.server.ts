import {
  canUndoSale,
  confirmedText,
  exactDiscountPercent,
  firstYear,
  isUnconfirmed,
  type Listing,
  type ListingSummary,
  lastYear,
  listingFieldNames,
  listingFlagNames,
  listingsPerPage,
  longestText,
  savingsRupees,
  statedPapers,
  stillForSaleQuestion,
} from '~/domain/listings/listing';
import {
  findListing,
  listingSummaries,
  listingsOwnedBy,
  sampleListings,
} from '~/domain/listings/listing.queries.server';
import { listingStatistics } from '~/domain/listings/listing-search.server';
import { doubtsAbout } from '~/domain/listings/plausibility.server';
import { photoSources } from '~/domain/photos/photo';
import { findPlace, largestPlaces, placeName, placesAround, states, unknownPlace } from '~/domain/places/places.server';
import type { Actor } from '~/domain/shared/actor';
import { dayOf } from '~/domain/shared/dates';
import { getActor } from '~/http/actor.server';
import { newIdempotencyKey } from '~/http/form-response.server';
import { orElse, type Runtime } from '~/http/runtime.server';
import { kilometresAround, pageNumber, searchedText } from '~/http/search-params';
import { chosenPhoto } from '~/ui/forms/photo-chooser';
import { listingFacts } from '~/ui/vehicles/listing-card';
import type { ListingKind } from '~db/enums';
import type { SellList } from './list-view';
import type { ListingDetails } from './listing-panel';
import type { SellForm } from './sell-form';

/** Form values of a listing: text, empty for absent values. */
export function listingFormValues(listing: Listing): Record<string, string> {
  return {
    ...Object.fromEntries(listingFieldNames.map((field) => [field, String(listing[field] ?? '')])),
    ...Object.fromEntries(listingFlagNames.flatMap((flag) => (listing[flag] ? [[flag, 'on']] : []))),
  };
}

/** The actor's own listing to edit; null when it does not exist, or belongs to another seller. */
export function ownListing(runtime: Runtime, actor: Actor, kind: ListingKind, id: string): Listing | null {
  const listing = findListing(runtime.db, id, actor);
  return listing?.isMine && listing.kind === kind ? listing : null;
}

/** @returns null when the listing to edit is not owned by the actor */
export function loadSellForm(request: Request, runtime: Runtime, kind: ListingKind): SellForm | null {
  const id = new URL(request.url).searchParams.get('listing');
  const listing = id === null ? null : ownListing(runtime, getActor(request, runtime), kind, id);
  if (id !== null && !listing) return null;
  return {
    view: 'form',
    kind,
    idempotencyKey: newIdempotencyKey(),
    changing: listing && { id: listing.id, version: listing.version },
    values: listing
      ? // What was said once is not asked about again.
        { ...listingFormValues(listing), confirmed: Object.values(doubtsAbout(listing, runtime.clock())).join('\n') }
      : {},
    photos: listing ? listing.photos.map(chosenPhoto) : [],
    years: { first: firstYear, last: lastYear(runtime.clock()) },
    cities: largestPlaces.map(({ city, state }) => ({ city, state })),
    states: states.map(({ name }) => name),
  };
}

function details(listing: Listing, now: Date): ListingDetails {
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
    papers: statedPapers(listing, dayOf(now)),
    sellerName: seller.name,
    question: listing.isMine && isUnconfirmed(listing, now) ? stillForSaleQuestion(listing, now) : null,
    confirmed: confirmedText(listing, now),
    canUndoSale: listing.isMine && canUndoSale(listing.soldAt, now),
    savingsRupees: savingsRupees(listing),
    percentOff: savingsRupees(listing) === null ? null : exactDiscountPercent(listing).toFixed(1),
  };
}

/**
 * The list of a sell screen: samples first on the first page, then listings for sale, newest first. When listings
 * cannot
 * be read the samples are still shown, and statistics that cannot be read are only logged (docs/product.md,
 * "Listings").
 */
export function loadSellList(request: Request, runtime: Runtime, kind: ListingKind): SellList {
  const { searchParams } = new URL(request.url);
  const { db } = runtime;
  const actor = getActor(request, runtime);
  const q = searchedText(searchParams);
  const page = pageNumber(searchParams);
  const openId = searchParams.get('listing');

  const typedCity = searchParams.get('city')?.trim().slice(0, longestText.city) || null;
  const place = typedCity === null ? null : findPlace(typedCity);
  const within = place && kilometresAround(searchParams);
  const near = place ? placesAround(place, within) : undefined;
  const query = {
    kind,
    near,
    sort: within === null ? 'relevance' : 'distance',
    page,
    limit: listingsPerPage,
    availability: 'available',
    q: q ?? undefined,
  } as const;
  const found = orElse(runtime, 'listings could not be read', () => listingSummaries(db, query, actor), null);
  const understood = found?.understood ?? null;
  const samples =
    page === 1 ? orElse(runtime, 'samples could not be read', () => sampleListings(db, kind, understood), []) : [];
  const isNear = ({ place: id }: ListingSummary): boolean => near === undefined || (id !== null && near.has(id));
  const facts = (listing: ListingSummary) => ({
    ...listingFacts(listing),
    km: (listing.place !== null && near?.get(listing.place)) || null,
  });
  const statistics = orElse(runtime, 'statistics could not be read', () => listingStatistics(db, kind), null);
  const owned = orElse(runtime, 'own listings could not be read', () => listingsOwnedBy(db, actor), []);
  const yours = owned.filter((listing) => listing.kind === kind);
  const open = openId
    ? orElse(runtime, 'a listing could not be read', () => findListing(db, openId, actor), null)
    : null;
  const isOpenHere = open !== null && open.kind === kind;
  return {
    view: 'list',
    kind,
    q,
    understood: understood && { chips: understood.chips, corrected: understood.corrected },
    city: place ? placeName(place) : typedCity,
    cityError: typedCity !== null && !place ? unknownPlace(typedCity) : null,
    within,
    page,
    pages: found?.pagination.pages ?? 1,
    listings: [...samples.filter(isNear), ...(found?.items ?? [])].map(facts),
    counters: {
      available: statistics?.available ?? 0,
      yours: yours.length,
      petrol: statistics?.petrol ?? 0,
      electric: statistics?.electric ?? 0,
    },
    open: isOpenHere ? details(open, runtime.clock()) : null,
    isDeleting: isOpenHere && open.isMine && searchParams.get('confirm') === 'delete',
    hasFailed: found === null,
    isGone: openId !== null && !isOpenHere,
  };
}
