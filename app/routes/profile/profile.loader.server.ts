import { accessTokensOf } from '~/domain/accounts/access-tokens.server';
import type { Account } from '~/domain/accounts/account';
import { findAccount } from '~/domain/accounts/accounts.server';
import { listedAppointment } from '~/domain/appointments/appointment';
import { upcomingAppointments, findAppointments } from '~/domain/appointments/appointment.queries.server';
import { newAuthenticatorSecret, recoveryCodesLeft } from '~/domain/accounts/authenticator.server';
import { recoveryStateOf } from '~/domain/accounts/recovery-codes.server';
import { sessionsOf } from '~/domain/accounts/sessions.server';
import { ownBookings } from '~/domain/messages/booking.commands.server';
import { blockedSendersOf } from '~/domain/conversations/unwanted-messages.server';
import { nameOfService } from '~/domain/content/screen-content.server';
import { favouritesOf } from '~/domain/saved/favourites.server';
import { inboxOf, offersInInbox } from '~/domain/conversations/inbox.queries.server';
import { listingsOwnedBy } from '~/domain/listings/listing.queries.server';
import { listingNewsFor, unconfirmedListings } from '~/domain/listings/seller-notices.server';
import { deletedReviewsOf, reviewsOfUser } from '~/domain/reviews/review.queries.server';
import { listedRequest, requestsPerPage } from '~/domain/services/service-request';
import { findServiceRequests } from '~/domain/services/service.commands.server';
import type { Actor, SignedInUser } from '~/domain/shared/actor';
import { dayOf } from '~/domain/shared/dates';
import { cardsPerPage } from '~/domain/shared/pagination.server';
import { vehiclesOfUser } from '~/domain/used-vehicles/used-vehicle.commands.server';
import { recentViews, viewsText } from '~/domain/listings/views.server';
import { getActor } from '~/http/cookies.server';
import { newIdempotencyKey, unfinishedFormOf } from '~/http/form-response.server';
import type { Runtime } from '~/http/runtime.server';
import { pageNumber } from '~/http/search-params';
import { createInboxEntries } from '~/ui/lists/inbox-rows.server';
import { toListingFacts } from '~/ui/vehicles/listing-card';
import {
  type Favourite,
  type OwnOffer,
  profileFormValues,
  profileParts,
  type ProfileScreen,
  type TwoStep,
} from './profile-screen';
import { createTwoStepSetup } from './profile.action.server';

function paginate<Item>(items: readonly Item[], page: number): { items: Item[]; page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(items.length / cardsPerPage));
  const shown = Math.min(page, pages);
  return { items: items.slice((shown - 1) * cardsPerPage, shown * cardsPerPage), page: shown, pages };
}

/** Favourites, vehicles and listings together, newest first. */
function loadFavourites(runtime: Runtime, user: SignedInUser, actor: Actor): Favourite[] {
  return favouritesOf(runtime.db, user.id, actor).map((favourite) =>
    favourite.of === 'vehicle' ? favourite : { of: 'listing', listing: toListingFacts(favourite.listing) },
  );
}

function loadTwoStep({ db }: Pick<Runtime, 'db'>, { id, email }: Account): TwoStep {
  const codesLeft = recoveryCodesLeft(db, id);
  return codesLeft === null
    ? { isOn: false, ...createTwoStepSetup(newAuthenticatorSecret(), email) }
    : { isOn: true, codesLeft };
}

/** Maximum number of news items of each kind above the profile. */
const maxNews = 3;

/** Maximum number of visits shown at once. */
const maxVisits = 20;

function loadPart(request: Request, runtime: Runtime, user: SignedInUser, account: Account): ProfileScreen {
  const { searchParams } = new URL(request.url);
  const { db, clock } = runtime;
  const actor = getActor(request, runtime);
  if (searchParams.has('edit')) {
    const values = { ...profileFormValues(account), ...unfinishedFormOf(request, runtime) };
    return { view: 'edit', account, idempotencyKey: newIdempotencyKey(), values };
  }
  const part = profileParts.find((one) => one === searchParams.get('show'));
  if (part === 'favourites') {
    const { items, ...pager } = paginate(loadFavourites(runtime, user, actor), pageNumber(searchParams));
    return { view: part, account, favourites: items, ...pager };
  }
  if (part === 'listings') {
    const owned: OwnOffer[] = [
      ...vehiclesOfUser(db, user.id),
      ...listingsOwnedBy(db, actor).map((listing) => ({ of: 'listing', listing: toListingFacts(listing) }) as const),
    ];
    const { items, ...pager } = paginate(owned, pageNumber(searchParams));
    const getId = (offer: OwnOffer): string => (offer.of === 'listing' ? offer.listing.id : offer.vehicle.id);
    const views = recentViews(db, items.map(getId), clock());
    const listings = items.map((offer) => ({ ...offer, seen: viewsText(views.get(getId(offer)) ?? 0) }));
    // News is on the first page only, above the listings.
    const news = pager.page === 1 ? listingNewsFor(db, actor, clock()) : [];
    const unconfirmed = unconfirmedListings(db, actor, clock());
    return { view: part, account, listings, unconfirmed, news, ...pager };
  }
  if (part === 'bookings') {
    const page = pageNumber(searchParams);
    const { items, pagination } = findServiceRequests(db, { userId: user.id, page, limit: requestsPerPage });
    const requests = items.map((one) => listedRequest(one, nameOfService(one.serviceType)));
    // Vehicles and visits are on the first page only, below and above the services.
    const booked = page === 1 ? ownBookings(db, user.id) : [];
    const visits = page === 1 ? findAppointments(db, { userId: user.id, page, limit: maxVisits }).items : [];
    return {
      view: part,
      account,
      requests,
      page,
      pages: pagination.pages,
      booked,
      visits: visits.map((one) => listedAppointment(one, dayOf(clock()))),
    };
  }
  if (part === 'reviews') {
    const { items, pagination } = reviewsOfUser(db, user.id, { page: pageNumber(searchParams) });
    const news = pagination.page === 1 ? deletedReviewsOf(db, user.id, clock()) : [];
    return { view: part, account, reviews: items, news, page: pagination.page, pages: pagination.pages };
  }
  if (part === 'blocked') {
    const { items, pagination } = blockedSendersOf(db, user.id, { page: pageNumber(searchParams) });
    return { view: part, account, senders: items, page: pagination.page, pages: pagination.pages };
  }
  if (part === 'security') {
    return { view: part, account, sessions: sessionsOf(db, user, clock()), recovery: recoveryStateOf(db, user.id) };
  }
  if (part === 'two-step' && user.role === 'operator')
    return { view: part, account, twoStep: loadTwoStep(runtime, account) };
  if (part === 'tokens') {
    return { view: part, account, tokens: accessTokensOf(db, user.id, clock()), idempotencyKey: newIdempotencyKey() };
  }
  const unread = inboxOf(db, actor, { filter: 'new', page: 1 }).items.slice(0, maxNews);
  return {
    view: 'overview',
    account,
    recovery: recoveryStateOf(db, user.id),
    unconfirmed: unconfirmedListings(db, actor, clock()),
    news: {
      messages: createInboxEntries(unread, offersInInbox(db, unread), clock()),
      listings: listingNewsFor(db, actor, clock()).slice(0, maxNews),
      reviews: deletedReviewsOf(db, user.id, clock()).slice(0, maxNews),
      visits: upcomingAppointments(db, user.id, clock()).map((one) => listedAppointment(one, dayOf(clock()))),
    },
  };
}

/** The view of the profile for a URL; null for a visitor. */
export function loadProfile(request: Request, runtime: Runtime): ProfileScreen | null {
  const { user } = getActor(request, runtime);
  const account = user && findAccount(runtime.db, user.id);
  return user && account ? loadPart(request, runtime, user, account) : null;
}
