import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { paths } from '~/paths';
import { NewsList, UnconfirmedListings } from '~/ui/lists/account-lists';
import { pageMeta } from '~/ui/page/page-meta';
import { Pager } from '~/ui/page/pager';
import { ButtonLink } from '~/ui/primitives/button';
import { Grid } from '~/ui/vehicles/carousel';
import { CompareForm } from '~/ui/vehicles/compare-list';
import { ListingCard } from '~/ui/vehicles/listing-card';
import { VehicleCard } from '~/ui/vehicles/vehicle-card';
import { profileHandle } from '../profile-handle';
import { type EmptyListText, noneStat, OwnList } from '../own-list';
import type { loader, ViewedOffer } from './route.server';

export { loader } from './route.server';

export const handle = profileHandle;
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'My Listings', 'What you offer, and how often it was seen.');

const emptyText: EmptyListText = {
  title: 'Nothing for sale yet',
  hint: 'Your listings appear here, with everything you can do with them.',
  link: { text: 'Sell your vehicle', href: paths.sell() },
  picture: { drawing: 'commuter', colours: { body: '#1D3F94', accent: '#C9CED6' }, stat: noneStat },
};

function OwnVehicle({ vehicle, isHidden, hiddenReason, seen }: Extract<ViewedOffer, { of: 'vehicle' }>) {
  if (!isHidden) return <VehicleCard vehicle={vehicle} mark="Your Listing" seen={seen} />;
  return (
    <li className="card">
      <h3>{vehicle.name}</h3>
      <p className="note">{hiddenReason === null ? 'Hidden' : `Hidden: ${hiddenReason}`}</p>
    </li>
  );
}

export default function Listings() {
  const { listings, unconfirmed, news, page, pages } = useLoaderData<typeof loader>();
  return (
    <OwnList
      title="My Listings"
      emptyText={emptyText}
      isEmpty={listings.length + news.length === 0}
      action={<ButtonLink href={paths.ownVehicle()}>Offer a vehicle</ButtonLink>}
    >
      <UnconfirmedListings {...unconfirmed} back={paths.profileView('listings', { page })} />
      <NewsList news={news} of="listing" level="h2" />
      <h2 className="unseen">Vehicles</h2>
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
      <Pager page={page} pages={pages} getHref={(other) => paths.profileView('listings', { page: other })} />
    </OwnList>
  );
}
