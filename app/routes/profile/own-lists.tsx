import type { ReactNode } from 'react';
import { formatDate } from '~/domain/shared/dates';
import type { ListedAppointment } from '~/domain/appointments/appointment';
import type { OwnBooking } from '~/domain/messages/booking.commands.server';
import type { BlockedSender } from '~/domain/conversations/conversation';
import type { News } from '~/domain/moderation/moderation';
import { toReference } from '~/domain/messages/message';
import type { StoredReview } from '~/domain/reviews/review';
import type { ListedRequest } from '~/domain/services/service-request';
import { paths } from '~/paths';
import { AppointmentList, NewsList, ServiceRequestList, UnconfirmedListings } from '~/ui/lists/account-lists';
import { formatLabel } from '~/ui/forms/field';
import { EmptyState, type PosterPicture } from '~/ui/page/empty-state';
import { Excerpt } from '~/ui/page/text-blocks';
import { PageHead } from '~/ui/page/page-head';
import { Pager } from '~/ui/page/pager';
import { Button, ButtonLink } from '~/ui/primitives/button';
import { CompareForm } from '~/ui/vehicles/compare-list';
import { Grid } from '~/ui/vehicles/carousel';
import { ListingCard } from '~/ui/vehicles/listing-card';
import { OfferRows } from '~/ui/vehicles/offer-list';
import { Stars } from '~/ui/primitives/stars';
import { VehicleCard } from '~/ui/vehicles/vehicle-card';
import type { Favourite, ProfilePart, ViewedOffer, Unconfirmed } from './profile-screen';

const backLink = { text: 'My Profile', href: paths.profile() };

type EmptyListText = { title: string; hint: string; link: { text: string; href: string }; picture: PosterPicture };

const noneStat = { name: 'So far', value: '0' };
const emptyLists = {
  favourites: {
    title: 'Nothing saved yet',
    hint: 'Press the heart on a vehicle, and it is saved here.',
    link: { text: 'Browse all', href: paths.browse() },
    picture: { drawing: 'retro', colours: { body: '#8E1B1F', accent: '#E8D9B5' }, stat: noneStat },
  },
  listings: {
    title: 'Nothing for sale yet',
    hint: 'Your listings appear here, with everything you can do with them.',
    link: { text: 'Sell yours', href: paths.sell() },
    picture: { drawing: 'commuter', colours: { body: '#1D3F94', accent: '#C9CED6' }, stat: noneStat },
  },
  bookings: {
    title: 'Nothing booked yet',
    hint: 'Your bookings appear here, with their status.',
    link: { text: 'Book a Service', href: paths.service() },
    picture: { drawing: 'scooter-classic', colours: { body: '#A9CDBB', accent: '#5E6469' }, stat: noneStat },
  },
  blocked: {
    title: 'No blocked senders',
    hint: 'Senders you block in a conversation appear here, until you unblock them.',
    link: { text: 'Messages', href: paths.messages() },
    picture: { drawing: 'moped', colours: { body: '#27476E', accent: '#D9C27A' }, stat: noneStat },
  },
  reviews: {
    title: 'No reviews yet',
    hint: 'Review a vehicle on its own screen, and your review appears here too.',
    link: { text: 'Browse all', href: paths.browse() },
    picture: { drawing: 'cruiser', colours: { body: '#5B6B4A', accent: '#D8C79C' }, stat: noneStat },
  },
} as const satisfies Record<Exclude<ProfilePart, 'security' | 'two-step' | 'tokens'>, EmptyListText>;

type OwnListProps = {
  title: string;
  of: keyof typeof emptyLists;
  isEmpty: boolean;
  /** Link to the rest of the list. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A list of the user's items, or advice when it is empty. */
function OwnList({ title, of, isEmpty, actions, children }: OwnListProps) {
  const { title: emptyTitle, hint, link, picture } = emptyLists[of];
  return (
    <>
      <PageHead title={title} back={backLink} actions={actions} />
      <section aria-label={title}>
        {isEmpty ? (
          <EmptyState level="h2" title={emptyTitle} hint={hint} picture={picture}>
            <ButtonLink kind="primary" href={link.href}>
              {link.text}
            </ButtonLink>
          </EmptyState>
        ) : (
          children
        )}
      </section>
    </>
  );
}

type Paged = { page: number; pages: number };

export function FavouritesView({ favourites, page, pages }: Paged & { favourites: Favourite[] }) {
  return (
    <OwnList title="My Favorites" of="favourites" isEmpty={favourites.length === 0}>
      <h2 className="visually-hidden">Vehicles</h2>
      <CompareForm>
        <OfferRows
          cards={favourites.map((favourite) =>
            favourite.of === 'vehicle'
              ? { kind: 'vehicle', vehicle: favourite.vehicle, km: null }
              : { kind: 'listing', listing: favourite.listing },
          )}
        />
      </CompareForm>
      <Pager page={page} pages={pages} getHref={(other) => paths.profile({ show: 'favourites', page: other })} />
    </OwnList>
  );
}

/** A used vehicle of the user; a hidden one is not linked. */
function OwnVehicle({ vehicle, isHidden, hiddenReason, seen }: Extract<ViewedOffer, { of: 'vehicle' }>) {
  if (!isHidden) return <VehicleCard vehicle={vehicle} mark="Your Listing" seen={seen} />;
  return (
    <li className="vehicle-card">
      <h3>{vehicle.name}</h3>
      <p className="note">{hiddenReason === null ? 'Hidden' : `Hidden: ${hiddenReason}`}</p>
    </li>
  );
}

type ListingsViewProps = Paged & { listings: ViewedOffer[]; unconfirmed: Unconfirmed; news: News[] };

export function ListingsView({ listings, unconfirmed, news, page, pages }: ListingsViewProps) {
  return (
    <OwnList
      title="My Listings"
      of="listings"
      isEmpty={listings.length + news.length === 0}
      actions={<ButtonLink href={paths.ownVehicle()}>Offer a used vehicle</ButtonLink>}
    >
      <UnconfirmedListings {...unconfirmed} back={paths.profile({ show: 'listings', page })} />
      <NewsList news={news} of="listing" level="h2" />
      <h2 className="visually-hidden">Vehicles</h2>
      <CompareForm>
        <Grid>
          {listings.map((offer) =>
            offer.of === 'vehicle' ? (
              <OwnVehicle key={offer.vehicle.id} {...offer} />
            ) : (
              <ListingCard
                key={offer.listing.id}
                listing={offer.listing}
                href={paths.listing(offer.listing.kind, offer.listing.id)}
                seen={offer.seen}
              />
            ),
          )}
        </Grid>
      </CompareForm>
      <Pager page={page} pages={pages} getHref={(other) => paths.profile({ show: 'listings', page: other })} />
    </OwnList>
  );
}

type BookingsViewProps = Paged & {
  requests: ListedRequest[];
  booked: OwnBooking[];
  visits: ListedAppointment[];
};

/** Visits, and bookings of services and vehicles, each with its status. */
export function BookingsView({ requests, booked, visits, page, pages }: BookingsViewProps) {
  return (
    <OwnList title="My Bookings" of="bookings" isEmpty={requests.length + booked.length + visits.length === 0}>
      {visits.length > 0 && (
        <>
          <h2>Visits</h2>
          <AppointmentList appointments={visits} />
        </>
      )}
      {requests.length > 0 && (
        <>
          <h2>Services</h2>
          <ServiceRequestList requests={requests} />
          <Pager page={page} pages={pages} getHref={(other) => paths.profile({ show: 'bookings', page: other })} />
        </>
      )}
      {booked.length > 0 && (
        <>
          <h2>Vehicles</h2>
          <ul className="own-items">
            {booked.map(({ id, vehicleId, subject, status, createdAt }) => (
              <li key={id}>
                <h3>{vehicleId ? <a href={paths.vehicle(vehicleId)}>{subject}</a> : subject}</h3>
                <span className="chip">{formatLabel(status)}</span>
                <p className="note">{`Asked on ${formatDate(createdAt)}, reference ${toReference(id)}`}</p>
                <a className="action-link" href={paths.conversation({ id })}>
                  Messages<span className="visually-hidden"> about {subject}</span>
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </OwnList>
  );
}

type BlockedViewProps = Paged & { senders: BlockedSender[] };

/** Senders that the user blocked, each with a button to unblock it. */
export function BlockedView({ senders, page, pages }: BlockedViewProps) {
  return (
    <OwnList title="Blocked senders" of="blocked" isEmpty={senders.length === 0}>
      <form method="post" action={paths.profile({ show: 'blocked' })}>
        <input type="hidden" name="intent" value="unblock" />
        <ul className="own-items">
          {senders.map(({ id, name, createdAt }) => (
            <li key={id}>
              <h2>{name}</h2>
              <Button name="sender" value={id}>
                Unblock<span className="visually-hidden">{` ${name}`}</span>
              </Button>
              <p className="note">{`Blocked on ${formatDate(createdAt)}`}</p>
            </li>
          ))}
        </ul>
      </form>
      <Pager page={page} pages={pages} getHref={(other) => paths.profile({ show: 'blocked', page: other })} />
    </OwnList>
  );
}

type ReviewsViewProps = Paged & { reviews: StoredReview[]; news: News[] };

export function ReviewsView({ reviews, news, page, pages }: ReviewsViewProps) {
  return (
    <OwnList title="My Reviews" of="reviews" isEmpty={reviews.length + news.length === 0}>
      <NewsList news={news} of="review" level="h2" />
      <ul className="own-items">
        {reviews.map(({ id, vehicleId, vehicleName, rating, title, comment, isHidden, hiddenReason, createdAt }) => (
          <li key={id}>
            <h2>
              <a href={paths.vehicle(vehicleId, {}, 'reviews')}>{vehicleName}</a>
            </h2>
            <Stars rating={rating} />
            {title && (
              <p>
                <b>{title}</b>
              </p>
            )}
            <Excerpt
              text={comment}
              href={paths.vehicle(vehicleId, { read: id }, 'reviews')}
              of={`your review of ${vehicleName}`}
            />
            <p className="note">
              {formatDate(createdAt)}
              {isHidden && (hiddenReason ? ` · Hidden: ${hiddenReason}` : ' · Hidden')}
            </p>
          </li>
        ))}
      </ul>
      <Pager page={page} pages={pages} getHref={(other) => paths.profile({ show: 'reviews', page: other })} />
    </OwnList>
  );
}
