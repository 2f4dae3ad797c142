import type { Database } from '~db/connection';
import { findOfferModel } from '../catalogue/offer-model.server';
import { getOfferDrawing, getOfferName, type Offer } from '../catalogue/vehicle';
import { findOffers } from '../catalogue/vehicle.queries.server';
import type { Drawing } from '../photos/drawing';
import { getSeatHeightMm } from '../listings/models.server';
import type { Actor } from '../shared/actor';
import { type Fit, getFit } from './seat-height';

/** A seat height in millimetres, and its source in words. */
type SeatHeight = { mm: number; source: string };

/** The seat height of an offer; of a second-hand one that does not state it, that of its model. Null if unknown. */
export function findSeatHeight(offer: Offer): SeatHeight | null {
  if (offer.kind === 'vehicle' && offer.vehicle.seatHeightMm !== null) {
    const { seatHeightMm: mm, estimated } = offer.vehicle;
    return { mm, source: estimated.includes('seatHeightMm') ? 'an estimate' : 'as its maker states' };
  }
  const model = findOfferModel(offer);
  const mm = model && getSeatHeightMm(model);
  return mm === null ? null : { mm, source: 'as its maker states of the model when new' };
}

export type FittedVehicle = {
  id: string;
  name: string;
  drawing: Drawing;
  seatHeight: SeatHeight | null;
  /** Null if the seat height is unknown. */
  fit: Fit | null;
};

export function findFits(db: Database, heightCm: number, ids: readonly string[], actor: Actor): FittedVehicle[] {
  return findOffers(db, ids, actor).map((offer) => {
    const seatHeight = findSeatHeight(offer);
    return {
      id: offer.kind === 'vehicle' ? offer.vehicle.id : offer.listing.id,
      name: getOfferName(offer),
      drawing: getOfferDrawing(offer),
      seatHeight,
      fit: seatHeight && getFit(seatHeight.mm, heightCm),
    };
  });
}
