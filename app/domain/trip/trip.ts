import { calculateEnergyCost, type Consumption, type EnergyPrices } from '../finance/energy-cost';
import { formatCount } from '../shared/money';

/** A town on a route, with its kilometres from the start. */
export type RouteTown = { name: string; km: number };

export type TripRoute = {
  id: string;
  name: string;
  via: string;
  km: number;
  /** Average speed of an unhurried rider, without breaks. */
  averageKmph: number;
  towns: readonly RouteTown[];
  note: string | null;
};

export type TripTerms = {
  prices: EnergyPrices;
  shareBetweenStops: number;
  minutesAtPump: number;
  /** No vehicle is ridden faster than this share of its top speed. */
  shareOfTopSpeed: number;
};

/** The figures of a vehicle on which a trip depends; null if unknown. */
export type TripFigures = Consumption & {
  tankLitres: number | null;
  chargeHours: number | null;
  topSpeedKmph: number | null;
};

export type TripStop = { km: number; near: string };

export type Trip = {
  kmBetweenStops: number;
  stopCount: number;
  /** Empty if there are too many to draw. */
  stops: TripStop[];
  /** Cost of fuel or electricity in whole rupees; null if the battery is unknown. */
  rupees: number | null;
  ridingHours: number;
  /** Hours at pumps or chargers; null if the charging time is unknown. */
  stopHours: number | null;
};

const isElectric = ({ fuel }: TripFigures): boolean => fuel === 'Electric';

/** Kilometres on a full tank or charge; null if unknown. */
function getFullRange(figures: TripFigures): number | null {
  if (isElectric(figures)) return figures.rangeKm || null;
  return figures.mileageKmpl && figures.tankLitres ? figures.mileageKmpl * figures.tankLitres : null;
}

function findNearestTown(towns: readonly RouteTown[], km: number): string {
  const [nearest] = [...towns].sort((one, other) => Math.abs(one.km - km) - Math.abs(other.km - km));
  return nearest?.name ?? '';
}

const maxStops = 60;

/** At a charger at most the share that was used is charged. @returns null if the figures are unknown */
export function planTrip({ km, averageKmph, towns }: TripRoute, figures: TripFigures, terms: TripTerms): Trip | null {
  const range = getFullRange(figures);
  if (range === null) return null;
  const kmBetweenStops = range * terms.shareBetweenStops;
  const stopCount = Math.max(0, Math.ceil(km / kmBetweenStops) - 1);
  const stops = Array.from({ length: stopCount > maxStops ? 0 : stopCount }, (_, at) => {
    const stopKm = Math.round((at + 1) * kmBetweenStops);
    return { km: stopKm, near: findNearestTown(towns, stopKm) };
  });
  const topSpeed = figures.topSpeedKmph ? figures.topSpeedKmph * terms.shareOfTopSpeed : averageKmph;
  const charging = figures.chargeHours === null ? null : (figures.chargeHours * (km - kmBetweenStops)) / range;
  return {
    kmBetweenStops: Math.floor(kmBetweenStops),
    stopCount,
    stops,
    rupees: calculateEnergyCost(km, figures, terms.prices),
    ridingHours: km / Math.min(averageKmph, topSpeed),
    stopHours: stopCount === 0 ? 0 : isElectric(figures) ? charging : (stopCount * terms.minutesAtPump) / 60,
  };
}

/** Total duration in hours; null if the charging time is unknown. */
export const sumHours = ({ ridingHours, stopHours }: Trip): number | null =>
  stopHours === null ? null : ridingHours + stopHours;

/** Formats a duration in steps of ten minutes, from 24 hours in whole hours: '9 h 20 min'. */
export function formatHours(hours: number): string {
  if (hours >= 24) return `${formatCount(hours)} h`;
  const tens = Math.max(1, Math.round(hours * 6));
  const [whole, minutes] = [Math.floor(tens / 6), (tens % 6) * 10];
  if (whole === 0) return `${minutes} min`;
  return minutes === 0 ? `${whole} h` : `${whole} h ${minutes} min`;
}

const maxListedStops = 4;
const listFormat = new Intl.ListFormat('en-IN', { style: 'long', type: 'conjunction' });

/** 'Fill up at about 280 km (near Belagavi).' */
export function formatStops({ stopCount, stops, kmBetweenStops }: Trip, fuel: TripFigures['fuel']): string {
  const verb = fuel === 'Electric' ? 'Charge' : 'Fill up';
  if (stopCount === 0) return fuel === 'Electric' ? 'One full charge lasts.' : 'One full tank lasts.';
  if (stopCount > maxListedStops) return `${verb} about every ${formatCount(Math.max(1, kmBetweenStops))} km.`;
  return `${verb} at about ${listFormat.format(stops.map(({ km, near }) => `${formatCount(km)} km (near ${near})`))}.`;
}
