import { findAccessTokens } from '~/domain/accounts/access-tokens.server';
import type { Account } from '~/domain/accounts/account';
import { findAccount } from '~/domain/accounts/account.queries.server';
import { toListedAppointment } from '~/domain/appointments/appointment';
import { findAppointments, findUpcomingAppointments } from '~/domain/appointments/appointment.queries.server';
import {
  countRecoveryCodes,
  createAuthenticatorLink,
  generateAuthenticatorSecret,
} from '~/domain/accounts/authenticator.server';
import { findRecoveryState } from '~/domain/accounts/recovery-codes.server';
import { findSessions } from '~/domain/accounts/sessions.server';
import { findOwnBookings } from '~/domain/messages/booking.commands.server';
import { findBlockedSenders } from '~/domain/conversations/unwanted-messages.server';
import { getServiceName } from '~/domain/content/service-types.server';
import { findFavourites } from '~/domain/saved/favourites.server';
import { findInbox, findOffersInInbox } from '~/domain/conversations/inbox.queries.server';
import { findListingsOwnedBy } from '~/domain/listings/listing.queries.server';
import { findListingNews, findUnconfirmedListings } from '~/domain/listings/seller-notices.server';
import { findDeletedReviews, findReviewsOfUser } from '~/domain/reviews/review.queries.server';
import { requestsPerPage, toListedRequest } from '~/domain/services/service-request';
import { findServiceRequests } from '~/domain/services/service.commands.server';
import type { Actor, SignedInUser } from '~/domain/shared/actor';
import { toDay } from '~/domain/shared/dates';
import { cardsPerPage } from '~/domain/shared/pagination.server';
import { findVehiclesOfUser } from '~/domain/used-vehicles/used-vehicle.commands.server';
import { countRecentViews, formatViews } from '~/domain/listings/views.server';
import { getActor } from '~/http/actor.server';
import { generateIdempotencyKey, readUnfinishedForm } from '~/http/form-response.server';
import type { Runtime } from '~/http/runtime.server';
import { readPageNumber } from '~/http/url-params';
import { createQrShape } from '~/ui/drawings/qr-drawing.server';
import { createInboxEntries } from '~/ui/lists/inbox-rows.server';
import { toListingFacts } from '~/ui/vehicles/listing-card';
import {
  type Favourite,
  type OwnOffer,
  profileFormValues,
  profileParts,
  type ProfileScreen,
  type TwoStep,
  type TwoStepSetup,
} from './profile-screen';

function paginate<Item>(items: readonly Item[], page: number): { items: Item[]; page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(items.length / cardsPerPage));
  const shown = Math.min(page, pages);
  return { items: items.slice((shown - 1) * cardsPerPage, shown * cardsPerPage), page: shown, pages };
}

/** Favourites, vehicles and listings together, newest first. */
function loadFavourites(runtime: Runtime, user: SignedInUser, actor: Actor): Favourite[] {
  return findFavourites(runtime.db, user.id, actor).map((favourite) =>
    favourite.of === 'vehicle' ? favourite : { of: 'listing', listing: toListingFacts(favourite.listing) },
  );
}

/** The setup of two-step sign-in as the screen shows it, for a secret. */
export const createTwoStepSetup = (secret: string, email: string): TwoStepSetup => ({
  secret,
  code: createQrShape(createAuthenticatorLink(secret, email)),
});

function loadTwoStep({ db }: Pick<Runtime, 'db'>, { id, email }: Account): TwoStep {
  const codesLeft = countRecoveryCodes(db, id);
  return codesLeft === null
    ? { isOn: false, ...createTwoStepSetup(generateAuthenticatorSecret(), email) }
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
    const values = { ...profileFormValues(account), ...readUnfinishedForm(request, runtime) };
    return { view: 'edit', account, idempotencyKey: generateIdempotencyKey(), values };
  }
  const part = profileParts.find((one) => one === searchParams.get('show'));
  if (part === 'favourites') {
    const { items, ...pager } = paginate(loadFavourites(runtime, user, actor), readPageNumber(searchParams));
    return { view: part, account, favourites: items, ...pager };
  }
  if (part === 'listings') {
    const owned: OwnOffer[] = [
      ...findVehiclesOfUser(db, user.id),
      ...findListingsOwnedBy(db, actor).map(
        (listing) => ({ of: 'listing', listing: toListingFacts(listing) }) as const,
      ),
    ];
    const { items, ...pager } = paginate(owned, readPageNumber(searchParams));
    const getId = (offer: OwnOffer): string => (offer.of === 'listing' ? offer.listing.id : offer.vehicle.id);
    const views = countRecentViews(db, items.map(getId), clock());
    const listings = items.map((offer) => ({ ...offer, seen: formatViews(views.get(getId(offer)) ?? 0) }));
    // News is on the first page only, above the listings.
    const news = pager.page === 1 ? findListingNews(db, actor, clock()) : [];
    const unconfirmed = findUnconfirmedListings(db, actor, clock());
    return { view: part, account, listings, unconfirmed, news, ...pager };
  }
  if (part === 'bookings') {
    const page = readPageNumber(searchParams);
    const { items, pagination } = findServiceRequests(db, { userId: user.id, page, limit: requestsPerPage });
    const requests = items.map((one) => toListedRequest(one, getServiceName(one.serviceType)));
    // Vehicles and visits are on the first page only, below and above the services.
    const booked = page === 1 ? findOwnBookings(db, user.id) : [];
    const visits = page === 1 ? findAppointments(db, { userId: user.id, page, limit: maxVisits }).items : [];
    return {
      view: part,
      account,
      requests,
      page,
      pages: pagination.pages,
      booked,
      visits: visits.map((one) => toListedAppointment(one, toDay(clock()))),
    };
  }
  if (part === 'reviews') {
    const { items, pagination } = findReviewsOfUser(db, user.id, { page: readPageNumber(searchParams) });
    const news = pagination.page === 1 ? findDeletedReviews(db, user.id, clock()) : [];
    return { view: part, account, reviews: items, news, page: pagination.page, pages: pagination.pages };
  }
  if (part === 'blocked') {
    const { items, pagination } = findBlockedSenders(db, user.id, { page: readPageNumber(searchParams) });
    return { view: part, account, senders: items, page: pagination.page, pages: pagination.pages };
  }
  if (part === 'security') {
    return {
      view: part,
      account,
      sessions: findSessions(db, user, clock()),
      recovery: findRecoveryState(db, user.id),
      unfinished: readUnfinishedForm(request, runtime),
    };
  }
  if (part === 'two-step' && user.role === 'operator')
    return { view: part, account, twoStep: loadTwoStep(runtime, account) };
  if (part === 'tokens') {
    return {
      view: part,
      account,
      tokens: findAccessTokens(db, user.id, clock()),
      idempotencyKey: generateIdempotencyKey(),
    };
  }
  const unread = findInbox(db, actor, { filter: 'new', page: 1 }).items.slice(0, maxNews);
  return {
    view: 'overview',
    account,
    recovery: findRecoveryState(db, user.id),
    unconfirmed: findUnconfirmedListings(db, actor, clock()),
    news: {
      messages: createInboxEntries(unread, findOffersInInbox(db, unread), clock()),
      listings: findListingNews(db, actor, clock()).slice(0, maxNews),
      reviews: findDeletedReviews(db, user.id, clock()).slice(0, maxNews),
      visits: findUpcomingAppointments(db, user.id, clock()).map((one) => toListedAppointment(one, toDay(clock()))),
    },
  };
}

/** The view of the profile for a URL; null for a visitor. */
export function loadProfile(request: Request, runtime: Runtime): ProfileScreen | null {
  const { user } = getActor(request, runtime);
  const account = user && findAccount(runtime.db, user.id);
  return user && account ? loadPart(request, runtime, user, account) : null;
}
