import type { ShownOffer } from '~/domain/browse/found-offers.server';
import type { VehicleSummary } from '~/domain/catalogue/vehicle';
import { paths } from '~/paths';
import type { ListingKind } from '~db/enums';
import { Grid } from './carousel';
import { ListingCard, type ListingFacts, listingFacts } from './listing-card';
import { VehicleCard } from './vehicle-card';

/** A vehicle of the catalogue or a listing, as its card shows it. */
export type OfferCard =
  | { kind: 'vehicle'; vehicle: VehicleSummary; km: number | null }
  | { kind: 'listing'; listing: ListingFacts & { kind: ListingKind } };

export const offerCard = (offer: ShownOffer): OfferCard =>
  offer.kind === 'vehicle'
    ? { kind: offer.kind, vehicle: offer.vehicle, km: offer.km }
    : { kind: offer.kind, listing: { ...listingFacts(offer.listing), km: offer.km } };

/** Offers of any kind in one list. */
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
