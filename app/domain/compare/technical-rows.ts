/** The technical rows of a comparison, and helpers that create the values of rows (null: unknown). */

import {
  brakesText,
  lightsText,
  powerText,
  toolKitText,
  torqueText,
  transmissionText,
  withUnit,
} from '../catalogue/vehicle-labels';
import { type Consumption, kilowattHoursIn } from '../finance/energy-cost';
import type { Listing } from '../listings/listing';
import { rupeesText } from '../shared/money';
import type { Best, Fact, GroupDefinition, RowDefinition } from './comparison';

export const lowest: Best = { is: 'lowest', word: 'Lowest' };
export const highest: Best = { is: 'highest', word: 'Highest' };

/** A figure and its text. */
export const fact = (figure: number | null, text: string | null): Fact =>
  figure === null || text === null ? null : { figure, text };
/** A figure with its unit. */
export const measured = (figure: number | null, unit: string): Fact => fact(figure, withUnit(figure, unit));
/** @param after suffix of the amount: ' a month' */
export const rupees = (amount: number | null, after = ''): Fact =>
  amount === null ? null : { figure: amount, text: rupeesText(amount) + after };
/** Joins several texts in one cell; null for none. */
export const joined = (texts: readonly string[], by = ', '): Fact => (texts.length === 0 ? null : texts.join(by));

/** A number without a figure to compare, such as a year. */
export const named = (figure: number | null): Fact => (figure === null ? null : String(figure));

const isElectric = ({ type }: Listing): boolean => type === 'Electric';

/** Consumption of a listing. A mileage of 0 is unknown. */
export const listingConsumption = (listing: Listing): Consumption => ({
  fuel: listing.type,
  mileageKmpl: isElectric(listing) ? null : listing.mileage || null,
  rangeKm: isElectric(listing) ? listing.mileage || null : null,
  batteryKwh: kilowattHoursIn(listing.batteryCapacity),
});

const dimension = (
  name: string,
  figureName: 'lengthMm' | 'widthMm' | 'heightMm' | 'wheelbaseMm' | 'seatHeightMm' | 'groundClearanceMm',
  isExtra?: true,
): RowDefinition => ({
  name,
  figureName,
  ofVehicle: (vehicle) => measured(vehicle[figureName], 'mm'),
  ...(isExtra && { isExtra }),
});

export const performance: GroupDefinition = {
  name: 'Performance',
  rows: [
    {
      name: 'Engine',
      figureName: 'engineCc',
      ofVehicle: ({ engineCc }) => withUnit(engineCc, 'cc'),
      ofListing: ({ engineCapacity }) => engineCapacity,
    },
    {
      name: 'Cylinders',
      isExtra: true,
      ofVehicle: ({ cylinders, cooling }) =>
        cylinders === null ? null : `${cylinders}${cooling ? `, ${cooling} cooled` : ''}`,
    },
    {
      name: 'Motor',
      isExtra: true,
      figureName: 'motorPeakKw',
      ofVehicle: ({ motorPeakKw }) => measured(motorPeakKw, 'kW'),
    },
    {
      name: 'Power',
      look: 'length',
      best: highest,
      verdict: { title: 'Most powerful', textOf: (figure) => `${figure} PS` },
      figureName: 'powerPs',
      ofVehicle: (vehicle) => fact(vehicle.powerPs, powerText(vehicle)),
    },
    {
      name: 'Torque',
      look: 'length',
      best: highest,
      figureName: 'torqueNm',
      ofVehicle: (vehicle) => fact(vehicle.torqueNm, torqueText(vehicle)),
    },
    {
      name: 'Top speed',
      look: 'length',
      best: highest,
      figureName: 'topSpeedKmph',
      ofVehicle: ({ topSpeedKmph }) => measured(topSpeedKmph, 'km/h'),
      ofListing: ({ topSpeed }) => measured(topSpeed, 'km/h'),
    },
    {
      name: 'Acceleration, 0 to 60 km/h',
      best: { is: 'lowest', word: 'Quickest' },
      verdict: { title: 'Quickest to 60', textOf: (figure) => `${figure} s` },
      figureName: 'acceleration0to60s',
      ofVehicle: ({ acceleration0to60s }) => measured(acceleration0to60s, 's'),
    },
    {
      name: 'Mileage',
      look: 'length',
      best: highest,
      figureName: 'mileageKmpl',
      ofVehicle: ({ mileageKmpl }) => measured(mileageKmpl, 'km/l'),
      ofListing: (listing) => measured(listingConsumption(listing).mileageKmpl, 'km/l'),
    },
    {
      name: 'Range',
      isExtra: true,
      look: 'length',
      best: { is: 'highest', word: 'Longest' },
      figureName: 'rangeKm',
      ofVehicle: ({ rangeKm }) => measured(rangeKm, 'km a charge'),
      ofListing: (listing) => measured(listingConsumption(listing).rangeKm, 'km a charge'),
    },
    {
      name: 'Charging time',
      isExtra: true,
      best: { is: 'lowest', word: 'Shortest' },
      figureName: 'chargeHours',
      ofVehicle: ({ chargeHours }) => measured(chargeHours, 'hours'),
    },
    {
      name: 'Transmission',
      figureName: 'gears',
      ofVehicle: transmissionText,
      ofListing: ({ kind }) => (kind === 'bike' ? 'Manual' : 'Automatic'),
    },
  ],
};

export const dimensions: GroupDefinition = {
  name: 'Dimensions & Capacity',
  rows: [
    dimension('Length', 'lengthMm'),
    dimension('Width', 'widthMm'),
    dimension('Height', 'heightMm'),
    dimension('Wheelbase', 'wheelbaseMm', true),
    {
      ...dimension('Seat height', 'seatHeightMm', true),
      best: lowest,
      verdict: { title: 'Lowest seat', textOf: (figure) => `${figure} mm` },
    },
    dimension('Ground clearance', 'groundClearanceMm', true),
    {
      name: 'Weight',
      look: 'length',
      best: { is: 'lowest', word: 'Lightest' },
      verdict: { title: 'Lightest', textOf: (figure) => `${figure} kg`, isLead: true },
      figureName: 'kerbWeightKg',
      ofVehicle: ({ kerbWeightKg }) => measured(kerbWeightKg, 'kg'),
    },
    {
      name: 'Tank capacity',
      best: { is: 'highest', word: 'Largest' },
      figureName: 'tankLitres',
      ofVehicle: ({ tankLitres }) => measured(tankLitres, 'L'),
    },
    {
      name: 'Battery capacity',
      isExtra: true,
      best: { is: 'highest', word: 'Largest' },
      figureName: 'batteryKwh',
      ofVehicle: ({ batteryKwh }) => measured(batteryKwh, 'kWh'),
      ofListing: ({ batteryCapacity }) => fact(kilowattHoursIn(batteryCapacity), batteryCapacity) ?? batteryCapacity,
    },
    { name: 'Seating', ofVehicle: ({ seating }) => named(seating) },
  ],
};

export const features: GroupDefinition = {
  name: 'Features & Comfort',
  rows: [
    { name: 'Brakes', figureName: 'brakes', ofVehicle: brakesText },
    { name: 'Lights', ofVehicle: lightsText },
    { name: 'Comfort', ofVehicle: ({ comfort }) => comfort },
    { name: 'Compatibility', ofVehicle: ({ compatibility }) => compatibility },
    { name: 'Tool kit', ofVehicle: toolKitText },
    {
      name: 'Features',
      isExtra: true,
      ofVehicle: ({ highlights }) => joined(highlights, '; '),
      ofListing: ({ features: offered }) => joined(offered, '; '),
    },
  ],
};
