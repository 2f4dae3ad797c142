import type { Database } from '~db/connection';
import { getOfferDrawing, getOfferName, type Offer } from '../catalogue/vehicle';
import { findOffers } from '../catalogue/vehicle.queries.server';
import type { Drawing } from '../photos/drawing';
import { findModelByName } from '../listings/models.server';
import type { Actor } from '../shared/actor';
import { type Fit, getFit } from './seat-height';

/** A seat height in millimetres, and its source in words. */
type SeatHeight = { mm: number; source: string };

/** The seat height of an offer; for a listing, that of its model when new. Null if unknown. */
export function findSeatHeight(offer: Offer): SeatHeight | null {
  if (offer.kind === 'listing') {
    const { brand, model: name } = offer.listing;
    const mm = name === null ? null : (findModelByName(brand, name)?.figures?.seatHeightMm ?? null);
    return mm === null ? null : { mm, source: 'as its maker states of the model when new' };
  }
  const { seatHeightMm: mm, estimated, owner } = offer.vehicle;
  if (mm === null) return null;
  if (estimated.includes('seatHeightMm')) return { mm, source: 'an estimate' };
  return { mm, source: owner === null ? 'as its maker states' : 'as its seller states' };
}

/** A vehicle, and how the rider reaches the ground on it. */
export type FittedVehicle = {
  id: string;
  name: string;
  drawing: Drawing;
  seatHeight: SeatHeight | null;
  /** Null if the seat height is unknown. */
  fit: Fit | null;
};

/** How a rider reaches the ground on the vehicles and listings with these ids, without those that do not exist. */
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
