import { z } from 'zod';
import type { Database } from '~db/connection';
import { vehicleTypes } from '~db/enums';
import tripsFile from '~db/seed/trips.json';
import { type Offer, offerDrawing, offerName, offerType } from '../catalogue/vehicle';
import { findOffers } from '../catalogue/vehicle.queries.server';
import { goingOf } from '../compare/machine-rows';
import { energyPrices } from '../content/finance-content.server';
import type { Drawing } from '../drawings/drawing';
import { modelNamed } from '../listings/models.server';
import type { Actor } from '../shared/actor';
import { dayText } from '../shared/dates';
import { planTrip, type Trip, type TripMachine, type TripRoute, type TripTerms } from './trip';

const share = z.number().gt(0).max(1);
const text = z.string().min(1);

const tripsOfFile = z
  .object({
    meta: z.object({ asOf: z.string().regex(/^\d{4}-\d{2}$/) }),
    terms: z.object({
      shareBetweenStops: share,
      minutesAtPump: z.number().positive(),
      shareOfTopSpeed: share,
      typicalTankLitres: z.record(z.enum(vehicleTypes), z.number().positive()),
    }),
    routes: z
      .array(
        z
          .object({
            id: z.string().regex(/^[a-z]+-[a-z]+$/),
            from: text,
            to: text,
            via: text,
            averageKmph: z.number().positive(),
            towns: z.array(z.object({ name: text, km: z.number().nonnegative(), place: text.optional() })).min(2),
            note: text.nullable().default(null),
          })
          .transform(({ from, to, towns, ...route }) => ({
            ...route,
            name: `${from} to ${to}`,
            towns,
            km: towns.at(-1)?.km ?? 0,
          })),
      )
      .min(1),
  })
  .parse(tripsFile);

export const tripRoutes: readonly TripRoute[] = tripsOfFile.routes;

export const findTripRoute = (id: string | null): TripRoute | null => tripRoutes.find((one) => one.id === id) ?? null;

const { typicalTankLitres, ...sharedTerms } = tripsOfFile.terms;
const terms: TripTerms = { ...sharedTerms, prices: energyPrices };

const percentText = (part: number): string => `${Math.round(part * 100)}%`;

/** The assumptions of a trip, as sentences (docs/product.md, "Trips"). */
export const tripTerms = ({ averageKmph }: TripRoute): readonly string[] => [
  `Petrol at ₹${energyPrices.petrolPerLitre} and diesel at ₹${energyPrices.dieselPerLitre} a litre, electricity at ₹${energyPrices.electricityPerKwh} a kWh as at home, as of ${dayText(energyPrices.pricesAsOf)}; public chargers cost more.`,
  `It starts full, and stops when ${percentText(terms.shareBetweenStops)} of the tank or the charge is used. A stop for petrol takes ${terms.minutesAtPump} minutes; charging takes as long as its maker states for what the rest of the way needs.`,
  `It rides at ${averageKmph} km/h, the average of this route, but never faster than ${percentText(terms.shareOfTopSpeed)} of its top speed. Meals and nights are not counted.`,
  'Mileage and range are those that the maker or the seller states: with luggage, a pillion or at speed they are lower.',
];

/** A vehicle on a trip. */
export type TripVehicle = {
  id: string;
  name: string;
  drawing: Drawing;
  machine: TripMachine;
  /** What is calculated with, in words: '36 km/l as its maker states, tank of 13 litres'. */
  basis: string;
  /** Null where `basis` says what is missing. */
  trip: Trip | null;
};

/** Where a figure comes from: a seller states those of a listing, and of a used vehicle. */
const sourceOf = (offer: Offer): string =>
  offer.kind === 'listing' || offer.vehicle.owner !== null ? 'as its seller states' : 'as its maker states';

function figuresOf(offer: Offer): TripMachine & { isTankTypical: boolean } {
  const type = offerType(offer);
  if (offer.kind === 'vehicle') {
    const { vehicle } = offer;
    const isTankTypical = vehicle.fuel !== 'Electric' && vehicle.tankLitres === null;
    return { ...vehicle, tankLitres: isTankTypical ? typicalTankLitres[type] : vehicle.tankLitres, isTankTypical };
  }
  const { listing } = offer;
  const going = goingOf(listing);
  const model = listing.model === null ? null : modelNamed(listing.brand, listing.model);
  const tankLitres = model?.figures?.tankLitres ?? null;
  const isTankTypical = going.fuel !== 'Electric' && tankLitres === null;
  return {
    ...going,
    batteryKwh: going.batteryKwh ?? model?.batteryKwh ?? null,
    tankLitres: isTankTypical ? typicalTankLitres[type] : tankLitres,
    chargeHours: null,
    topSpeedKmph: listing.topSpeed,
    isTankTypical,
  };
}

function basisOf(offer: Offer, machine: ReturnType<typeof figuresOf>): string {
  const type = offerType(offer);
  const estimated = offer.kind === 'vehicle' ? offer.vehicle.estimated : [];
  const source = sourceOf(offer);
  if (machine.fuel === 'Electric') {
    if (!machine.rangeKm) return 'Its range is not known, so nothing can be calculated.';
    const range = `${machine.rangeKm} km a charge, ${estimated.includes('rangeKm') ? 'an estimate' : source}`;
    return [
      range,
      machine.batteryKwh === null ? 'battery capacity not known' : `battery of ${machine.batteryKwh} kWh`,
      machine.chargeHours === null ? 'charging time not known' : `charged in ${machine.chargeHours} hours`,
    ].join('; ');
  }
  if (!machine.mileageKmpl) return 'Its mileage is not known, so nothing can be calculated.';
  const mileage = `${machine.mileageKmpl} km/l, ${estimated.includes('mileageKmpl') ? 'an estimate' : source}`;
  const tank = `tank of ${machine.tankLitres} litres`;
  return `${mileage}; ${machine.isTankTypical ? `${tank}, typical of ${type === 'Bike' ? 'bikes' : 'scooters'}: its own is not known` : tank}`;
}

/** The vehicles and listings with these ids on a route; leaves out those that do not exist. */
export function tripsOf(db: Database, route: TripRoute, ids: readonly string[], actor: Actor): TripVehicle[] {
  return findOffers(db, ids, actor).map((offer) => {
    const { id } = offer.kind === 'vehicle' ? offer.vehicle : offer.listing;
    const machine = figuresOf(offer);
    return {
      id,
      name: offerName(offer),
      drawing: offerDrawing(offer),
      machine,
      basis: basisOf(offer, machine),
      trip: planTrip(route, machine, terms),
    };
  });
}
