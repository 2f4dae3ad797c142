import { z } from 'zod';
import type { Database } from '~db/connection';
import { vehicleTypes } from '~db/enums';
import tripsFile from '~db/seed/trips.json';
import { findOfferModel } from '../catalogue/offer-model.server';
import { getOfferDrawing, getOfferName, getOfferType, type Offer } from '../catalogue/vehicle';
import { findOffers } from '../catalogue/vehicle.queries.server';
import { readEnergyPrices } from '../content/finance-content.server';
import { getListingConsumption } from '../finance/energy-cost';
import type { Drawing } from '../photos/drawing';
import type { Actor } from '../shared/actor';
import { formatDay } from '../shared/dates';
import { planTrip, type Trip, type TripFigures, type TripRoute } from './trip';

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

export const findTripRoute = (id: string | null): TripRoute | null =>
  tripRoutes.find((route) => route.id === id) ?? null;

const { typicalTankLitres, ...sharedTerms } = tripsOfFile.terms;

const formatPercent = (part: number): string => `${Math.round(part * 100)}%`;

/** The assumptions of a trip, as sentences (docs/product.md, "Trips"). */
export function formatTripTerms(db: Database, { averageKmph }: TripRoute): readonly string[] {
  const energyPrices = readEnergyPrices(db);
  return [
    `Petrol at ₹${energyPrices.petrolPerLitre} and diesel at ₹${energyPrices.dieselPerLitre} a litre, electricity at ₹${energyPrices.electricityPerKwh} a kWh as at home, as of ${formatDay(energyPrices.pricesAsOf)}; public chargers cost more.`,
    `It starts full, and stops when ${formatPercent(sharedTerms.shareBetweenStops)} of the tank or the charge is used. A stop for petrol takes ${sharedTerms.minutesAtPump} minutes; charging takes as long as its maker states for what the rest of the way needs.`,
    `It rides at ${averageKmph} km/h, the average of this route, but never faster than ${formatPercent(sharedTerms.shareOfTopSpeed)} of its top speed. Meals and nights are not counted.`,
    'Mileage and range are those that the maker or the seller states: with luggage, a pillion or at speed they are lower.',
  ];
}

export type TripVehicle = {
  id: string;
  name: string;
  drawing: Drawing;
  figures: TripFigures;
  /** The figures in words: '36 km/l as its maker states, tank of 13 litres'; or which one is missing. */
  basis: string;
  /** Null if a figure is missing. */
  trip: Trip | null;
};

const formatSource = (offer: Offer): string =>
  offer.kind === 'listing' || offer.vehicle.owner !== null ? 'as its seller states' : 'as its maker states';

function getFigures(offer: Offer): TripFigures & { isTankTypical: boolean } {
  const type = getOfferType(offer);
  const model = findOfferModel(offer);
  const stated: TripFigures =
    offer.kind === 'vehicle'
      ? offer.vehicle
      : {
          ...getListingConsumption(offer.listing),
          tankLitres: null,
          chargeHours: null,
          topSpeedKmph: offer.listing.topSpeed,
        };
  const tankLitres = stated.tankLitres ?? model?.figures?.tankLitres ?? null;
  const isTankTypical = stated.fuel !== 'Electric' && tankLitres === null;
  return {
    ...stated,
    batteryKwh: stated.batteryKwh ?? model?.batteryKwh ?? null,
    tankLitres: isTankTypical ? typicalTankLitres[type] : tankLitres,
    isTankTypical,
  };
}

function formatBasis(offer: Offer, figures: ReturnType<typeof getFigures>): string {
  const type = getOfferType(offer);
  const estimated = offer.kind === 'vehicle' ? offer.vehicle.estimated : [];
  const source = formatSource(offer);
  if (figures.fuel === 'Electric') {
    if (!figures.rangeKm) return 'Its range is not known, so nothing can be calculated.';
    const range = `${figures.rangeKm} km a charge, ${estimated.includes('rangeKm') ? 'an estimate' : source}`;
    return [
      range,
      figures.batteryKwh === null ? 'battery capacity not known' : `battery of ${figures.batteryKwh} kWh`,
      figures.chargeHours === null ? 'charging time not known' : `charged in ${figures.chargeHours} hours`,
    ].join('; ');
  }
  if (!figures.mileageKmpl) return 'Its mileage is not known, so nothing can be calculated.';
  const mileage = `${figures.mileageKmpl} km/l, ${estimated.includes('mileageKmpl') ? 'an estimate' : source}`;
  const tank = `tank of ${figures.tankLitres} litres`;
  return `${mileage}; ${figures.isTankTypical ? `${tank}, typical of ${type === 'Bike' ? 'bikes' : 'scooters'}: its own is not known` : tank}`;
}

export function planTrips(db: Database, route: TripRoute, ids: readonly string[], actor: Actor): TripVehicle[] {
  return findOffers(db, ids, actor).map((offer) => {
    const { id } = offer.kind === 'vehicle' ? offer.vehicle : offer.listing;
    const figures = getFigures(offer);
    return {
      id,
      name: getOfferName(offer),
      drawing: getOfferDrawing(offer),
      figures,
      basis: formatBasis(offer, figures),
      trip: planTrip(route, figures, { ...sharedTerms, prices: readEnergyPrices(db) }),
    };
  });
}
