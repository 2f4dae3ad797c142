import { paths } from '~/paths';
import { Grid } from './carousel';
import { ListingCard } from './listing-card';
import type { OfferCard } from './offer-list';
import { VehicleCard } from './vehicle-card';

export function OfferCards({ cards }: { cards: readonly OfferCard[] }) {
  return (
    <Grid>
      {cards.map((card) =>
        card.kind === 'vehicle' ? (
          <VehicleCard key={card.vehicle.id} vehicle={card.vehicle} km={card.km} />
        ) : (
          <ListingCard key={card.listing.id} listing={card.listing} href={paths.vehicle(card.listing.id)} />
        ),
      )}
    </Grid>
  );
}
