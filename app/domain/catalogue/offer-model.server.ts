import { findModelByName } from '../listings/models.server';
import type { Offer } from './vehicle';

/** The model of a second-hand vehicle; null if it is unknown, or has another kind of engine. */
export function findOfferModel(offer: Offer): ReturnType<typeof findModelByName> {
  const { brand, name, fuel } =
    offer.kind === 'listing'
      ? { ...offer.listing, name: offer.listing.model, fuel: offer.listing.type }
      : { ...offer.vehicle, name: offer.vehicle.stock === 'used' ? offer.vehicle.name : null };
  const model = name === null ? null : findModelByName(brand, name);
  return model && (model.type === 'Electric') === (fuel === 'Electric') ? model : null;
}
