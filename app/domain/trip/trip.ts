import { energyCost, type EnergyPrices, type Going } from '../finance/energy-cost';
import { countText } from '../shared/money';

/** A town on a route, with its kilometres from the start. */
export type RouteTown = { name: string; km: number };

/** A road from one city to another, with real distances. */
export type TripRoute = {
  id: string;
  /** 'Pune to Goa' */
  name: string;
  /** The roads it takes. */
  via: string;
  km: number;
  /** Of a rider who does not hurry, with stops for tea left out. */
  averageKmph: number;
  /** From the first to the last. */
  towns: readonly RouteTown[];
  /** What riders have to know of it, as sentences. */
  note: string | null;
};

/** What all trips are calculated with. */
export type TripTerms = {
  prices: EnergyPrices;
  /** Of the tank or the charge; the rest is a reserve. */
  shareBetweenStops: number;
  minutesAtPump: number;
  /** No vehicle is ridden faster than this share of its top speed. */
  shareOfTopSpeed: number;
};

/** What a trip depends on; null where a figure is not known. */
export type TripMachine = Going & {
  tankLitres: number | null;
  chargeHours: number | null;
  topSpeedKmph: number | null;
};

export type TripStop = { km: number /** The nearest town. */; near: string };

export type Trip = {
  /** Kilometres that the shared part of the tank or the charge lasts. */
  kmBetweenStops: number;
  stopCount: number;
  /** Empty where there are too many to be drawn one by one. */
  stops: TripStop[];
  /** Whole rupees for fuel or electricity; null where the battery is not known. */
  rupees: number | null;
  ridingHours: number;
  /** Hours at pumps or chargers; null where charging takes a time that is not known. */
  stopHours: number | null;
};

const isElectric = ({ fuel }: TripMachine): boolean => fuel === 'Electric';

/** Kilometres on a full tank or charge; null where they are not known. */
function reachOf(machine: TripMachine): number | null {
  if (isElectric(machine)) return machine.rangeKm || null;
  return machine.mileageKmpl && machine.tankLitres ? machine.mileageKmpl * machine.tankLitres : null;
}

function nearestTown(towns: readonly RouteTown[], km: number): string {
  const [nearest] = [...towns].sort((one, other) => Math.abs(one.km - km) - Math.abs(other.km - km));
  return nearest?.name ?? '';
}

/** Maximum number of stops that are drawn one by one. */
const mostStops = 60;

/**
 * Stops, cost and time of a vehicle on a route (docs/product.md, "Trips"). It starts full. At a pump the tank is filled;
 * at a charger as much is charged as the rest of the way needs, at most the share that was used.
 *
 * @returns null where mileage and tank, or the range, are not known
 */
export function planTrip({ km, averageKmph, towns }: TripRoute, machine: TripMachine, terms: TripTerms): Trip | null {
  const reach = reachOf(machine);
  if (reach === null) return null;
  const kmBetweenStops = reach * terms.shareBetweenStops;
  const stopCount = Math.max(0, Math.ceil(km / kmBetweenStops) - 1);
  const stops = Array.from({ length: stopCount > mostStops ? 0 : stopCount }, (_, at) => {
    const stopKm = Math.round((at + 1) * kmBetweenStops);
    return { km: stopKm, near: nearestTown(towns, stopKm) };
  });
  const topSpeed = machine.topSpeedKmph ? machine.topSpeedKmph * terms.shareOfTopSpeed : averageKmph;
  const charging = machine.chargeHours === null ? null : (machine.chargeHours * (km - kmBetweenStops)) / reach;
  return {
    kmBetweenStops: Math.floor(kmBetweenStops),
    stopCount,
    stops,
    rupees: energyCost(km, machine, terms.prices),
    ridingHours: km / Math.min(averageKmph, topSpeed),
    stopHours: stopCount === 0 ? 0 : isElectric(machine) ? charging : (stopCount * terms.minutesAtPump) / 60,
  };
}

/** Hours altogether; null where those at chargers are not known. */
export const hoursOf = ({ ridingHours, stopHours }: Trip): number | null =>
  stopHours === null ? null : ridingHours + stopHours;

/** '9 h 20 min', in steps of ten minutes; whole hours from a day on. */
export function hoursText(hours: number): string {
  if (hours >= 24) return `${countText(hours)} h`;
  const tens = Math.max(1, Math.round(hours * 6));
  const [whole, minutes] = [Math.floor(tens / 6), (tens % 6) * 10];
  if (whole === 0) return `${minutes} min`;
  return minutes === 0 ? `${whole} h` : `${whole} h ${minutes} min`;
}

/** Maximum number of stops that are listed by their places; of more, only the distance between them is given. */
const mostListedStops = 4;
const inWords = new Intl.ListFormat('en-IN', { style: 'long', type: 'conjunction' });

/** 'Fill up at about 280 km (near Belagavi).' */
export function stopsText({ stopCount, stops, kmBetweenStops }: Trip, fuel: TripMachine['fuel']): string {
  const verb = fuel === 'Electric' ? 'Charge' : 'Fill up';
  if (stopCount === 0) return fuel === 'Electric' ? 'One full charge lasts.' : 'One full tank lasts.';
  if (stopCount > mostListedStops) return `${verb} about every ${countText(Math.max(1, kmBetweenStops))} km.`;
  return `${verb} at about ${inWords.format(stops.map(({ km, near }) => `${countText(km)} km (near ${near})`))}.`;
}
